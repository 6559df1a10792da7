import { isPdError } from "@pd/core";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { namePattern } from "./name-pattern.js";

const atom = fc.constantFrom("a", "b", "-", ".", "[ab]", "[^a]", "[a-c0-9]", "\\d", "\\w", "\\.", "^", "$");
const repeat = fc.constantFrom("", "", "*", "+", "?", "{2}", "{1,3}", "{0,}", "*?");
const pattern: fc.Arbitrary<string> = fc.letrec<{ whole: string; group: string; piece: string }>((tie) => ({
  group: tie("whole").map((inner) => `(${inner})`),
  piece: fc.oneof({ maxDepth: 2 }, atom, tie("group")),
  whole: fc
    .array(fc.array(fc.tuple(tie("piece"), repeat), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 })
    .map((branches) =>
      branches
        .map((pieces) => pieces.map(([one, many]) => (one === "^" || one === "$" ? one : one + many)).join(""))
        .join("|"),
    ),
})).whole;

describe("FR-019 name patterns", () => {
  test("agree with RegExp on whether they match", () => {
    const name = fc.stringMatching(/^[abc0.-]{0,5}$/);
    fc.assert(
      fc.property(pattern, name, (source, text) => {
        expect(namePattern(source)(text), source).toBe(new RegExp(source, "u").test(text));
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("take a RegExp, with its flag i", () => {
    expect(namePattern(/^PDF-/i)("pdf-forms")).toBe(true);
    expect(namePattern(/^PDF-/)("pdf-forms")).toBe(false);
    expect(namePattern(/[A-C]x/i)("bX")).toBe(true);
  });

  test.each(["(a+)+$", "(a|aa)+$", "(a*)*b", "([a-z]+)*-$", "(.*){1,20}x", "(a?){30}a{30}"])(
    "take linear time for %s",
    (bomb) => {
      const before = process.cpuUsage();
      namePattern(bomb)(`${"a".repeat(500)}!`);
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000);
    },
  );

  test.each([
    "(?=a)",
    "(?<n>a)",
    "\\1",
    "(a",
    "a)",
    "[a",
    "*a",
    "a**",
    "[z-a]",
    "a{999}",
    "\\b",
    "((a{100}){100}){100}",
  ])("say what is wrong with %s", (bad) => {
    expect(() => namePattern(bad)).toThrow(expect.objectContaining({ code: "input-invalid", where: "name" }));
    try {
      namePattern(bad);
    } catch (error) {
      expect(isPdError(error)).toBe(true);
    }
  });
});
