import { readFrontmatter } from "@pd/core/markdown";
import { describe, expect, test } from "vitest";
import { type SkillPlace, skillOf, unknownKeys } from "./skill-record.js";

const place = (folder = "pdf"): SkillPlace => ({
  filePath: `/skills/${folder}/SKILL.md`,
  baseDir: `/skills/${folder}`,
  file: "SKILL.md",
  folder,
  source: "project",
  pluginName: undefined,
});

function read(frontmatter: string, folder = "pdf") {
  const { skill, diagnostics } = skillOf(readFrontmatter(`---\n${frontmatter}\n---\nbody\n`), place(folder));
  return { skill, diagnostics, codes: diagnostics.map(({ code }) => code) };
}

describe("R5.1 the fields of a skill", () => {
  test("FR-001 all of them are read", () => {
    const { skill, diagnostics } = read(
      [
        "name: pdf",
        "description: Fills forms.",
        "license: MIT",
        "compatibility: Needs Python 3",
        "allowed-tools: Read Bash(git add:*)",
        "version: 1.10",
        "model: opus",
        "disable-model-invocation: true",
        "arguments: [file, page]",
        "argument-hint: <file>",
        "metadata:",
        "  author: someone",
      ].join("\n"),
    );
    expect(diagnostics).toEqual([]);
    expect(skill).toMatchObject({
      name: "pdf",
      qualifiedName: "pdf",
      description: "Fills forms.",
      license: "MIT",
      compatibility: "Needs Python 3",
      allowedTools: ["Read", "Bash(git add:*)"],
      version: "1.10",
      model: "opus",
      disableModelInvocation: true,
      arguments: ["file", "page"],
      argumentHint: "<file>",
      source: "project",
      pluginName: undefined,
      filePath: "/skills/pdf/SKILL.md",
      baseDir: "/skills/pdf",
      bodyLoaded: false,
      body: undefined,
    });
    expect({ ...skill?.metadata }).toEqual({ author: "someone" });
  });

  test("a tool with a colon and a blank in a list is one tool, not a map", () => {
    const tools = (lines: string) => read(`name: pdf\ndescription: Fills forms.\n${lines}`).skill?.allowedTools;
    expect(tools("allowed-tools:\n  - Read\n  - WebFetch(domain: größe.de)\n  - Bash(git add:*)")).toEqual([
      "Read",
      "Bash(git add:*)",
      "WebFetch(domain: größe.de)",
    ]);
    expect(tools("allowed-tools: [WebFetch(domain: x)]")).toEqual(["WebFetch(domain: x)"]);
    expect(tools("allowed-tools:\n  - name: Read\n    mode: all\n  - a: b")).toEqual([]);
  });

  test.each([
    ["allowed-tools: Read, Grep", ["Read", "Grep"]],
    ["allowed-tools: Read Grep Read", ["Read", "Grep"]],
    ["allowed-tools: [Read, Grep]", ["Read", "Grep"]],
    ["allowed-tools:\n  - Read\n  - Bash(npm run *)", ["Read", "Bash(npm run *)"]],
    ["allowed-tools: Bash(git add:*), Bash(git commit -m *)", ["Bash(git add:*)", "Bash(git commit -m *)"]],
    ['allowed-tools: "Read, Write"', ["Read", "Write"]],
    ["allowed-tools:", []],
    ["allowed-tools: Bash(unclosed, Read", ["Bash(unclosed, Read"]],
  ])("FR-017 allowed tools are parsed: %s", (line, tools) => {
    expect(read(`name: pdf\ndescription: d\n${line}`).skill?.allowedTools).toEqual(tools);
  });

  test("arguments are words, a list, or a list of maps", () => {
    const declared = (line: string) => read(`name: pdf\ndescription: d\n${line}`).skill?.arguments;
    expect(declared("arguments: file page")).toEqual(["file", "page"]);
    expect(declared("arguments: [file, 2]")).toEqual(["file", "2"]);
    expect(declared("arguments:\n  - name: file\n    description: x")).toEqual(["file"]);
    expect(declared("argument-hint: '[file]'")).toEqual([]);
  });

  test("metadata is a map of texts, with any keys", () => {
    const { skill, codes } = read(
      "name: pdf\ndescription: d\nmetadata:\n  version: 1.10\n  __proto__: x\n  constructor: y\n  deep: {a: 1}",
    );
    expect(Object.entries(skill?.metadata ?? {})).toEqual([
      ["version", "1.10"],
      ["__proto__", "x"],
      ["constructor", "y"],
      ["deep", "{a: 1}"],
    ]);
    expect(skill?.metadata["toString"]).toBeUndefined();
    expect(codes).toEqual(["metadata-not-text"]);
    expect(read("name: pdf\ndescription: d\nmetadata: words").codes).toEqual(["metadata-not-text"]);
    expect(read("name: pdf\ndescription: d\nmetadata:\n  list:\n    - a\n    - 2").skill?.metadata["list"]).toBe(
      '["a",2]',
    );
  });
});

describe("R5.3 the two fields that are needed", () => {
  test.each(["~", "null", "NULL", '""', "''", ""])("description: %s is none", (nothing) => {
    const { skill, codes } = read(`name: pdf\ndescription: ${nothing}`);
    expect([skill, codes]).toEqual([undefined, ["description-missing"]]);
  });

  test("their keys in capitals are understood where nothing else is meant, and said", () => {
    const { skill, diagnostics } = read("Name: pdf\nDESCRIPTION: Fills forms.");
    expect(skill).toMatchObject({ name: "pdf", description: "Fills forms." });
    expect(diagnostics.map(({ code, line, severity }) => [code, line, severity])).toEqual([
      ["key-case", 2, "warning"],
      ["key-case", 3, "warning"],
    ]);
    expect(unknownKeys(readFrontmatter("---\nName: pdf\nDescription: d\nOther: e\n---\n"), "f")).toHaveLength(1);
    expect(read("name: pdf\ndescription:\nDescription: d").skill).toBeUndefined();
    expect(read("name: pdf\nDescription: d\nDESCRIPTION: e").skill).toBeUndefined();
  });
});

describe("R5.2 names", () => {
  test.each([
    ["PDF Tools", "pdf-tools"],
    ["pdf_tools", "pdf-tools"],
    ["--pdf--tools--", "pdf-tools"],
    ["Café ☕", "cafe"],
    ["ckm:design", "ckm-design"],
    ["１２", "12"],
  ])("%s is read as %s, and stays an alias", (written, name) => {
    const { skill, codes, diagnostics } = read(`name: "${written}"\ndescription: d`, name);
    expect(skill).toMatchObject({ name, originalName: written });
    expect(codes).toEqual(["name-normalised"]);
    expect(diagnostics[0]).toMatchObject({ line: 2, severity: "warning", fix: `name: ${name}` });
  });

  test("a name in another script is called by its folder, which it should be anyway", () => {
    expect(read("name: 数据分析\ndescription: d", "data-analysis").skill).toMatchObject({
      name: "data-analysis",
      originalName: "数据分析",
    });
    expect(read("name: PDF 工具\ndescription: d", "pdf-gongju").skill?.name).toBe("pdf-gongju");
    const { skill, codes } = read("name: 数据分析\ndescription: d", "数据");
    expect([skill, codes]).toEqual([undefined, ["name-unusable"]]);
  });

  test("name ≠ folder and over-long fields are no reason to skip", () => {
    const { skill, diagnostics } = read(
      `name: ${"a".repeat(70)}\ndescription: ${"d".repeat(1100)}\ncompatibility: ${"c".repeat(501)}`,
    );
    expect(skill?.description).toHaveLength(1100);
    expect(diagnostics.map(({ code, severity, line }) => [code, severity, line])).toEqual([
      ["name-too-long", "warning", 2],
      ["description-too-long", "warning", 3],
      ["compatibility-too-long", "warning", 4],
      ["name-not-folder", "info", 2],
    ]);
    expect(read(`name: pdf\ndescription: ${"😀".repeat(1024)}`).codes).toEqual([]);
  });

  test("H8 characters that nobody sees are said of the fields that are shown before the file is opened", () => {
    const { skill, diagnostics } = read(
      "name: pdf\ndescription: Preenche.\u{e0049}\u{e0067} می‌خواهم\ncompatibility: a\u202eb",
    );
    expect(skill?.name).toBe("pdf");
    expect(diagnostics.map(({ code, line, severity, message }) => [code, line, severity, message.slice(-18)])).toEqual([
      ["invisible-characters", 3, "warning", " U+E0049, U+E0067."],
      ["invisible-characters", 4, "warning", "del reads: U+202E."],
    ]);
  });

  test("unknown keys are named where a skill is used", () => {
    const frontmatter = readFrontmatter("---\nname: a\ntags: [x]\ncolor: red\n---\n");
    expect(unknownKeys(frontmatter, "f").map(({ line, message }) => [line, message.slice(0, 8)])).toEqual([
      [3, '"tags" i'],
      [4, '"color" '],
    ]);
  });
});

describe("FR-015 what is missing is said, and never invented", () => {
  test.each([
    ["description: d", ["name-missing"]],
    ["name: pdf", ["description-missing"]],
    ["name: pdf\ndescription:", ["description-missing"]],
    ["name: pdf\ndescription: '  '", ["description-missing"]],
    ["license: MIT", ["description-missing", "name-missing"]],
    ["name: '---'\ndescription: d", ["name-normalised"]],
  ])("%s", (frontmatter, wanted) => {
    const { codes, diagnostics } = read(frontmatter);
    expect(codes).toEqual(wanted);
    for (const { fix, file, line } of diagnostics)
      expect([typeof fix, file, line > 0]).toEqual(["string", "/skills/pdf/SKILL.md", true]);
  });

  test("no frontmatter, none that can be read, and one in another language", () => {
    const of = (text: string) => skillOf(readFrontmatter(text), place()).diagnostics.map(({ code }) => code);
    expect(of("# Title\n\nDescription: none\n")).toEqual(["frontmatter-missing"]);
    expect(of("---\n- a\n- b\n---\n")).toEqual(["not-a-map", "frontmatter-missing"]);
    expect(of("---js\nmodule.exports = {}\n---\n")).toContain("frontmatter-broken");
  });

  test("FR-014 nothing in YAML is executed, expanded or merged", () => {
    const { skill } = read(
      'name: pdf\ndescription: !!js/function "function () { throw 1 }"\nbase: &b\n  x: 1\nmetadata:\n  <<: *b\n  y: *b',
    );
    expect(skill?.description).toContain("function");
    expect(skill?.metadata["x"]).toBeUndefined();
  });
});
