import { queryTerms } from "@pd/core/search";
import fc from "fast-check";
import { expect, test } from "vitest";
import { askedTerms } from "./asked-terms.js";
import { textUnits } from "./text-units.js";

const weightOf = (query: string, word: string) => {
  const [{ low, high } = { low: 0, high: 0 }] = queryTerms(word);
  return askedTerms(query).find((term) => term.low === low && term.high === high)?.weight;
};

test("plain talk counts less than what tells, and words for the same thing count a little", () => {
  expect(weightOf("my program crashes sometimes", "crash")).toBe(1);
  expect(weightOf("my program crashes sometimes", "sometimes")).toBeLessThan(0.5);
  expect(weightOf("my CV", "resume")).toBeLessThan(0.5);
  expect(weightOf("my CV and my resume", "resume")).toBe(1);
  expect(weightOf("发布到市场", "发布")).toBe(1);
});

test("every word of a request is asked for, each once, whatever it is", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "grapheme" }), fc.lorem()), (query) => {
      const keys = (terms: ReturnType<typeof askedTerms>) => terms.map(({ low, high }) => `${low}.${high}`);
      const asked = keys(askedTerms(query));
      expect(new Set(asked).size).toBe(asked.length);
      for (const key of keys(queryTerms(query))) expect(asked).toContain(key);
    }),
  );
});

test("the units of a text are all of it, one after the other", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("# A\n", "\n", "## 你好\n", `${"word ".repeat(60)}\n`, "x")), (lines) => {
      const bytes = new TextEncoder().encode(lines.join(""));
      const units = textUnits(bytes);
      expect(units[0]).toBe(0);
      expect(units.at(-1)).toBe(bytes.length);
      for (let at = 1; at + 1 < units.length; at += 2) expect(units[at]).toBe(units[at + 1]);
    }),
  );
});
