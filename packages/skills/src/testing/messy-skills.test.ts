import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readFrontmatterBytes } from "@pd/core/markdown";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { SkillManager } from "../invoke/skill-manager.js";
import { skillOf } from "../record/skill-record.js";
import { arbitraryMess, MESSES, messySkill } from "./messy-skills.js";
import { scratchFolder } from "./temporary-skill.js";

const PLAIN = {
  name: "forms",
  prose: "Fills forms, e.g. the user's (all of them) in C# files",
  more: "Handles what others don't",
};

describe("R5.3 messy files load, as written and not as invented", () => {
  test.each(Object.keys(MESSES))("%s", (mess) => {
    const root = scratchFolder();
    const folder = join(root, mess.replaceAll(/[^a-z]+/giu, "-"));
    const { bytes, name, description } = messySkill(mess, PLAIN);
    mkdirSync(folder);
    writeFileSync(join(folder, mess === "lower-case file name" ? "skill.md" : "SKILL.md"), bytes);
    const manager = new SkillManager({ projectDir: root, personalDir: false });
    expect(manager.listSkills().map((skill) => [skill.name, skill.description])).toEqual(
      name === undefined ? [] : [[name, description]],
    );
    if (name !== undefined) expect(manager.invokeSkillSync(name).rawContent).not.toContain(PLAIN.prose);
    for (const { file, line, message } of manager.diagnostics) {
      expect(file.startsWith(folder)).toBe(true);
      expect(line).toBeGreaterThan(0);
      expect(message).not.toBe("");
    }
  });

  test("whatever the words are", () => {
    fc.assert(
      fc.property(arbitraryMess, ({ mess, bytes, name, description }) => {
        const place = {
          filePath: "/s/x/SKILL.md",
          baseDir: "/s/x",
          file: "SKILL.md",
          folder: "x",
          source: "custom",
          pluginName: undefined,
        } as const;
        const { skill } = skillOf(readFrontmatterBytes(bytes), place);
        expect([mess, skill?.name, skill?.description]).toEqual([mess, name, description]);
      }),
      { numRuns: propertyRuns() },
    );
  });
});
