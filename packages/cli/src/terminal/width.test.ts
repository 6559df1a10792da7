import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { cut, padEnd, padStart, widthOf, wrap, wrapAtBlanks } from "./width.js";

test("columns, not characters: Chinese takes two, accents none, colours none", () => {
  expect(["abc", "漢字", "e\u0301", "😀", "ｆ", "\u001b[1mab\u001b[22m", "한글", "a\u200bb", ""].map(widthOf)).toEqual([
    3, 4, 1, 2, 2, 2, 4, 2, 0,
  ]);
});

test("a flag is two letters and takes two columns", () => {
  expect(widthOf("🇩🇪")).toBe(2);
  expect(widthOf("a 🇫🇷 b")).toBe(6);
});

test("a cut falls between characters and says that it is one", () => {
  expect([cut("abcdef", 4), cut("abc", 3), cut("漢字漢字", 5), cut("漢字漢字", 4), cut("abc", 0)]).toEqual([
    "abc…",
    "abc",
    "漢字…",
    "漢…",
    "",
  ]);
  expect([padEnd("漢", 4), padStart("漢", 4)]).toEqual(["漢  ", "  漢"]);
});

test("text is wrapped at blanks, and anywhere where there are none", () => {
  expect(wrap("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrap("漢字漢字漢字", 4)).toEqual(["漢字", "漢字", "漢字"]);
  expect(wrap("one two three four", 7, 2)).toEqual(["one two", "three…"]);
  expect(wrap("  ", 10)).toEqual([]);
});

test("a program gets words whole: nothing breaks within one, and no line ends early", () => {
  const id = "note:temporal-separation-of-capture-and-processing-preserves-context";
  expect(wrapAtBlanks(`linked with ${id} and 漢字`, 20)).toEqual(["linked with", id, "and 漢字"]);
  expect(wrapAtBlanks("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrapAtBlanks("  ", 7)).toEqual([]);
});

test("plain text is wrapped and cut as other text of the same widths is", () => {
  // A letter with an accent takes one column too, and is no ASCII.
  const accented = (text: string) => text.replaceAll("e", "é");
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("e", "eat", "beef", "eleven trees", "seventeenths", " "), { maxLength: 20 }),
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom(1, 2, 3, Number.POSITIVE_INFINITY),
      (words, width, most) => {
        const text = words.join(" ");
        expect(wrap(text, width, most).map(accented)).toEqual(wrap(accented(text), width, most));
        expect(accented(cut(text, width))).toBe(cut(accented(text), width));
      },
    ),
    { numRuns: propertyRuns() },
  );
});

test("no line of any text is wider than asked, and nothing is lost", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), fc.integer({ min: 2, max: 40 }), (text, width) => {
      const lines = wrap(text, width);
      expect(lines.every((line) => widthOf(line) <= width)).toBe(true);
      expect(lines.join("").replace(/\s/gu, "")).toBe(text.replace(/\s/gu, ""));
      expect(widthOf(cut(text, width))).toBeLessThanOrEqual(width);
      expect(wrap(text, width, 2).length).toBeLessThanOrEqual(2);
    }),
    { numRuns: propertyRuns() },
  );
});
