import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "./any-text.js";
import { LEAST_CAP, onOneLine, shortened } from "./catalogue-description.js";

const graphemes = (text: string) => [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)];

describe("R5.11 a shortened description", () => {
  test("ends after a word and says that it goes on", () => {
    expect(shortened("Fill PDF forms, and read tables from them", 24)).toBe("Fill PDF forms, and…");
    expect(shortened("Fill PDF forms, and read tables from them", 17)).toBe("Fill PDF forms…");
    expect(shortened("Fill PDF forms", 16)).toBe("Fill PDF forms");
  });

  test("a long word is cut where there is no better place", () => {
    expect(shortened("Internationalisierungsaufgaben", 16)).toBe("Internationalis…");
    expect(shortened("......................", 16)).toBe("...............…");
  });

  test.each([
    ["a family", "👨‍👩‍👧‍👦"],
    ["a flag", "🇩🇪"],
    ["a letter with marks", "e\u0301\u0323"],
    ["a Hangul syllable of parts", "\u1112\u1161\u11ab"],
    ["a letter outside the first plane", "𝒳"],
  ])("%s is never parted", (_, character) => {
    for (let cap = LEAST_CAP; cap < 60; cap++) {
      const cut = shortened(character.repeat(40), cap);
      expect(cut.length).toBeLessThanOrEqual(cap);
      expect(cut.slice(0, -1).length % character.length).toBe(0);
      expect(cut.length).toBeGreaterThan(1);
    }
  });

  test("a pile of marks that is longer than the cap is cut between code points, and something is left", () => {
    const cut = shortened(`a${"\u0301".repeat(500)}`, 16);
    expect(cut).toBe(`a${"\u0301".repeat(14)}…`);
    expect(shortened("👨‍".repeat(500), 16)).not.toMatch(/\p{Cs}/u);
  });

  test("whatever the text: within the cap, a beginning of it, whole characters", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.lorem({ maxCount: 60 }),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: LEAST_CAP, max: 320 }), (raw, cap) => {
        const description = onOneLine(raw);
        const cut = shortened(description, cap);
        if (description.length <= cap) {
          expect(cut).toBe(description);
          return;
        }
        expect(cut.length).toBeLessThanOrEqual(cap);
        expect(cut.endsWith("…")).toBe(true);
        const kept = cut.slice(0, -1);
        expect(kept).not.toBe("");
        expect(description.startsWith(kept)).toBe(true);
        const boundaries = new Set(graphemes(description).map(({ index }) => index));
        const longest = Math.max(...graphemes(description).map(({ segment }) => segment.length));
        if (longest < LEAST_CAP) expect(boundaries.has(kept.length)).toBe(true);
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });
});

test("a description is one line, without control characters", () => {
  expect(onOneLine(" a\r\n\tb\u0000\u001b[31m\u0085c\u2028d ")).toBe("a b [31m c d");
});
