import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolkit } from "@pd/core";
import { SkillManager } from "@pd/skills";
import { afterEach, describe, expect, test } from "vitest";
import { qualityOfSkills, skillQuality } from "./skill-quality.js";

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function projectWith(skills: Readonly<Record<string, string>>): { root: string; manager: SkillManager } {
  const root = mkdtempSync(join(tmpdir(), "pd-studio-skills-"));
  made.push(root);
  for (const [name, text] of Object.entries(skills)) {
    mkdirSync(join(root, ".agents/skills", name), { recursive: true });
    writeFileSync(join(root, ".agents/skills", name, "SKILL.md"), text);
  }
  return { root, manager: new SkillManager({ projectDir: root, personalDir: false }) };
}

const GOOD = "---\nname: pdf-forms\ndescription: Fill in PDF forms.\n---\nA SECRET BODY of some words.\n";

test("the page asks for them as for any tool", async () => {
  const { root, manager } = projectWith({ "pdf-forms": GOOD });
  const toolkit = createToolkit({ mounts: [{ tools: [skillQuality(manager, { root })] }] });
  expect(await toolkit.call("studio_skills", {})).toEqual(qualityOfSkills(manager, { root }));
  expect(toolkit.tools.find(({ name }) => name === "studio_skills")?.readOnly).toBe(true);
});

describe("skills in figures", () => {
  test("each has what it costs to list and to invoke", () => {
    const { root, manager } = projectWith({ "pdf-forms": GOOD });
    const [skill] = qualityOfSkills(manager, { root }).skills;
    expect(skill).toMatchObject({ name: "pdf-forms", source: "project", files: 0, isForModels: true, findings: [] });
    expect(skill?.bodyTokens).toBeGreaterThan(3);
    expect(skill?.listedTokens).toBeGreaterThan(3);
  });

  test("R6.5: no word of a body is in them", () => {
    const { root, manager } = projectWith({ "pdf-forms": GOOD });
    expect(JSON.stringify(qualityOfSkills(manager, { root }))).not.toContain("SECRET");
  });

  test("files are named from the served folder, with a line to go to", () => {
    const { root, manager } = projectWith({ "pdf-forms": GOOD.replace("name", "foo: 1\nname") });
    const [skill] = qualityOfSkills(manager, { root }).skills;
    expect(skill?.file).toBe(".agents/skills/pdf-forms/SKILL.md");
    expect(skill?.findings[0]).toMatchObject({
      file: ".agents/skills/pdf-forms/SKILL.md",
      line: 2,
      code: "key-unknown",
    });
  });

  test("what discovery skipped is told, though it is no skill", () => {
    const { root, manager } = projectWith({ broken: "no frontmatter at all\n" });
    const { skills, diagnostics } = qualityOfSkills(manager, { root });
    expect(skills).toEqual([]);
    expect(diagnostics[0]).toMatchObject({ severity: "error", file: ".agents/skills/broken/SKILL.md" });
  });
});
