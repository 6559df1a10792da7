import * as fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { scanBlocks } from "../blocks/block-scanner.js";
import { passagesIn, widenedLines } from "./passage-range.js";
import { passagesOf } from "./passages.js";

const BLOCKS = [
  "Ein Absatz über Bäume.",
  "第一段。第二句。",
  "فقرة قصيرة.",
  "- one\n- two\n- three",
  "1. erstens\n2. zweitens\n\n   mit Absatz",
  "| a | b |\n| - | - |\n| 1 | 2 |",
  "```ts\nconst a = 1;\n\nconst b = 2;\n```",
  "> quoted\n> further",
  "## Überschrift",
  "Setext\n===",
  "***",
  "The steps are:",
  "<div>\nraw\n</div>",
];
const note = fc.array(fc.constantFrom(...BLOCKS), { maxLength: 12 }).map((blocks) => blocks.join("\n\n"));

function textOf(text: string): readonly string[] {
  const { count, starts, ends } = passagesOf(text);
  return Array.from({ length: count }, (_, at) => text.slice(starts[at], ends[at]));
}

describe("passages of a note", () => {
  test("a paragraph, a list, a quote, a table and a fence are one each; headings stand between", () => {
    const text = "# Title\n\nFirst.\n\n- a\n- b\n\n> q\n\n| a |\n| - |\n| 1 |\n\n```\nx\n\ny\n```\n";
    expect(textOf(text)).toEqual(["First.", "- a\n- b", "> q", "| a |\n| - |\n| 1 |", "```\nx\n\ny\n```"]);
  });

  test("lines count from 1, with frontmatter", () => {
    const text = "---\nname: x\n---\n\nOne\nmore.\n\nTwo.\n";
    const { firstLines, lastLines } = passagesOf(text, { start: text.indexOf("\n\nOne") + 1 });
    expect([...firstLines]).toEqual([5, 8]);
    expect([...lastLines]).toEqual([6, 8]);
  });

  test("a short paragraph that ends in a colon belongs to what it introduces", () => {
    expect(textOf("The steps are:\n\n- a\n- b\n\nAfter.")).toEqual(["The steps are:\n\n- a\n- b", "After."]);
  });

  test("a long list is parted at its items", () => {
    const item = `- ${"слово ".repeat(30)}`.trimEnd();
    const parts = textOf(Array.from({ length: 8 }, () => item).join("\n"));
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(part.startsWith("- ")).toBe(true);
  });

  test("passages never overlap, stand in order, and hold all text but headings and breaks", () => {
    fc.assert(
      fc.property(note, (text) => {
        const { count, starts, ends, firstLines, lastLines } = passagesOf(text);
        let rest = "";
        let at = 0;
        for (let passage = 0; passage < count; passage++) {
          expect(starts[passage]).toBeGreaterThanOrEqual(at);
          expect(ends[passage]).toBeGreaterThan(starts[passage]!);
          expect(lastLines[passage]).toBeGreaterThanOrEqual(firstLines[passage]!);
          const lines = text
            .split("\n")
            .slice(firstLines[passage]! - 1, lastLines[passage])
            .join("\n");
          expect(lines.trimEnd()).toBe(text.slice(starts[passage], ends[passage]).trimEnd());
          rest += text.slice(at, starts[passage]);
          at = ends[passage]!;
        }
        rest += text.slice(at);
        expect(rest.replace(/^## Überschrift$|^Setext\n===$|^\*\*\*$|\s/gmu, "")).toBe("");
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("a range of lines is widened to whole passages, and widening again changes nothing", () => {
    fc.assert(
      fc.property(note, fc.nat(30), fc.nat(10), (text, from, more) => {
        const blocks = scanBlocks(text);
        const passages = passagesOf(text, { blocks });
        const asked = { first: from + 1, last: from + 1 + more };
        const wide = widenedLines(text, { blocks, passages }, asked);
        if (wide === undefined) {
          expect(passagesIn(passages, asked)).toEqual([]);
          return;
        }
        expect(widenedLines(text, { blocks, passages }, wide)).toEqual(wide);
        for (const passage of passagesIn(passages, asked)) {
          expect(passages.firstLines[passage]).toBeGreaterThanOrEqual(wide.first);
          expect(passages.lastLines[passage]).toBeLessThanOrEqual(wide.last);
        }
      }),
      { numRuns: propertyRuns() },
    );
  });
});
