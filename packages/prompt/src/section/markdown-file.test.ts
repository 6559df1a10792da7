import { describe, expect, test } from "vitest";
import { PromptRenderError, PromptValidationError } from "./errors.js";
import { sectionFromMarkdown } from "./markdown-file.js";
import { promptTemplate } from "./template.js";

const made = (text: string) => sectionFromMarkdown({ file: "docs.md", key: "reference-docs", text });
const rendered = (text: string, params: Record<string, unknown> = {}) =>
  promptTemplate({ ns: "t", key: "t", sections: [made(text)] })
    .bind(params)
    .render();

describe("a section as a markdown file", () => {
  test("frontmatter says what markdownSection takes, the body is the template", () => {
    const text =
      "---\ntitle: API Reference\nkey: api\nsummary: On request.\nvisibility: summary\npriority: 3\nparams:\n  docs: string\n---\n\nAll of it:\n\n${docs}\n";
    expect(made(text)).toMatchObject({
      key: "api",
      title: "API Reference",
      summary: "On request.",
      visibility: "summary",
      priority: 3,
    });
    expect(rendered(text, { docs: "x" }).text).toContain("On request.");
    const bound = promptTemplate({ ns: "t", key: "t", sections: [made(text)] }).bind({ docs: "GET /" });
    expect(bound.render({ visibility: [["api", "full"]] }).text).toBe(
      "## 1. API Reference (api)\n\nAll of it:\n\nGET /",
    );
  });

  test("without any, the name of the file is enough, and every placeholder must be given", () => {
    expect(rendered("Do ${task} ${times} times.", { task: "it", times: 2 }).text).toBe(
      "## 1. Reference docs (reference-docs)\n\nDo it 2 times.",
    );
    expect(() => rendered("Do ${task}.")).toThrow(PromptRenderError);
  });

  test("params have types, and may be missing where they say so", () => {
    const text = "---\nparams:\n  name: string\n  size: number?\n---\n${name}";
    expect(rendered(text, { name: "x" }).text).toContain("x");
    expect(() => rendered(text, { name: 1 })).toThrow(/"name".*expected string/);
    expect(() => rendered(text, { name: "x", size: "big" })).toThrow(/"size".*expected number/);
    expect(() => made("---\nparams:\n  a: string\n---\n${b}")).toThrow(/"b"/);
  });

  test.each([
    ["---\nsumary: x\n---\n", 2, 'no field "sumary"'],
    ["---\ntitle: x\nvisibility: half\n---\n", 3, '"half" is not a visibility'],
    ["---\npriority: high\n---\n", 2, "should be a number"],
    ["---\nenabled: 1\n---\n", 2, "should be a boolean"],
    ["---\nparams: [a]\n---\n", 2, "a name and a type"],
    ["---\nparams:\n  a: date\n---\n", 2, '"a" has no type'],
    ["---\ntitle: x\n", 3, "never closed"],
  ])("%j is refused with file and line", (text, line, what) => {
    expect(() => made(text)).toThrow(PromptValidationError);
    expect(() => made(text)).toThrow(`docs.md:${line} `);
    expect(() => made(text)).toThrow(what);
  });

  test("summary without a summary is the same error as in code", () => {
    expect(() => made("---\nvisibility: summary\n---\nx")).toThrow(/'reference-docs'.*no summary/);
  });
});
