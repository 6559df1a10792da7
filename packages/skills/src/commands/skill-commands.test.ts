import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkCommands } from "@pd/core";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { readSkillArchive } from "../archive/archive.js";
import { SkillManager } from "../invoke/skill-manager.js";
import { SKILL_FINDINGS } from "../record/skill-findings.js";
import type { SkillFinding } from "../record/validate-finding.js";
import { validateSkill } from "../record/validate-skill.js";
import { commandContext, runCommand, runForDocument } from "../testing/command-context.js";
import { arbitraryMess, MESSES, messySkill } from "../testing/messy-skills.js";
import { scratchFolder, writeFiles } from "../testing/temporary-skill.js";
import { skillCommands } from "./skill-commands.js";

const commands = skillCommands();
const skill = (name: string, more = "") =>
  `---\nname: ${name}\ndescription: Fills forms.\n${more}---\n\n# Forms\n\nFill.\n`;

async function validated(folder: string) {
  const { exitCode, data } = await runForDocument(commands, "skill validate", { context: commandContext(folder) });
  return { exitCode, ...(data as { skills: number; passed: boolean; findings: readonly SkillFinding[] }) };
}

test("every command of skills has a name and a schema that a door takes", () => {
  expect(() => checkCommands(commands)).not.toThrow();
  expect(commands.map(({ name }) => name)).toEqual(
    ["list", "show", "cost", "route", "collide", "validate", "lint", "test", "init", "lock", "verify", "pack"].map(
      (word) => `skill ${word}`,
    ),
  );
});

describe("R6.4 one checker: skill validate says what validateSkill says", () => {
  const agreed = async (folder: string, bytes: Uint8Array, file = "SKILL.md") => {
    const root = scratchFolder();
    mkdirSync(join(root, folder));
    writeFileSync(join(root, folder, file), bytes);
    const alone = validateSkill(join(root, folder));
    const { findings, passed, exitCode } = await validated(root);
    expect(findings).toEqual(alone.findings.map((finding) => ({ ...finding, file: `${folder}/${finding.file}` })));
    expect([passed, exitCode]).toEqual([alone.valid, alone.valid ? 0 : 1]);
    for (const { code } of findings) expect(SKILL_FINDINGS).toHaveProperty(code);
  };

  test.each(Object.keys(MESSES))("of a file with %s", async (mess) => {
    const { bytes } = messySkill(mess, { name: "forms", prose: "Fills the user's forms", more: "处理 forms" });
    await agreed("forms", bytes, mess === "lower-case file name" ? "skill.md" : "SKILL.md");
  });

  test("whatever the words are", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryMess, ({ bytes }) => agreed("forms", bytes)),
      { numRuns: Math.min(50, propertyRuns()) },
    );
  });
});

describe("which skills a command is about", () => {
  const files = {
    "notes.md": "# Notes\n",
    "skills/pdf/SKILL.md": skill("pdf", "type: note\n"),
    "skills/大きい/SKILL.md": skill("large"),
    "skills/manual/SKILL.md": skill("manual", "disable-model-invocation: true\n"),
    "private/secret/SKILL.md": skill("secret"),
    "skills/pdf/hidden/inner/SKILL.md": skill("inner"),
    ".pdignore": "private/\nhidden/\n",
  };

  test("a SKILL.md is listed whatever its type says and whoever may invoke it, and not where a .pdignore names it", async () => {
    const root = writeFiles(scratchFolder(), files);
    const result = await runCommand(commands, "skill list", { context: commandContext(root) });
    const nodes = "answer" in result ? result.answer.nodes : [];
    expect(nodes.map(({ id, level }) => `${id} ${level}`)).toEqual(["skill:large 1", "skill:manual 1", "skill:pdf 1"]);
    expect((await validated(root)).skills).toBe(3);
  });

  test("show gives the body through the gate, and names the nearest of an unknown one", async () => {
    const context = commandContext(writeFiles(scratchFolder(), files));
    const result = await runCommand(commands, "skill show", { input: { names: ["pdf"] }, context });
    expect("answer" in result && result.answer.nodes[0]).toMatchObject({ id: "skill:pdf", level: 4 });
    const unknown = runCommand(commands, "skill show", { input: { names: ["pfd"] }, context });
    await expect(unknown).rejects.toMatchObject({ code: "skill-unknown", fix: "Did you mean pd skill show pdf?" });
  });

  test("a host's manager says which, unless the command line names folders", async () => {
    const root = writeFiles(scratchFolder(), files);
    const manager = new SkillManager({ projectDir: false, personalDir: false, customDirs: [join(root, "private")] });
    const names = async (origin: "given" | "config") => {
      const context = commandContext(root);
      const asked = { ...context, configuration: { ...context.configuration, origin } };
      const result = await runCommand(skillCommands(manager), "skill list", { context: asked });
      return "answer" in result ? result.answer.nodes.map(({ id }) => id) : [];
    };
    expect(await names("config")).toEqual(["skill:secret"]);
    expect(await names("given")).toEqual(["skill:large", "skill:manual", "skill:pdf"]);
  });

  test("none is exit code 1, and validate says so", async () => {
    const root = writeFiles(scratchFolder(), { "a.md": "# A\n" });
    expect(await validated(root)).toMatchObject({ exitCode: 1, skills: 0 });
    expect((await runCommand(commands, "skill list", { context: commandContext(root) })).exitCode).toBe(1);
  });

  test("validate takes a skill's folder, its file or a folder of skills", async () => {
    const root = writeFiles(scratchFolder(), files);
    for (const folders of [["skills/manual"], ["skills/manual/SKILL.md"]]) {
      const { data } = await runForDocument(commands, "skill validate", {
        input: { folders },
        context: commandContext(root),
      });
      expect(data).toMatchObject({ skills: 1, passed: true });
    }
    const missing = runCommand(commands, "skill validate", {
      input: { folders: ["nowhere"] },
      context: commandContext(root),
    });
    await expect(missing).rejects.toMatchObject({ code: "vault-unreadable" });
  });
});

test("what init writes is valid, and never over another", async () => {
  const root = scratchFolder();
  const context = commandContext(root);
  const input = { name: "my-skill", description: 'Says "hi": often' };
  expect((await runForDocument(commands, "skill init", { input, context })).exitCode).toBe(0);
  expect(validateSkill(join(root, "skills/my-skill"))).toMatchObject({ valid: true });
  await expect(runCommand(commands, "skill init", { input, context })).rejects.toThrow(/not overwritten/);
  for (const name of ["../x", "My Skill", "", "a--b", "x".repeat(65)])
    await expect(runCommand(commands, "skill init", { input: { name }, context })).rejects.toMatchObject({
      code: "input-invalid",
    });
});

test("verify finds what changed since lock", async () => {
  const root = writeFiles(scratchFolder(), { "skills/pdf/SKILL.md": skill("pdf"), "skills/pdf/a.txt": "1" });
  const context = commandContext(root);
  expect((await runForDocument(commands, "skill lock", { context })).exitCode).toBe(0);
  expect((await runForDocument(commands, "skill verify", { context })).exitCode).toBe(0);
  writeFiles(root, { "skills/pdf/a.txt": "2" });
  const { exitCode, data } = await runForDocument(commands, "skill verify", { context });
  expect([exitCode, data]).toMatchObject([1, { unchanged: false, skills: [{ name: "pdf", status: "changed" }] }]);
});

test("pack writes an archive that is read again, and packs no invalid skill", async () => {
  const root = writeFiles(scratchFolder(), {
    "pdf/SKILL.md": skill("pdf"),
    "pdf/references/größe.md": "# Größe\n",
    "pdf/.env": "KEY=1",
    "other/SKILL.md": skill("another"),
  });
  const context = commandContext(root);
  const { data } = await runForDocument(commands, "skill pack", { input: { folder: "pdf" }, context });
  expect(data).toMatchObject({ files: ["SKILL.md", "references/größe.md"], leftOut: [".env"] });
  const archive = await readSkillArchive(new Uint8Array(readFileSync(join(root, "pdf.skill"))));
  expect(archive.folder).toBe("pdf");
  expect(Buffer.from(archive.files[1]?.bytes ?? []).toString()).toBe("# Größe\n");
  const again = runCommand(commands, "skill pack", { input: { folder: "pdf" }, context });
  await expect(again).rejects.toMatchObject({ code: "file-unwritable" });
  const invalid = runCommand(commands, "skill pack", { input: { folder: "other" }, context });
  await expect(invalid).rejects.toMatchObject({ code: "skill-invalid" });
});
