import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { estimateTokens } from "../estimate.js";
import { anyText } from "../testing/text-classes.js";
import { createTextMeter } from "./text-meter.js";
import { createTokenizer } from "./tokenizer.js";
import { createVocabulary } from "./vocabulary.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const pieces = fc.array(
  fc.constantFrom(
    "word",
    "Word",
    "WORD",
    "camelCase",
    "word's",
    "a-b",
    "été",
    "naïve",
    "—",
    "“",
    " ",
    "  ",
    "\n",
    "\n\n",
    ".",
    ", ",
    "(",
    "[[",
    "]]",
    "#",
    "12",
    "3.14",
    "_",
    "渐进",
    "😀",
    "averyveryverylongword",
    "\t",
    '"',
    "\\",
  ),
  { maxLength: 60 },
);
const texts = fc.oneof(
  anyText,
  pieces.map((parts) => parts.join("")),
  fc.string({ unit: "grapheme", maxLength: 80 }),
);

describe("measuring a text while it is indexed", () => {
  test("gives the terms of the tokenizer and the price of the estimator, wherever the text is parted into lines", () => {
    fc.assert(
      fc.property(texts, fc.nat(20), (raw, before) => {
        const text = decoder.decode(encoder.encode(raw));
        const lead = encoder.encode("x".repeat(before));
        const bytes = encoder.encode("x".repeat(before) + text);
        const tokenizer = createTokenizer(createVocabulary());
        const meter = createTextMeter();
        // Twice: the second time every price comes from the table.
        for (let round = 0; round < 2; round += 1) {
          meter.begin(text, lead.length);
          const found: number[] = [];
          const apart: number[] = [];
          for (let at = lead.length; at < bytes.length; ) {
            const line = bytes.indexOf(10, at);
            const end = line < 0 ? bytes.length : line + 1;
            found.push(...tokenizer.measure(bytes, at, end, meter));
            apart.push(...tokenizer.tokenize(bytes, at, end));
            at = end;
          }
          expect(found).toEqual(apart);
          expect(meter.end().text).toBe(Math.max(1, estimateTokens(text)));
        }
      }),
      {
        numRuns: propertyRuns(),
        examples: [
          ["a  . b", 0],
          ["one. Two, three (four) five", 3],
          ["Don’t “go” — naïve", 1],
        ],
      },
    );
  });
});
