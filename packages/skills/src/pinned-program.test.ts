import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { scratchFolder, writeFiles } from "./testing/temporary-skill.js";

const home = vi.hoisted(() => ({ path: "" }));

vi.mock("node:os", async (original) => ({ ...(await original<typeof import("node:os")>()), homedir: () => home.path }));

const before = process.cwd();

beforeEach(() => {
  home.path = scratchFolder();
});

afterEach(() => process.chdir(before));

/*
 * R5.6: the program below is pinned. It sets no option and uses nothing but these five calls. Every later release has to run it as it
 * stands: what has to change here is a break.
 */
test("R5.6 FR-018 SC-008 the pinned program runs", async () => {
  const project = writeFiles(scratchFolder(), {
    ".git/HEAD": "",
    ".claude/skills/pdf/SKILL.md":
      "---\nname: pdf\ndescription: Fills forms.\nallowed-tools: Read, Write\nversion: 1.0\n---\nFill $ARGUMENTS.\n",
    ".agents/skills/notes/SKILL.md": "---\nname: notes\ndescription: Takes notes.\n---\nWrite it down.\n",
    "packages/one/x": "",
  });
  writeFiles(home.path, { ".claude/skills/mine/SKILL.md": "---\nname: mine\ndescription: My own.\n---\nMine.\n" });
  process.chdir(join(project, "packages", "one"));

  const { SkillManager } = await import("./index.js");
  const manager = new SkillManager();
  await manager.discover();
  const names = manager.listSkills().map((skill) => skill.name);
  const pdf = manager.getSkill("pdf");
  const filled = await manager.invokeSkill("pdf", "form.pdf");
  const noted = await manager.invokeSkill("notes", "milk");
  const own = await manager.invokeSkill("mine", "");

  const folder = join(project, ".claude", "skills", "pdf");
  expect(names).toEqual(["mine", "notes", "pdf"]);
  expect(pdf).toMatchObject({
    name: "pdf",
    description: "Fills forms.",
    allowedTools: ["Read", "Write"],
    version: "1.0",
    model: undefined,
    disableModelInvocation: false,
    filePath: join(folder, "SKILL.md"),
    baseDir: folder,
    source: "project",
    pluginName: undefined,
  });
  expect(filled.content).toBe(`Base directory for this skill: ${folder}\n\nFill form.pdf.\n`);
  expect(noted.content).toContain("Write it down.\n\nARGUMENTS: milk");
  expect(own.content).toContain("Mine.");
});
