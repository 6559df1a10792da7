import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { anyText } from "../testing/text-classes.js";
import { createJoined } from "./joined.js";
import { BASE, LENGTH, LENGTH_MASK, LONGEST_TOKEN, rankOf, START, TOKENS } from "./vocabulary.js";
import { readVocabulary } from "./vocabulary-source.js";

const vocabulary = readVocabulary()!;
const steps = { count: 0 };
const joined = createJoined(vocabulary, steps);

/** As the reference says it: join the two neighbours of lowest rank, the leftmost of equals, until no two join. */
function joinedPlainly(bytes: Uint8Array): number {
  const borders = Array.from({ length: bytes.length + 1 }, (_, at) => at);
  for (;;) {
    let lowest = TOKENS;
    let chosen = 0;
    for (let part = 0; part + 2 < borders.length; part += 1) {
      const rank = rankBetween(bytes, borders[part]!, borders[part + 2]!);
      if (rank >= 0 && rank < lowest) [lowest, chosen] = [rank, part];
    }
    if (lowest === TOKENS) return borders.length - 1;
    borders.splice(chosen + 1, 1);
  }
}

function rankBetween(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > LONGEST_TOKEN) return -1;
  let sum = 0;
  for (let at = from; at < to; at += 1) sum = (Math.imul(sum, BASE) + bytes[at]!) | 0;
  return rankOf(vocabulary, bytes, from, to - from, sum);
}

describe("joining from left to right", () => {
  test("gives what joining by rank gives, for texts and for any bytes", () => {
    const text = anyText.map((each) => new TextEncoder().encode(each.slice(0, 60)));
    const few = fc.array(fc.constantFrom(..."aeinrst hAER\n -=*\u00e4\u4e2d".split("")), { maxLength: 60 });
    const bytes = fc.oneof(
      text,
      fc.uint8Array({ maxLength: 60 }),
      few.map((each) => new TextEncoder().encode(each.join(""))),
    );
    fc.assert(
      fc.property(bytes, (each) => {
        if (each.length > 0) expect(joined(each, 0, each.length)).toBe(joinedPlainly(each));
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("every token is joined to itself", () => {
    const { tokens, bytes } = vocabulary;
    const whole = Array.from({ length: TOKENS }, (_, rank) =>
      joined(bytes, tokens[4 * rank + START]!, tokens[4 * rank + LENGTH]! & LENGTH_MASK),
    );
    expect(whole.findIndex((count) => count !== 1)).toBe(-1);
  });
});

describe("no text is a bad case", () => {
  /** Places, tokens that are tried there, and joins that are looked up, for each byte. */
  const MOST_STEPS = 120;
  const encoder = new TextEncoder();

  function stepsPerByte(text: string): number {
    const bytes = encoder.encode(text);
    steps.count = 0;
    joined(bytes, 0, bytes.length);
    return steps.count / bytes.length;
  }

  test("steps for each byte do not grow with the length of a run", () => {
    for (const unit of ["a", "z", "é", "中", "ab", " ", "-", "=", "\u0301", "aaaaaaab", "中文", "ไทย", "\n"]) {
      const [short, long] = [stepsPerByte(unit.repeat(2000)), stepsPerByte(unit.repeat(20_000))];
      expect(long, JSON.stringify(unit)).toBeLessThan(MOST_STEPS);
      expect(long, JSON.stringify(unit)).toBeLessThan(short * 1.1 + 1);
    }
    expect(stepsPerByte("a".repeat(1_000_000))).toBeLessThan(MOST_STEPS);
  });

  test("nor on letters in any order, or on what repeats", () => {
    const units = fc.oneof(
      fc.array(fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), { minLength: 1, maxLength: 12 }),
      fc.array(fc.constantFrom(..."aab-= _"), { minLength: 1, maxLength: 40 }),
      fc.array(fc.constantFrom(..."中文字漢あア한ไทकाя"), { minLength: 1, maxLength: 20 }),
    );
    fc.assert(
      fc.property(units, fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 40 }), (unit, times) => {
        expect(stepsPerByte(times.map((time, at) => unit[at % unit.length]!.repeat(time)).join(""))).toBeLessThan(
          MOST_STEPS,
        );
        expect(stepsPerByte(unit.join("").repeat(200))).toBeLessThan(MOST_STEPS);
      }),
      { numRuns: propertyRuns() },
    );
  });
});
