import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { o200k } from "../o200k/index.js";
import { anyText } from "../testing/text-classes.js";
import { bytes, scaled, utf8Length, words } from "./counters.js";
import { type Tokens, tokens } from "./tokens.js";

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

  test("bytes bounds a real tokenizer from above", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(o200k.count(text)).toBeLessThanOrEqual(bytes.count(text));
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("o200k takes control tokens as the text they are", () => {
    expect(o200k.count("<|endoftext|>")).toBeGreaterThan(1);
  });
});

describe("scaled", () => {
  test("is the count times the factor, rounded up, under a name that says so", async () => {
    const larger = scaled(o200k, 1.2);
    expect([larger.name, larger.count(""), larger.count("Grüße"), scaled(bytes, 1.1).count("x".repeat(100))]).toEqual([
      "o200k×1.2",
      0,
      Math.ceil(o200k.count("Grüße") * 1.2),
      110,
    ]);
    await larger.load?.();
    expect(scaled(words, 2).load).toBeUndefined();
  });

  test("never falls short, and adds up where the counter does", () => {
    const factor = fc.double({ min: 0.01, max: 10, noNaN: true });
    fc.assert(
      fc.property(anyText, anyText, factor, (left, right, by) => {
        const counter = scaled(o200k, by);
        const [whole, exact] = [counter.count(left + right), o200k.count(left + right) * by];
        expect(whole).toBeGreaterThanOrEqual(exact - 1e-5);
        expect(whole).toBeLessThan(exact + 1);
        if (counter.parts?.separates(left, right) !== true) return;
        expect(counter.parts.tokens(counter.parts.units(left) + counter.parts.units(right))).toBe(whole);
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("refuses a factor that is none, with a fix", () => {
    for (const factor of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => scaled(words, factor)).toThrow(
        expect.objectContaining({ code: "input-invalid", fix: expect.stringContaining("1.2") }),
      );
  });
});

test("tokens are whole and never negative", () => {
  for (const wrong of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    expect(() => tokens(wrong)).toThrow(/not a number of tokens/);
  // @ts-expect-error characters are not tokens
  const length: Tokens = "text".length;
  expect(length).toBe(4);
});
