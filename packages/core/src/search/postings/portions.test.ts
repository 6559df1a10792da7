import * as fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { type PricedNote, portions } from "./portions.js";

const unit = (score: number, tokens: number) => ({ score, tokens });

describe("portions", () => {
  test("a small note is taken whole, of a large one the section that matches", () => {
    const small: PricedNote = { node: 1, score: 9, tokens: 90, units: [unit(5, 50), unit(1, 40)] };
    const large: PricedNote = { node: 2, score: 8, tokens: 900, units: [unit(1, 400), unit(4, 300), unit(0, 200)] };
    expect(portions([small, large], { budget: 1000 })).toEqual([
      { node: 1, score: 9 },
      { node: 2, unit: 1, score: 8 },
    ]);
  });

  test("sections about as good as the best go along, better ones first", () => {
    const note: PricedNote = { node: 0, score: 10, tokens: 900, units: [unit(9.5, 300), unit(10, 300), unit(2, 300)] };
    expect(portions([note], { budget: 1000 })).toEqual([
      { node: 0, unit: 1, score: 10 },
      { node: 0, unit: 0, score: 9.5 },
    ]);
  });

  test("where the best section is more than the budget, the best of those that are not are asked for as well", () => {
    const units = [unit(10, 1200), unit(5, 300), unit(4.8, 400), unit(2, 300)];
    expect(portions([{ node: 0, score: 10, tokens: 2200, units }], { budget: 1000 })).toEqual([
      { node: 0, unit: 0, score: 10 },
      { node: 0, unit: 1, score: 5 },
      { node: 0, unit: 2, score: 4.8 },
    ]);
  });

  test("a note with nothing to choose from is asked for whole, even where it cannot fit: a lower level may", () => {
    const single: PricedNote = { node: 0, score: 3, tokens: 5000, units: [unit(3, 5000)] };
    const reached: PricedNote = { node: 1, score: 2, tokens: 5000, units: [unit(0, 2500), unit(0, 2500)] };
    expect(portions([single, reached], { budget: 1000 })).toEqual([
      { node: 0, score: 3 },
      { node: 1, score: 2 },
    ]);
  });

  test("every note is asked for, in order, whole or by sections that exist", () => {
    const priced = fc.record({ score: fc.nat(100), tokens: fc.nat(1000) });
    const notes = fc
      .array(fc.array(priced, { minLength: 1, maxLength: 5 }), { maxLength: 8 })
      .map((all): readonly PricedNote[] =>
        all.map((units, node) => ({
          node,
          score: 1,
          tokens: units.reduce((sum, { tokens }) => sum + tokens, 0),
          units,
        })),
      );
    fc.assert(
      fc.property(notes, fc.nat(3000), (list, budget) => {
        const asked = portions(list, { budget });
        expect([...new Set(asked.map(({ node }) => node))]).toEqual(list.map(({ node }) => node));
        for (const { node, unit: at } of asked) expect(at ?? 0).toBeLessThan(list[node]!.units.length);
      }),
      { numRuns: propertyRuns() },
    );
  });
});
