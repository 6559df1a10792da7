import * as fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { createVocabulary, findTerm } from "../postings/vocabulary.js";
import { hashPairHigh, hashPairLow, hashTerm } from "./term-hash.js";
import { createTokenizer } from "./tokenizer.js";

const encoder = new TextEncoder();

/** Which of some terms a text has. */
function has(text: string, terms: readonly string[], query = false): readonly string[] {
  const vocabulary = createVocabulary();
  const found = new Set(
    createTokenizer(vocabulary, { query })
      .tokenize(encoder.encode(text))
      .map((word) => word >>> 1),
  );
  const words = vocabulary.freeze();
  return terms.filter((term) => {
    const points = Array.from(term, (character) => character.codePointAt(0)!);
    const dense = points.length <= 2 && points[0]! >= 0x3000;
    const { low, high } = dense
      ? { low: hashPairLow(points[0]!, points[1] ?? 0), high: hashPairHigh(points[0]!, points[1] ?? 0) }
      : hashTerm(term);
    return found.has(findTerm(words, low, high));
  });
}

function count(text: string): number {
  return createTokenizer(createVocabulary()).tokenize(encoder.encode(text)).length;
}

describe("tokens", () => {
  test("words are folded, split and stemmed", () => {
    expect(has("The Budgets of tokenBudget, naïve.", ["budget", "token", "tokenbudget", "naiv", "naive"])).toEqual([
      "budget",
      "token",
      "tokenbudget",
      "naiv",
    ]);
  });

  test("R3.2 C, C++, C# and .NET are told apart", () => {
    const languages = ["c", "c++", "c#", ".net", "net"];
    expect(has("C", languages)).toEqual(["c"]);
    expect(has("in C++, as", languages)).toEqual(["c++"]);
    expect(has("(C#)", languages)).toEqual(["c#"]);
    expect(has("on .NET 8", languages)).toEqual([".net"]);
    expect(has("ASP.NET", languages)).toEqual([".net"]);
    expect(has("the net.", languages)).toEqual(["net"]);
    expect(has("page#anchor a#b", ["page", "anchor", "a", "b"])).toEqual(["page", "anchor", "a", "b"]);
  });

  test("Chinese, Japanese and Korean by pairs, and a single character where it is asked for alone", () => {
    expect(has("渐进式披露", ["渐进", "进式", "披露", "渐", "渐式"])).toEqual(["渐进", "进式", "披露", "渐"]);
    expect(has("渐进", ["渐进", "渐"], true)).toEqual(["渐进"]);
    expect(has("渐", ["渐"], true)).toEqual(["渐"]);
    expect(has("カタカナとひらがな한국어", ["カタ", "ひら", "한국"])).toEqual(["カタ", "ひら", "한국"]);
    expect(has("用TypeScript写", ["typescript", "用", "写"])).toEqual(["typescript", "用", "写"]);
  });

  test("other scripts and numbers are words", () => {
    expect(has("Привет мир 42", ["привет", "мир", "42"])).toEqual(["привет", "мир", "42"]);
    expect(has("été “quoted”—dash…", ["ete", "quot", "dash"])).toEqual(["ete", "quot", "dash"]);
  });

  test("a decomposed accent is the same as a composed one", () => {
    expect(has("cafe\u0301", ["cafe"])).toEqual(["cafe"]);
  });

  test("a very long token counts once and by its beginning only", () => {
    expect(count("a".repeat(100_000))).toBe(1);
    expect(count(`${"é".repeat(50_000)} x`)).toBe(2);
    expect(count("a-".repeat(5000))).toBeLessThan(10_000);
  });

  test("a term is found again at the same number, however often the tokenizer is used", () => {
    const vocabulary = createVocabulary();
    const tokenizer = createTokenizer(vocabulary);
    const words = Array.from({ length: 5000 }, (_, at) => `word${at}`);
    const first = tokenizer.tokenize(encoder.encode(words.join(" "))).slice();
    expect(tokenizer.tokenize(encoder.encode(words.join("\n")))).toEqual(first);
    expect(new Set(first).size).toBe(5000);
  });

  test.each([
    ["In Paris, near", "Paris", true],
    ["Paris is", "Paris", false],
    ["It rained. Paris is", "Paris", false],
    ["as (Paris) was", "Paris", true],
    ["see [[Paris]] there", "Paris", true],
    ["a city", "city", false],
    ["the NATO", "NATO", true],
    ["call setBody now", "setBody", true],
    ["in Österreich", "Österreich", true],
    ["été", "été", false],
    ["渐进", "渐进", true],
  ])("%s: is %s written like a name? %s", (text, name, expected) => {
    const tokenizer = createTokenizer(createVocabulary());
    const own = new Set(tokenizer.tokenize(encoder.encode(name)).map((word) => word >>> 1));
    const words = [...tokenizer.tokenize(encoder.encode(text))].filter((word) => own.has(word >>> 1));
    expect(words.some((word) => (word & 1) === 1)).toBe(expected);
  });

  test("bytes of any kind give terms of the vocabulary, and a part of them reads nothing outside", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(200), fc.nat(200), (bytes, one, other) => {
        const start = Math.min(one, other, bytes.length);
        const end = Math.min(Math.max(one, other), bytes.length);
        const vocabulary = createVocabulary();
        const tokenizer = createTokenizer(vocabulary);
        const inside = tokenizer.tokenize(bytes, start, end).slice();
        expect(inside.every((word) => word >>> 1 < vocabulary.size)).toBe(true);
        const numbers = (words: Uint32Array) => words.map((word) => word >>> 1);
        expect(numbers(tokenizer.tokenize(bytes.slice(start, end)))).toEqual(numbers(inside));
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("any text: words apart give the terms of each", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 20 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(count(`${one} \n ${other}`)).toBe(count(one) + count(other));
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });
});
