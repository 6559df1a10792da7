import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { bytes, utf8Length, words } from "./counters.js";
import { loadO200k } from "./o200k.js";
import { anyText } from "./testing/text-classes.js";
import { type TokenCounter, type Tokens, tokens, withinMargin } from "./tokens.js";

describe("R2.9 counters", () => {
  test("words is the seed's, and sees nothing of Chinese but one word", () => {
    expect(words.count("one two  three\nfour")).toBe(6);
    expect(words.count("")).toBe(0);
    expect(words.count("漸進式揭露")).toBe(2);
  });

  test("bytes is the UTF-8 length, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
      }),
      { numRuns: propertyRuns() },
    );
    expect(utf8Length("\ud800a")).toBe(new TextEncoder().encode("\ud800a").length);
  });

  test("bytes bounds a real tokenizer from above", async () => {
    const real = await loadO200k();
    fc.assert(
      fc.property(anyText, (text) => {
        expect(real.count(text)).toBeLessThanOrEqual(bytes.count(text));
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("o200k takes control tokens as the text they are", async () => {
    expect((await loadO200k()).count("<|endoftext|>")).toBeGreaterThan(1);
  });
});

test("tokens are whole and never negative", () => {
  for (const wrong of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    expect(() => tokens(wrong)).toThrow(/not a number of tokens/);
  // @ts-expect-error characters are not tokens
  const length: Tokens = "text".length;
  expect(length).toBe(4);
});

test("R2.4 what is counted within the margin is within the budget in truth", () => {
  const margin = { share: 0.04, fixed: 5 };
  const counter: TokenCounter = { name: "off", margin, count: (text) => text.length as Tokens };
  fc.assert(
    fc.property(fc.nat(100_000), (budget) => {
      const most = withinMargin(tokens(budget), counter);
      if (most > 0) expect(most * (1 + margin.share) + margin.fixed).toBeLessThanOrEqual(budget + 1e-6);
    }),
    { numRuns: propertyRuns() },
  );
});
