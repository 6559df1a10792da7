import { portablePath } from "@pd/core";
import { describe, expect, test } from "vitest";
import { contextFile } from "./context-file.js";
import { buildSummarySuffix, suffixFor } from "./summary-suffix.js";

/** The wording is a promise: these texts are copied from seed 004, letter by letter. */
describe("R4.5 R6.7 buildSummarySuffix", () => {
  test("content only", () => {
    expect(buildSummarySuffix("reference-docs", [], false)).toBe(
      '\n\n---\n[This section is summarized. To view full content, call `open_sections` with key "reference-docs". The content will be written to context/reference-docs.md for you to read.]',
    );
    expect(buildSummarySuffix("reference-docs", [])).toBe(buildSummarySuffix("reference-docs", [], false));
  });

  test("with tools", () => {
    expect(buildSummarySuffix("reference-docs", [], true)).toBe(
      '\n\n---\n[This section is summarized. To view full content and access additional tools, call `open_sections` with key "reference-docs".]',
    );
  });

  test("content only, with children", () => {
    expect(buildSummarySuffix("parent", ["child1", "child2"], false)).toBe(
      '\n\n---\n[This section is summarized. Call `open_sections` with key "parent" to write content (including subsections: child1, child2) to context/parent.md.]',
    );
  });

  test("with tools and children", () => {
    expect(buildSummarySuffix("parent", ["child1", "child2"], true)).toBe(
      '\n\n---\n[This section is summarized. Call `open_sections` with key "parent" to view full content including subsections: child1, child2. Additional tools may become available.]',
    );
  });

  test("a nested section keeps its dots", () => {
    expect(buildSummarySuffix("guidelines.code-style", [])).toContain("context/guidelines.code-style.md");
  });

  test("inline says read_section, word for word", () => {
    const text = '\n\n---\n[This section is summarized. To view full content, call `read_section` with key "docs".]';
    const request = { path: "docs", hasTools: false, delivery: "inline" } as const;
    expect(suffixFor({ ...request, childKeys: [] })).toBe(text);
  });

  test("rerender promises no file: with children it is seed 001's wording", () => {
    const request = { path: "parent", hasTools: false, delivery: "rerender" } as const;
    expect(suffixFor({ ...request, childKeys: ["child1", "child2"] })).toBe(
      '\n\n---\n[This section is summarized. Call `open_sections` with key "parent" to view full content including subsections: child1, child2.]',
    );
    expect(suffixFor({ ...request, childKeys: [] })).toBe(
      '\n\n---\n[This section is summarized. To view full content, call `open_sections` with key "parent".]',
    );
  });

  test("R4.5 inline: a section with children names them, as the other deliveries do", () => {
    const request = { path: "größe", childKeys: ["maße", "尺寸"], hasTools: false } as const;
    expect(suffixFor({ ...request, delivery: "inline" })).toBe(
      '\n\n---\n[This section is summarized. Call `read_section` with key "größe" to view full content including subsections: maße, 尺寸.]',
    );
  });

  test.each(["files", "inline", "rerender"] as const)(
    "%s: what brings tools is opened, however else is delivered",
    (delivery) => {
      expect(suffixFor({ path: "p", childKeys: [], hasTools: true, delivery })).toBe(buildSummarySuffix("p", [], true));
    },
  );
});

describe("R4.6 the file of a section", () => {
  test("has the dots of its path", () => {
    expect(contextFile("reference-docs")).toBe("context/reference-docs.md");
    expect(contextFile("guidelines.code-style")).toBe("context/guidelines.code-style.md");
  });

  test("a name too long for a file system is shortened with a hash, and stays the only one", () => {
    const [one, other] = [`${"x".repeat(60)}.`.repeat(5), `${"x".repeat(60)}.`.repeat(5)].map(
      (path, index) => `${path}${index}`,
    );
    const files = [contextFile(one!), contextFile(other!)];
    for (const file of files) expect(file.length).toBeLessThan(220);
    expect(new Set(files).size).toBe(2);
    expect(buildSummarySuffix(one!, [])).toContain(`written to ${contextFile(one!)} for`);
  });

  test("one that is both is both", () => {
    const long = ["con", ..."bcd"].map((one) => (one === "con" ? one : one.repeat(64))).join(".") + ".e".repeat(20);
    const file = contextFile(long);
    expect(file).toMatch(/^context\/~con\.b+\.c+\.d+~[0-9a-f]{16}\.md$/);
    expect(portablePath(file)).toBe(file);
  });

  test("a name that a system takes for a device is marked", () => {
    expect(contextFile("con")).toBe("context/~con.md");
    expect(contextFile("nul.child")).toBe("context/~nul.child.md");
    expect(contextFile("console")).toBe("context/console.md");
    expect(buildSummarySuffix("aux", [])).toContain("written to context/~aux.md for");
  });
});
