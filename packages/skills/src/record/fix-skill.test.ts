import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readFrontmatter } from "@pd/core/markdown";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { arbitraryMess } from "../testing/messy-skills.js";
import { scratchFolder, writeFiles } from "../testing/temporary-skill.js";
import { fixSkillText } from "./fix-skill.js";
import { lintSkill } from "./lint-skill.js";
import { validateSkillText } from "./validate-skill.js";

const fix = (head: string, folder = "pdf") => fixSkillText(`---\n${head}\n---\n\n# Größe\n`, { folder });
const head = (text: string) => text.slice(4, text.indexOf("\n---", 4));

describe("R5.3 what has one right form is written in it", () => {
  test("values that YAML refuses, in quotes", () => {
    const { text, fixed } = fix("name: pdf\ndescription: Fills forms: all of them\nlicense: MIT");
    expect(head(text)).toBe('name: pdf\ndescription: "Fills forms: all of them"\nlicense: MIT');
    expect(fixed).toEqual(["unquoted-colon"]);
    expect(validateSkillText(text, { folder: "pdf" }).valid).toBe(true);
  });

  test("a value over several lines becomes one", () => {
    const { text } = fix("name: pdf\ndescription: 使用说明：\n当需要填写表单时使用。\nlicense: MIT");
    expect(head(text)).toBe('name: pdf\ndescription: "使用说明： 当需要填写表单时使用。"\nlicense: MIT');
  });

  test("a fence that was never closed", () => {
    const { text, fixed } = fixSkillText("---\nname: pdf\ndescription: Fills forms.\n\n# Body\n", { folder: "pdf" });
    expect(text).toBe("---\nname: pdf\ndescription: Fills forms.\n---\n\n# Body\n");
    expect(fixed).toEqual(["fence-never-closed"]);
  });

  test("tools as the specification parts them, metadata as texts, a name in its folder's spelling", () => {
    const written = [
      "name: PDF Forms",
      "description: Fills forms.",
      "allowed-tools: [Read, Bash(git add:*)]",
      "metadata:",
      "  version: 1.10",
      "  public: true",
    ].join("\n");
    const { text, fixed } = fix(written, "pdf-forms");
    expect(head(text)).toBe(
      [
        "name: pdf-forms",
        "description: Fills forms.",
        'allowed-tools: "Read Bash(git add:*)"',
        "metadata:",
        '  version: "1.10"',
        '  public: "true"',
      ].join("\n"),
    );
    expect(fixed).toEqual(["name-pattern", "name-not-folder", "allowed-tools-separator", "metadata-not-text"]);
  });

  test.each([
    ["a name that is another", "name: word\ndescription: Fills forms."],
    ["an unknown key", "name: pdf\ndescription: Fills forms.\ncolor: red"],
    ["a description that is missing", "name: pdf"],
    ["text that belongs to no key", 'name: pdf\ndescription: "Fills: forms."\nstray text here\nlicense: MIT'],
  ])("%s is left to its author", (_, written) => {
    expect(fix(written).text).toBe(`---\n${written}\n---\n\n# Größe\n`);
  });

  test("line ends stay as they are", () => {
    const { text } = fixSkillText("---\r\nname: pdf\r\ndescription: a: b\r\n---\r\nBody\r\n", { folder: "pdf" });
    expect(text).toBe('---\r\nname: pdf\r\ndescription: "a: b"\r\n---\r\nBody\r\n');
  });

  test("whatever the mess: the same is read, the body keeps every byte, and a second time changes nothing", () => {
    fc.assert(
      fc.property(arbitraryMess, ({ bytes, name }) => {
        const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
        const folder = name ?? "x";
        const { text: fixed } = fixSkillText(text, { folder });
        const [one, other] = [readFrontmatter(text), readFrontmatter(fixed)];
        expect(fixed.slice(other.end)).toBe(text.slice(one.end));
        expect(other.data.get("description")).toEqual(one.data.get("description"));
        expect([...other.data.keys()]).toEqual([...one.data.keys()]);
        expect(fixSkillText(fixed, { folder }).text).toBe(fixed);
        const errors = (of: string) =>
          validateSkillText(of, { folder }).findings.filter(({ severity }) => severity === "error").length;
        expect(errors(fixed)).toBeLessThanOrEqual(errors(text));
      }),
      { numRuns: propertyRuns() },
    );
  });
});

describe("a folder", () => {
  test("is mended in place, with the rights that its file had, and only if asked to", () => {
    const root = writeFiles(scratchFolder(), { "pdf/skill.md": "---\nname: pdf\ndescription: a: b\n---\n\nDo.\n" });
    const folder = join(root, "pdf");
    chmodSync(join(folder, "skill.md"), 0o640);
    expect(lintSkill(folder)).toMatchObject({ valid: false, fixed: [] });
    expect(readdirSync(folder)).toEqual(["skill.md"]);
    expect(lintSkill(folder, { fix: true })).toMatchObject({
      valid: true,
      fixed: ["file-name-case", "unquoted-colon"],
      findings: [],
    });
    expect(readFileSync(join(folder, "SKILL.md"), "utf8")).toContain('description: "a: b"');
    expect(statSync(join(folder, "SKILL.md")).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(["SKILL.md"]);
  });

  test("what is no UTF-8 is not written", () => {
    const root = writeFiles(scratchFolder(), { "pdf/x": "" });
    const file = join(root, "pdf", "SKILL.md");
    writeFileSync(file, Buffer.from("---\nname: pdf\ndescription: a: \xff\n---\n", "latin1"));
    expect(lintSkill(join(root, "pdf"), { fix: true }).fixed).toEqual([]);
    expect(readFileSync(file)).toHaveLength(36);
    expect(lintSkill(join(root, "gone"), { fix: true }).valid).toBe(false);
  });
});
