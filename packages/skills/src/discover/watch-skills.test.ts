import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { SkillManager } from "../invoke/skill-manager.js";
import type { SkillEvent } from "../record/skill-event.js";
import { scratchFolder, writeFiles } from "../testing/temporary-skill.js";

const head = (name: string, description = "d") => `---\nname: ${name}\ndescription: ${description}\n---\nBody\n`;
const managers: SkillManager[] = [];

afterEach(() => {
  for (const manager of managers.splice(0)) manager.close();
});

async function watched(root: string) {
  const events: SkillEvent[] = [];
  const manager = new SkillManager({
    projectDir: root,
    personalDir: false,
    watch: true,
    onEvent: (event) => events.push(event),
  });
  managers.push(manager);
  await manager.discover();
  const names = () => manager.listSkills().map(({ name }) => name);
  const shows = (...wanted: string[]) =>
    vi.waitFor(() => expect(names()).toEqual(wanted), { timeout: 60_000, interval: 20 });
  return { manager, events, shows };
}

describe("watch: true", () => {
  test("picks up skills that come, change, are renamed and go", async () => {
    const root = writeFiles(scratchFolder(), { "a/SKILL.md": head("a") });
    const { manager, shows, events } = await watched(root);
    writeFiles(root, { "b/SKILL.md": head("b") });
    await shows("a", "b");
    writeFileSync(join(root, "b", "SKILL.md"), head("b", "Another description."));
    await vi.waitFor(() => expect(manager.getSkill("b")?.description).toBe("Another description."), {
      timeout: 60_000,
    });
    renameSync(join(root, "a"), join(root, "c"));
    rmSync(join(root, "b"), { recursive: true });
    await shows("a");
    expect(manager.getSkill("a")?.baseDir).toBe(join(root, "c"));
    expect(events.filter(({ kind }) => kind === "skills-changed")).not.toEqual([]);
  });

  test("picks up folders of folders, and the conventional folder when it is made", async () => {
    const project = scratchFolder();
    mkdirSync(join(project, ".git"));
    const { shows } = await watched(project);
    await shows();
    writeFiles(project, { ".agents/skills/group/a/SKILL.md": head("a") });
    await shows("a");
    writeFiles(project, { ".agents/skills/group/b/SKILL.md": head("b") });
    await shows("a", "b");
  });

  test("is over after close, and off without being asked for", async () => {
    const root = writeFiles(scratchFolder(), { "a/SKILL.md": head("a") });
    const { manager } = await watched(root);
    manager.close();
    const quiet = new SkillManager({ projectDir: root, personalDir: false });
    quiet.discoverSync();
    const witness = await watched(root);
    writeFiles(root, { "b/SKILL.md": head("b") });
    // When one who still looks has seen it, the others would have.
    await witness.shows("a", "b");
    expect([manager.listSkills().length, quiet.listSkills().length]).toEqual([1, 1]);
  });
});
