import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test, vi } from "vitest";
import { withoutGrowth } from "../compiled/without-growth.js";
import { anyText } from "../testing/text-classes.js";
import { type CompiledTerms, createCompiledTerms } from "./compiled-terms.js";
import { createForwardField } from "./forward-field.js";
import { createSegmentBuilder, type OnAbandoned, type SegmentBuilder } from "./index-builder.js";
import { textPrice } from "./text-price.js";
import { createTokenizer } from "./tokenizer.js";
import { createVocabulary } from "./vocabulary.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const WORDS =
  "word Word WORD camelCase aBcDeFgHiJkLmN snake_case word's a-b e.g. .NET C++ C# page#anchor été naïve Ünïcode don’t 3.14 12 2026 averyveryverylongword sixteenletterxyz seventeenlettersx thirtytwolettersthirtytwoletters x y Яблоко ελλάδα";
const MARKS =
  "— “ ” [[ ]] | # ## - * ** ` ``` ( ) . , ; : ! ? ' \" \\ / { } = + & 渐进 披露。 ｶﾅ 한국어 ไทย 😀 👍🏽 𝒜 é \u0301 \u00a0 \u0001 \ufeff";
const BLANKS = [" ", " ", " ", ". ", ", ", "\n", "\n\n", "  ", "\t", "\r\n", ""];
const pieces = fc.array(
  fc.tuple(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...WORDS.split(" ")) }, fc.constantFrom(...MARKS.split(" "))),
    fc.constantFrom(...BLANKS),
  ),
  { maxLength: 90 },
);
const texts = fc.oneof(
  anyText,
  pieces.map((parts) => parts.flat().join("")),
  fc.string({ unit: "grapheme", maxLength: 80 }),
);

/** The text line by line, as places in the bytes of a file with something before it. */
function linesOf(bytes: Uint8Array, from: number): number[] {
  const extents: number[] = [];
  for (let at = from; at < bytes.length; ) {
    const line = bytes.indexOf(10, at);
    const end = line < 0 ? bytes.length : line + 1;
    extents.push(at, end);
    at = end;
  }
  return extents;
}

interface Both {
  readonly compiled: CompiledTerms;
  readonly measure: (file: Uint8Array, from: number, extents: readonly number[]) => void;
  readonly sameTerms: () => void;
}

/** Both ways with a vocabulary each: the same terms in the same order get the same numbers. */
function both(): Both {
  const [ours, plain] = [createVocabulary(), createVocabulary()];
  const compiled = createCompiledTerms(ours)!;
  const tokenizer = createTokenizer(plain);
  return {
    compiled,
    measure(file, from, extents) {
      const [found, expected] = [createForwardField(), createForwardField()];
      const documents = extents.length / 2;
      expect(compiled.measure(file, from, extents)).toEqual(textPrice(decoder.decode(file.subarray(from))));
      found.take(0, compiled, 0, documents);
      for (let at = 0; at < documents; at += 1)
        expected.set(at, tokenizer.tokenize(file, extents[2 * at], extents[2 * at + 1]));
      expectSame(found.freeze(documents), expected.freeze(documents));
    },
    sameTerms: () => expectSame(ours.freeze(), plain.freeze()),
  };
}

/** By their bytes: a deep comparison of long arrays takes seconds. */
function expectSame<Arrays extends object>(found: Arrays, expected: Arrays): void {
  for (const [name, array] of Object.entries(expected)) {
    const ours = Object.entries(found).find(([other]) => other === name)?.[1];
    if (!ArrayBuffer.isView(array)) expect(ours, name).toEqual(array);
    else expect(Buffer.compare(bytesOf(ours), bytesOf(array)), name).toBe(0);
  }
}

function bytesOf(array: ArrayBufferView): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

describe("the compiled tokenizer and meter", () => {
  test("give the terms of the tokenizer and the price of the estimator, wherever a text is parted into lines", () => {
    const { measure, sameTerms } = both();
    fc.assert(
      fc.property(texts, fc.nat(20), (raw, before) => {
        const lead = `${"x".repeat(before)}\n`;
        const file = encoder.encode(lead + raw);
        // Twice: the second time every price comes from the table.
        for (let round = 0; round < 2; round += 1) measure(file, lead.length, linesOf(file, lead.length));
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
    sameTerms();
  });

  test("find the same stems", () => {
    const suffixes =
      "s es ed ing ly eed eedly ingly edly ies ied y ation ational tional enci anci izer ization ator alism aliti fulness ousness iveness iviti biliti ogi fulli lessli alize icate iciti ical ful ness ative al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion e l ll us ss";
    const stems = fc.oneof(
      fc.constantFrom(
        "gener",
        "arsen",
        "commun",
        "sk",
        "skis",
        "dying",
        "news",
        "inning",
        "proceed",
        "yoy",
        "succeeds",
        "bl",
        "hopp",
      ),
      fc.string({ unit: fc.constantFrom(..."aeioubcdlnstyyzw"), minLength: 1, maxLength: 7 }),
    );
    const word = fc
      .tuple(stems, fc.array(fc.constantFrom(...suffixes.split(" ")), { maxLength: 3 }))
      .map(([stem, endings]) => stem + endings.join(""));
    const { measure, sameTerms } = both();
    fc.assert(
      fc.property(fc.array(word, { minLength: 20, maxLength: 60 }), (words) => {
        const file = encoder.encode(words.join(" "));
        measure(file, 0, [0, file.length]);
      }),
      { numRuns: propertyRuns(0.5) },
    );
    sameTerms();
  });

  test("leave alone what is no UTF-8", () => {
    const { compiled } = both();
    const broken = ["ff", "c0af", "c3", "e28099e2", "eda080", "f4908080", "f08080af", "80", "e0809f", "f8888080"];
    for (const hex of broken) {
      const file = Buffer.concat([
        Buffer.from("A word and another, then: "),
        Buffer.from(hex, "hex"),
        Buffer.from(" end"),
      ]);
      expect(compiled.measure(file, 0, [0, file.length])).toBeUndefined();
      const last = Buffer.concat([Buffer.from("word "), Buffer.from(hex, "hex")]);
      expect(compiled.measure(last, 0, [0, last.length])).toBeUndefined();
    }
  });

  test("take more spellings and terms than their tables hold at first", () => {
    const { measure, sameTerms } = both();
    const many = (from: number) => Array.from({ length: 30_000 }, (_, at) => `w${(from + at).toString(36)}q`).join(" ");
    for (let from = 0; from < 240_000; from += 30_000) {
      const file = encoder.encode(many(from));
      measure(file, 0, [0, file.length]);
    }
    const again = encoder.encode(many(0));
    measure(again, 0, [0, again.length]);
    sameTerms();
  });
});

const NOTHING = { names: [], description: "", tags: [], headings: [""] };

describe("an index", () => {
  function build(bodyBytes: number, files: readonly Uint8Array[]) {
    const builder: SegmentBuilder = createSegmentBuilder({ bodyBytes });
    for (const [number, file] of files.entries()) {
      const text = decoder.decode(file);
      const extents = linesOf(file, 0);
      builder.add({
        names: [`Note ${number}`, text.slice(0, 30)],
        description: text.slice(30, 150),
        tags: ["one", text.slice(0, 7)],
        headings: extents
          .filter((_, at) => at % 2 === 0)
          .map((start) => decoder.decode(file.subarray(start, start + 40))),
      });
      builder.setLinkTexts(number, [text.slice(5, 25)]);
    }
    const prices = files.map((file, number) => builder.setFile(number, file, 0, linesOf(file, 0)));
    return { prices, segment: builder.finish() };
  }

  test("is the same to the byte, made by the module or without it", () => {
    const root = fileURLToPath(new URL("../../../../docs", import.meta.url));
    const names = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
    const files = names.map((name) => readFileSync(join(root, name)));
    const broken = Buffer.concat([files[0]!, Buffer.from([0xff, 0xc0])]);
    const large = Buffer.from("A sentence of some words, again and again. ".repeat(20_000));
    const all = [...files, broken, large, Buffer.from("\ufeffBOM\r\nline"), Buffer.alloc(0)];
    const [compiled, plain] = [build(1e6, all), build(0, all)];
    expect(compiled.prices).toEqual(plain.prices);
    expectSame(compiled.segment.vocabulary, plain.segment.vocabulary);
    for (const [field, forward] of plain.segment.forward.entries()) {
      expectSame(compiled.segment.forward[field]!, forward);
      expectSame(compiled.segment.postings[field]!, plain.segment.postings[field]!);
    }
  });

  test("is made where there is no WebAssembly", () => {
    const file = encoder.encode("Some words.\nAnd others.");
    const expected = build(1e6, [file]);
    vi.stubGlobal("WebAssembly", undefined);
    try {
      expect(createCompiledTerms(createVocabulary())).toBeUndefined();
      expect(build(1e6, [file])).toEqual(expected);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  const many = (prefix: string) => Array.from({ length: 9000 }, (_, at) => `${prefix}${at.toString(36)}q`).join(" ");

  test.each([
    ["a body", "", many("w")],
    ["a field", many("w"), ""],
    ["a field that is not ASCII", many("wé"), ""],
  ])(
    "is the same where the module has no memory for the terms of %s, and that is told",
    async (_, description, body) => {
      const made = (bodyBytes: number, onAbandoned?: OnAbandoned) => {
        const builder = createSegmentBuilder({ bodyBytes, onAbandoned });
        builder.add({ ...NOTHING, names: ["Before"] });
        builder.add({ ...NOTHING, description });
        builder.add({ ...NOTHING, names: ["After"] });
        const files = ["Before it.", body, "After it: w1q."].map((text) => encoder.encode(text));
        const prices = files.map((file, number) => builder.setFile(number, file, 0, [0, file.length]));
        return { prices, segment: builder.finish() };
      };
      const plain = made(0);
      const onAbandoned = vi.fn();
      const found = await withoutGrowth(() => made(1e6, onAbandoned), 7);
      expect(onAbandoned.mock.calls.filter(([module]) => module === "terms")).toEqual([
        ["terms", expect.any(RangeError)],
      ]);
      expect(found.prices).toEqual(plain.prices);
      expectSame(found.segment.vocabulary, plain.segment.vocabulary);
      for (const [field, forward] of plain.segment.forward.entries()) {
        expectSame(found.segment.forward[field]!, forward);
        expectSame(found.segment.postings[field]!, plain.segment.postings[field]!);
      }
    },
  );

  test("has no units of a file that the note was not said to have", () => {
    const builder = createSegmentBuilder({ bodyBytes: 1e6 });
    builder.add(NOTHING);
    builder.add(NOTHING);
    const file = encoder.encode("one\ntwo\n");
    builder.setFile(0, file, 0, [0, 4, 4, 8]);
    builder.setFile(1, file, 0, [4, 8]);
    const { lengths } = builder.finish().forward[4]!;
    expect([...lengths]).toEqual([1, 1]);
  });
});

describe("What a hostile text can reach", () => {
  test("a run of a dense script goes on where its terms need more memory", () => {
    const { measure, sameTerms } = both();
    let random = 1;
    let text = "";
    for (let at = 0; at < 80_000; at += 1) {
      random = (Math.imul(random, 1664525) + 1013904223) | 0;
      text += String.fromCharCode(0x4e00 + ((random >>> 12) % 20_000));
    }
    const file = encoder.encode(text);
    measure(file, 0, [0, file.length]);
    sameTerms();
  });

  test("the price of a word is not kept with another that stands in its place since the table was emptied", () => {
    const { compiled } = both();
    const price = (text: string) => compiled.measure(encoder.encode(text), 0, [0, text.length]);
    price("zeta\n");
    // As many as the table takes besides the one.
    const words = Array.from({ length: 163_839 }, (_, at) =>
      [...at.toString(26).padStart(4, "0")]
        .map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
        .join(""),
    );
    price(` ${words.join("q ")}q`);
    price("x zeta");
    expect(price(". x x")).toEqual(textPrice(". x x"));
  });

  test("no spelling is taken for another that differs where a known factor would take the difference back", () => {
    const file = encoder.encode("abcdefgaijklamn0 abcdefgAijklbmnP");
    // One in four seeds would do.
    for (let run = 0; run < 20; run += 1) both().measure(file, 0, [0, file.length]);
  });

  test("a file that was longer when it was parsed is left alone", () => {
    const { compiled } = both();
    expect(compiled.measure(encoder.encode("short"), 0, [0, 60 * 2 ** 20])).toBeUndefined();
    expect(compiled.measure(encoder.encode("short"), 6, [])).toBeUndefined();
  });
});
