import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../testing/any-text.js";
import { cutEnds, onOneLine } from "./catalogue-description.js";

const graphemes = (text: string) => [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)];

const cuts = (text: string) => [...cutEnds(text)].map((end) => text.slice(0, end));

describe("R5.11 where a description can be cut", () => {
  test("after a word, and not after what leads on to the next", () => {
    expect(cuts("Fill PDF forms, and read - tables")).toEqual([
      "Fill",
      "Fill PDF",
      "Fill PDF forms",
      "Fill PDF forms, and",
      "Fill PDF forms, and read",
    ]);
    expect(cuts("Fill")).toEqual([]);
    expect(cuts("")).toEqual([]);
  });

  test("inside a word that is longer than any, and where words are not parted by blanks", () => {
    expect(cuts("Donaudampfschifffahrtsgesellschaftskapitän")[0]).toBe("Donaudam");
    const chinese = "填写表单并从中读取表格数据".repeat(6);
    expect(cuts(chinese)[0]).toBe(chinese.slice(0, 8));
    expect(cuts(chinese).length).toBeGreaterThan(5);
  });

  test.each([
    ["a family", "👨‍👩‍👧‍👦"],
    ["a flag", "🇩🇪"],
    ["a letter with marks", "e\u0301\u0323"],
    ["a Hangul syllable of parts", "\u1112\u1161\u11ab"],
    ["a letter outside the first plane", "𝒳"],
  ])("%s is never parted", (_, character) => {
    const all = cuts(character.repeat(40));
    expect(all.length).toBeGreaterThan(3);
    for (const cut of all) expect(cut.length % character.length).toBe(0);
  });

  test("whatever the text: more and more of it, whole characters, never nothing and never all", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.lorem({ maxCount: 60 }),
    );
    fc.assert(
      fc.property(text, (raw) => {
        const description = onOneLine(raw);
        const boundaries = new Set(graphemes(description).map(({ index }) => index));
        const longest = Math.max(0, ...graphemes(description).map(({ segment }) => segment.length));
        let last = 0;
        for (const end of cutEnds(description)) {
          expect(end).toBeGreaterThan(last);
          expect(end).toBeLessThan(description.length);
          expect(description.slice(0, end)).not.toMatch(/\p{Cs}$/u);
          if (longest < 16) expect(boundaries.has(end)).toBe(true);
          last = end;
        }
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });
});

test("a description is one line, without control characters", () => {
  expect(onOneLine(" a\r\n\tb\u0000\u001b[31m\u0085c\u2028d ")).toBe("a b [31m c d");
});
