import { mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../testing/any-text.js";
import { scratchFolder, temporarySkill, writeFiles } from "../testing/temporary-skill.js";
import type { SkillFinding } from "./validate-finding.js";
import { validateSkill, validateSkillText } from "./validate-skill.js";

const VALID = ["name: pdf", "description: Fills forms."];

function findingsOf(head: readonly string[], body = "# Forms\n\nFill them.\n"): readonly SkillFinding[] {
  return validateSkillText(`---\n${head.join("\n")}\n---\n${body}`, { folder: "pdf" }).findings;
}

const codes = (findings: readonly SkillFinding[]) => findings.map(({ code, line }) => `${code}@${line}`);

describe("R5.1 a skill by the specification", () => {
  test("all six keys, right", () => {
    const head = [
      ...VALID,
      "license: Apache-2.0",
      "compatibility: Needs Python 3",
      "metadata:",
      '  version: "1.0"',
      "allowed-tools: Read Bash(git:*,ls:*)",
    ];
    expect(findingsOf(head)).toEqual([]);
  });

  test.each<[string, readonly string[], string]>([
    ["FR-015 no name", ["description: x"], "name-missing@1"],
    ["an empty name", ["name:", "description: x"], "name-missing@2"],
    ["FR-015 no description", ["name: pdf"], "description-missing@1"],
    ["a blank description", ["name: pdf", 'description: "  "'], "description-missing@3"],
    ["a description that is a list", ["name: pdf", "description: [a]"], "description-not-text@3"],
    ["a description that is a number", ["name: pdf", "description: 12"], "description-not-text@3"],
    ["1,025 characters of description", ["name: pdf", `description: ${"x".repeat(1025)}`], "description-too-long@3"],
    ["tags in the description", ["name: pdf", "description: Use <b>it</b>"], "description-markup@3"],
    ["a license that is a list", [...VALID, "license: [MIT]"], "license-not-text@4"],
    ["501 characters of compatibility", [...VALID, `compatibility: ${"x".repeat(501)}`], "compatibility-too-long@4"],
    ["an empty compatibility", [...VALID, 'compatibility: ""'], "compatibility-not-text@4"],
    ["metadata that is a text", [...VALID, "metadata: x"], "metadata-not-map@4"],
    ["a number in metadata", [...VALID, "metadata:", "  version: 1.0"], "metadata-not-text@4"],
    ["tools that are a map", [...VALID, "allowed-tools:", "  a: b"], "allowed-tools-form@4"],
    ["tools with a number among them", [...VALID, "allowed-tools: [Read, 1]"], "allowed-tools-form@4"],
    ["tools by commas", [...VALID, "allowed-tools: Read, Grep"], "allowed-tools-separator@4"],
    ["tools as a list", [...VALID, "allowed-tools:", "  - Read"], "allowed-tools-separator@4"],
    ["an unknown key", [...VALID, "colour: red"], "key-unknown@4"],
    ["an unknown key of every object", [...VALID, "__proto__: x"], "key-unknown@4"],
    ["a key of some agents", [...VALID, "model: opus"], "key-of-some-agents@4"],
    ["a key twice", [...VALID, "name: pdf"], "duplicate-key@4"],
    ["an unquoted colon", ["name: pdf", "description: Use: it: now"], "unquoted-colon@3"],
    [
      "H8 what nobody sees",
      ["name: pdf", "description: Preenche formulários.\u{e0049}\u200b"],
      "invisible-characters@3",
    ],
  ])("%s is found", (_, head, expected) => {
    expect(codes(findingsOf(head))).toEqual([expected]);
  });

  test("a flag is true or false", () => {
    expect(codes(findingsOf([...VALID, "disable-model-invocation: maybe"]))).toEqual([
      "flag-not-boolean@4",
      "key-of-some-agents@4",
    ]);
  });

  test.each<[string, string, readonly string[]]>([
    ["capitals", "PDF", ["name-pattern", "name-not-folder"]],
    ["a blank", "my pdf", ["name-pattern", "name-not-folder"]],
    ["two hyphens", "a--b", ["name-pattern", "name-not-folder"]],
    ["a hyphen at an end", "pdf-", ["name-pattern", "name-not-folder"]],
    ["a line end", '"pdf\\n"', ["name-pattern", "name-not-folder"]],
    ["Chinese", "表格", ["name-pattern", "name-not-folder"]],
    ["65 letters", "x".repeat(65), ["name-too-long", "name-not-folder"]],
    ["another folder", "forms", ["name-not-folder"]],
    ["a number", "12", ["name-not-text"]],
  ])("a name with %s is found, with what would work", (_, name, expected) => {
    const findings = findingsOf([`name: ${name}`, "description: x"]);
    expect(findings.map(({ code }) => code)).toEqual(expected);
    expect(findings.every(({ severity, line, fix }) => severity === "error" && line === 2 && fix !== "")).toBe(true);
    expect(findings.map(({ message }) => message).join("")).not.toMatch(/\p{Cc}/u);
  });

  test("lengths are those of characters, not of UTF-16 units", () => {
    expect(findingsOf(["name: pdf", `description: ${"🎉".repeat(1024)}`])).toEqual([]);
    expect(codes(findingsOf(["name: pdf", `description: ${"🎉".repeat(1025)}`]))).toEqual(["description-too-long@3"]);
    expect(findingsOf(["name: pdf", `description: ${"x".repeat(1024)}`, `compatibility: ${"x".repeat(500)}`])).toEqual(
      [],
    );
  });

  test("no frontmatter, a broken one and an unclosed one are errors", () => {
    const of = (text: string) => validateSkillText(text, { folder: "pdf" }).findings.map(({ code }) => code);
    expect(of("# Forms\n")).toEqual(["frontmatter-missing"]);
    expect(of("---\n- a\n- b\n---\ntext")).toEqual(["frontmatter-missing", "not-a-map"]);
    expect(of("---js\nname: pdf\n---\ntext")).toContain("frontmatter-broken");
    expect(of("---\nname: pdf\ndescription: x\n\n# Forms\n")).toContain("fence-never-closed");
  });

  test("a body has a recommended size; more is a word, no error", () => {
    const long = findingsOf(VALID, "word ".repeat(6000));
    expect(codes(long)).toEqual(["body-many-tokens@5"]);
    const lines = findingsOf(VALID, `${"\n".repeat(500)}x`);
    expect(codes(lines)).toEqual(["body-many-lines@5"]);
    expect(codes(findingsOf(VALID, "x\n".repeat(500)))).toEqual([]);
    expect([...long, ...lines].map(({ severity }) => severity)).toEqual(["info", "info"]);
    expect(codes(findingsOf(VALID, "\n"))).toEqual(["body-empty@5"]);
  });
});

describe("R5.9 links of a skill", () => {
  const body = (...links: readonly string[]) =>
    `---\nname: pdf\ndescription: x\n---\n# Forms\n${links.map((link) => `\n[text](${link})\n`).join("")}`;
  const linksOf = (folder: string, ...links: readonly string[]) => {
    writeFileSync(join(folder, "SKILL.md"), body(...links));
    return codes(validateSkill(folder).findings);
  };

  test("to its own files, to addresses and to places in the text are fine", () => {
    const folder = temporarySkill({ "references/a b.md": "", "scripts/x.py": "" });
    const fine = [
      "references/a%20b.md#top",
      "./scripts/x.py",
      "scripts",
      "scripts/../scripts/x.py",
      "#forms",
      "scripts/x.py?raw=1",
    ];
    expect(linksOf(folder, ...fine, "https://example.com/x.md", "mailto:a@b.c", "//example.com/x")).toEqual([]);
  });

  test.each([
    ["a file that is not there", "gone.md", "link-missing"],
    ["a file below a file", "SKILL.md/x", "link-missing"],
    ["other capitals", "Scripts/X.py", "link-case"],
    ["the folder above", "../other/SKILL.md", "link-outside"],
    ["the folder above, on a detour", "scripts/../../x.md", "link-outside"],
    ["the folder above, encoded", "%2e%2e/x.md", "link-outside"],
    ["a link out of the folder", "out/secret.md", "link-outside"],
    ["an absolute path", "/etc/passwd", "link-form"],
    ["backslashes", "scripts%5Cx.py", "link-form"],
    ["damaged encoding", "%zz.md", "link-form"],
    ["six folders down", "a/b/c/d/e/f/g.md", "link-too-deep"],
    ["a file with a dot before its name", "referências/.env", "link-hidden"],
  ])("to %s are found, with their line", (_, link, code) => {
    const folder = temporarySkill({ "scripts/x.py": "" });
    const outside = writeFiles(scratchFolder(), { "secret.md": "" });
    symlinkSync(outside, join(folder, "out"));
    expect(linksOf(folder, "scripts/x.py", link)).toEqual([`${code}@9`]);
  });

  test("in code and in wikilinks are no links of a skill", () => {
    const folder = temporarySkill();
    writeFileSync(join(folder, "SKILL.md"), `${body()}\n\`[a](gone.md)\` [[gone]] ![[gone.md]]\n\n    [a](gone.md)\n`);
    expect(validateSkill(folder).findings).toEqual([]);
  });

  test("a thousand are enough", () => {
    const folder = temporarySkill({ "a.md": "" });
    const links = linksOf(folder, ...new Array<string>(1001).fill("a.md"));
    expect(links.some((each) => each.startsWith("links-unchecked"))).toBe(true);
  });
});

describe("a skill's folder", () => {
  test("is valid as it was made, through a link of the same name too", () => {
    const folder = temporarySkill();
    expect(validateSkill(folder)).toEqual({ valid: true, findings: [] });
    const link = join(scratchFolder(), "pdf");
    symlinkSync(folder, link);
    expect(validateSkill(link).valid).toBe(true);
    symlinkSync(folder, join(link, "..", "forms"));
    expect(codes(validateSkill(join(link, "..", "forms")).findings)).toEqual(["name-not-folder@2"]);
  });

  test("without SKILL.md, or with skill.md, or with what cannot be read, has a finding", () => {
    const empty = scratchFolder();
    expect(codes(validateSkill(empty).findings)).toEqual(["file-missing@1"]);
    expect(codes(validateSkill(join(empty, "gone")).findings)).toEqual(["file-missing@1"]);
    const folder = temporarySkill();
    renameSync(join(folder, "SKILL.md"), join(folder, "skill.md"));
    const { valid, findings } = validateSkill(folder);
    expect([valid, codes(findings), findings[0]?.file]).toEqual([false, ["file-name-case@1"], "skill.md"]);
    mkdirSync(join(folder, "SKILL.md"));
    expect(codes(validateSkill(folder).findings)).toEqual(["file-unreadable@1"]);
    const large = temporarySkill();
    truncateSync(join(large, "SKILL.md"), 2 ** 40);
    expect(codes(validateSkill(large).findings)).toEqual(["file-unreadable@1"]);
  });

  test("R7.3 whatever a file says, findings have a place and a fix", () => {
    const line = fc.oneof(
      fc.constantFrom(
        "---",
        "name: x",
        "description: y",
        "metadata:",
        "  a: 1",
        "allowed-tools: [",
        "[a](../b)",
        "![x](%",
        "# H",
      ),
      fc.string({ unit: anyCharacter, maxLength: 30 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join("\n");
        const most = text.split("\n").length + 1;
        for (const finding of validateSkillText(text, { folder: "x" }).findings) {
          expect(finding.fix).not.toBe("");
          expect(finding.line).toBeGreaterThan(0);
          expect(finding.line).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: propertyRuns(0.15) },
    );
  });
});
