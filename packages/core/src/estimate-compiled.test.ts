import * as fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { estimateUnits, interpretedUnits } from "./estimate.js";
import { MOST_CHARACTERS } from "./estimate-compiled.js";
import { compiledUnits } from "./estimate-pieces.js";

const texts = fc.array(
  fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom(..."  \n\n\r\t\"{}[],:;.-_/#*'`=<>|~^&%$@!?\\()") }),
    fc.stringMatching(/^[A-Za-z]{1,40}$/),
    fc.stringMatching(/^[0-9]{1,12}$/),
    fc.constantFrom(
      "the",
      " budget",
      "Tokens",
      "HTTP",
      "naïve",
      "straße",
      "привет",
      "日本語",
      " 中文",
      "한국어",
      "—",
      "\ud83d\ude00",
      "\ud800",
      "\udc00",
      "🇩🇪",
      "𝐀",
      "\n\n",
      "  ",
      '{"id":"',
    ),
    fc.json(),
  ),
);

test("a text costs the same to the unit, compiled or not", () => {
  expect(compiledUnits()).toBeDefined();
  fc.assert(
    fc.property(texts, (parts) => {
      const text = parts.join("");
      expect(estimateUnits(text)).toBe(interpretedUnits(text));
    }),
    { numRuns: propertyRuns(4) },
  );
});

test("a text that is too long for the compiled way costs what its like costs", () => {
  const text = "budget ".repeat(MOST_CHARACTERS / 7);
  expect(estimateUnits(text.slice(0, MOST_CHARACTERS))).toBe(interpretedUnits(text.slice(0, MOST_CHARACTERS)));
  expect(estimateUnits(`${text}budget budget`)).toBe(interpretedUnits(`${text}budget budget`));
});
