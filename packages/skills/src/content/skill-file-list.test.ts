import { describe, expect, test } from "vitest";
import type { SkillResource, SkillResources } from "../record/skill-metadata.js";
import { fileList } from "./skill-file-list.js";

function resources(paths: readonly string[], truncated = false): SkillResources {
  const other = paths.map((path): SkillResource => ({ path, kind: "other", size: 1 }));
  return { scripts: [], references: [], assets: [], other, truncated };
}

const schemas = Array.from({ length: 40 }, (_, at) => `ooxml/schemas/größe-${String(at).padStart(2, "0")}.xsd`);

describe("R2.6 the list of a skill's files costs what it is worth", () => {
  test("names what the text does not", () => {
    expect(fileList("Run scripts/a.py.", resources(["scripts/a.py", "scripts/b.py"]))).toBe(
      "Other files of this skill: scripts/b.py",
    );
    expect(fileList("Run scripts/a.py.", resources(["scripts/a.py"]))).toBe("");
    expect(fileList("", resources([]))).toBe("");
  });

  test("a long list is folded by folder, a folder of one file is that file", () => {
    expect(fileList("", resources([...schemas, "forms.md", "scripts/a.py"]))).toBe(
      "Other files of this skill: forms.md, ooxml/ (40 files), scripts/a.py",
    );
  });

  test("many at the top are counted, and a list that was cut says so", () => {
    const top = Array.from({ length: 30 }, (_, at) => `f${String(at).padStart(2, "0")}.md`);
    const list = fileList("", resources(top, true));
    expect(list).toMatch(/f11\.md, 18 more and more$/u);
  });
});
