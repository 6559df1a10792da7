import { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isPdError } from "@pd/core";
import { readFrontmatter } from "@pd/core/markdown";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../testing/any-text.js";
import { scratchFolder } from "../testing/temporary-skill.js";
import { initSkill } from "./init-skill.js";
import { validateSkill } from "./validate-skill.js";

describe("R5.1 a new skill", () => {
  test("is one that validateSkill has no word against", () => {
    const into = join(scratchFolder(), ".agents", "skills");
    const { baseDir, filePath } = initSkill(into, { name: "pdf-forms", description: "Fills PDF forms: reads, too." });
    expect([baseDir, filePath]).toEqual([join(into, "pdf-forms"), join(into, "pdf-forms", "SKILL.md")]);
    expect(validateSkill(baseDir)).toEqual({ valid: true, findings: [] });
    expect(readFileSync(filePath, "utf8")).toMatch(
      /^---\nname: pdf-forms\ndescription: "Fills PDF forms: reads, too\."\n---\n/,
    );
  });

  test("has all that was given, as it was given", () => {
    const { filePath, baseDir } = initSkill(scratchFolder(), {
      name: "pdf",
      description: "true",
      license: "MIT",
      compatibility: "- Python\n3",
      metadata: new Map([
        ["version", "1.10"],
        ["__proto__", "null"],
      ]),
      allowedTools: ["Read", "Bash(git:*)"],
      body: "# Mine\n",
    });
    const text = readFileSync(filePath, "utf8");
    expect(text.endsWith("---\n\n# Mine\n")).toBe(true);
    const { data } = readFrontmatter(text);
    expect(data.get("description")).toBe("true");
    expect(data.get("compatibility")).toBe("- Python\n3");
    expect(data.get("metadata")).toEqual(
      new Map([
        ["version", "1.10"],
        ["__proto__", "null"],
      ]),
    );
    expect(data.get("allowed-tools")).toBe("Read Bash(git:*)");
    expect(validateSkill(baseDir).valid).toBe(true);
  });

  test("characters that YAML keeps for itself are written so that they survive", () => {
    const description = "a\u0085b\u2028c\u00a0d\ufeffe\u007f # f: g";
    const { filePath } = initSkill(scratchFolder(), { name: "pdf", description });
    const text = readFileSync(filePath, "utf8");
    expect(readFrontmatter(text).data.get("description")).toBe(description);
    // Other readers of YAML refuse them as they are.
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u2028\ufeff]/u);
  });

  test.each<[string, object]>([
    ["name-pattern", { name: "PDF Forms" }],
    ["name-pattern", { name: "../evil" }],
    ["name-missing", { name: "" }],
    ["name-too-long", { name: "x".repeat(65) }],
    ["description-missing", { description: " " }],
    ["description-too-long", { description: "x".repeat(1025) }],
    ["compatibility-too-long", { compatibility: "x".repeat(501) }],
    ["license-not-text", { license: "" }],
    ["body", { body: "half a character: \ud83c" }],
  ])("is refused, not mended: %s", (where, wrong) => {
    const into = scratchFolder();
    const options = { name: "pdf", description: "Fills forms.", ...wrong };
    expect(() => initSkill(into, options)).toThrow(expect.objectContaining({ code: "input-invalid", where }));
    expect(readdirSync(into)).toEqual([]);
  });

  test("what a killed process left is swept after an hour, and nothing else is", () => {
    const into = scratchFolder();
    const [old, young] = ["0", "1"].map((digit) => `.pdf-${digit}b0e7f1c-9d3a-4c55-8a8e-1f2d3c4b5a69.tmp`) as [
      string,
      string,
    ];
    for (const name of [old, young, ".mine.tmp"]) mkdirSync(join(into, name));
    const yesterday = new Date(Date.now() - 86_400_000);
    for (const name of [old, ".mine.tmp"]) utimesSync(join(into, name), yesterday, yesterday);
    initSkill(into, { name: "pdf", description: "Fills forms." });
    expect(readdirSync(into).sort()).toEqual([".mine.tmp", young, "pdf"]);
  });

  test("overwrites nothing", () => {
    const into = scratchFolder();
    mkdirSync(join(into, "folder"));
    writeFileSync(join(into, "file"), "mine");
    symlinkSync("nowhere", join(into, "link"));
    for (const name of ["folder", "file", "link"])
      expect(() => initSkill(into, { name, description: "x" })).toThrow(
        expect.objectContaining({ code: "input-invalid" }),
      );
    expect(readdirSync(into).sort()).toEqual(["file", "folder", "link"]);
    expect(readFileSync(join(into, "file"), "utf8")).toBe("mine");
  });

  test("whatever is given, it is written so that it reads the same, or refused", () => {
    const into = scratchFolder();
    let number = 0;
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 40 }),
      fc.stringMatching(/^[:#"'\-[\]{}&*!|>%@`, \n\tya0-9]{1,20}$/),
      fc.constantFrom(
        "null",
        "~",
        "1e3",
        "0x1F",
        "yes",
        "2024-01-01",
        "---",
        "...",
        "a: b",
        "a #b",
        "'",
        '"',
        "\u2028",
        "\ufeffx",
      ),
    );
    fc.assert(
      fc.property(text, text, fc.dictionary(text, text, { maxKeys: 3 }), (description, license, metadata) => {
        number += 1;
        const name = `s${number}`;
        try {
          const { filePath, baseDir } = initSkill(into, { name, description, license, metadata });
          const { data } = readFrontmatter(readFileSync(filePath, "utf8"));
          expect([data.get("description"), data.get("license")]).toEqual([description, license]);
          expect(new Map(Object.entries(metadata))).toEqual(data.get("metadata") ?? new Map());
          expect(validateSkill(baseDir).valid).toBe(true);
        } catch (error) {
          if (!isPdError(error)) throw error;
          expect(readdirSync(into)).not.toContain(name);
        }
      }),
      { numRuns: propertyRuns(0.05) },
    );
    // Otherwise all were refused.
    expect(readdirSync(into).length).toBeGreaterThan(number / 4);
  });
});
