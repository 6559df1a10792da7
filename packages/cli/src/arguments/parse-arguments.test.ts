import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import type { Option } from "./options.js";
import { findWord, parseArguments, pickOptions } from "./parse-arguments.js";

const OPTIONS: readonly Option[] = [
  { name: "limit", kind: "integer", description: "" },
  { name: "share", kind: "number", description: "" },
  { name: "tag", kind: "text", many: true, description: "" },
  { name: "domain", kind: "text", description: "", aliases: ["d"] },
  { name: "loud", kind: "flag", description: "" },
  { name: "no-repeat", kind: "toggle", description: "" },
  { name: "extra", kind: "json", description: "" },
  { name: "form", kind: "text", choices: ["json", "text"], description: "" },
];

const parse = (...args: readonly string[]) => {
  const { options, words } = parseArguments(args, OPTIONS);
  return { ...Object.fromEntries(options), words };
};

test("a value follows its option, or hangs on it", () => {
  expect(parse("--limit", "3", "--domain=a=b", "word")).toEqual({ limit: 3, domain: "a=b", words: ["word"] });
  expect(parse("-d", "x", "--tag", "a", "--tag=b", "--loud")).toEqual({
    domain: "x",
    tag: ["a", "b"],
    loud: true,
    words: [],
  });
  expect(parse("--no-repeat", "--extra", '{"a":[1]}')).toEqual({
    "no-repeat": false,
    extra: { json: { a: [1] } },
    words: [],
  });
});

test("after -- everything is a word, and so are - and negative numbers", () => {
  expect(parse("a", "--", "--limit", "-d").words).toEqual(["a", "--limit", "-d"]);
  expect(parse("-", "-5", "").words).toEqual(["-", "-5", ""]);
  expect(parse("--share", "-0.5")).toEqual({ share: -0.5, words: [] });
});

test("the last of several counts where only one can", () => {
  expect(parse("--limit", "1", "--limit", "2")).toEqual({ limit: 2, words: [] });
});

describe("what is wrong is named, with what would work", () => {
  test.each([
    [["--limti", "3"], /no option --limti/, /--limit/],
    [["--zzzzzzzz"], /no option/, /--help/],
    [["--limit"], /needs a value/, /--limit <n>/],
    [["--domain", "--loud"], /looks like an option/, /--domain=/],
    [["--limit", "3.5"], /cannot be "3.5"/, /whole number/],
    [["--limit", ""], /cannot be ""/, /whole number/],
    [["--limit", "Infinity"], /cannot be/, /whole number/],
    [["--share", "x"], /cannot be "x"/, /number/],
    [["--loud=yes"], /takes no value/, /--loud alone/],
    [["--extra", "{"], /takes JSON/, /--extra/],
    [["--form", "jsn"], /cannot be "jsn"/, /"json"/],
    [["--__proto__"], /no option --__proto__/, /./],
  ])("%j", (args, message, fix) => {
    expect(() => parse(...args)).toThrow(
      expect.objectContaining({
        code: "input-invalid",
        message: expect.stringMatching(message),
        fix: expect.stringMatching(fix),
      }),
    );
  });

  test("a huge argument takes no time and is not repeated", () => {
    const huge = "x".repeat(1_000_000);
    expect(() => parse(`--${huge}`)).toThrow(/^There is no option --x{58}…$/u);
    expect(() => parse("--limit", huge)).toThrow(/^.{0,120}$/u);
    expect(parse(huge).words[0]).toHaveLength(1_000_000);
  });
});

test("the command is the first word that is no value of an option", () => {
  expect(findWord(["--domain", "search", "--loud", "scan", "x"], OPTIONS)).toBe(3);
  expect(findWord(["--unknown", "scan"], OPTIONS)).toBe(1);
  expect(findWord(["--domain=search", "scan"], OPTIONS)).toBe(1);
  expect(findWord(["--loud", "--", "scan"], OPTIONS)).toBe(-1);
  expect(findWord([], OPTIONS)).toBe(-1);
});

test("of a line with other options in it, these can be picked", () => {
  const picked = pickOptions(["x", "--other", "--limit", "4", "--loud", "--", "--limit", "5"], OPTIONS);
  expect(Object.fromEntries(picked)).toEqual({ limit: 4, loud: true });
});

test("any line is parsed or refused with a code; words come back as they went in", () => {
  const arg = fc.oneof(
    fc.string(),
    fc.constantFrom("--limit", "--tag", "--loud", "--", "-d", "--domain=x", "--extra", "3"),
  );
  fc.assert(
    fc.property(fc.array(arg, { maxLength: 12 }), (args) => {
      try {
        const { words } = parseArguments(args, OPTIONS);
        expect(words.every((word) => args.includes(word))).toBe(true);
      } catch (error) {
        expect(error).toMatchObject({ code: "input-invalid" });
      }
    }),
    { numRuns: propertyRuns() },
  );
  fc.assert(
    fc.property(fc.array(fc.string()), (words) => {
      expect(parseArguments(["--", ...words], OPTIONS).words).toEqual(words);
    }),
    { numRuns: propertyRuns() },
  );
});
