import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { type Candidate, fit } from "./budget.js";

const offers = (...costs: number[]): Candidate<number> => costs.map((cost, step) => ({ step, cost }));
const steps = (candidates: readonly Candidate<number>[], budget: number, breadth: number) =>
  fit(candidates, { budget, breadth }).map((offer) => offer?.step);

describe("R2.5 fit", () => {
  test("lists everything at its least before it raises the best", () => {
    expect(steps([offers(10, 50), offers(10, 50), offers(10, 50)], 80, 1)).toEqual([1, 0, 0]);
  });

  test("opens the best first where nothing is reserved for breadth", () => {
    expect(steps([offers(10, 50), offers(10, 50), offers(10, 50)], 105, 0)).toEqual([1, 1, undefined]);
  });

  test("raises a candidate as far as it can, not only to the top", () => {
    expect(steps([offers(10, 20, 90)], 50, 1)).toEqual([1]);
  });

  test("passes over what does not fit and tries the next (R2.2)", () => {
    expect(steps([offers(500), offers(10)], 100, 1)).toEqual([undefined, 0]);
  });

  test("what is reserved for breadth is kept from the best, to the last token of the share", () => {
    const wide = fit([offers(1, 9), offers(1), offers(1)], { budget: 10, breadth: 1 });
    expect(wide.map((offer) => offer?.cost)).toEqual([1, 1, 1]);
    const narrow = fit([offers(1, 9), offers(1), offers(1)], { budget: 10, breadth: 0 });
    expect(narrow.map((offer) => offer?.cost)).toEqual([9, 1, undefined]);
    const exact = fit([offers(10), offers(1)], { budget: 10, breadth: 0.1 });
    expect(exact.map((offer) => offer?.cost)).toEqual([undefined, 1]);
  });

  test("raising one gives back what its least offer took", () => {
    const raised = fit([offers(2, 5), offers(2, 4)], { budget: 9, breadth: 1 });
    expect(raised.map((offer) => offer?.cost)).toEqual([5, 4]);
  });

  test("a higher offer that costs less gives what it saves to the best candidate", () => {
    expect(steps([offers(10, 40), offers(60, 30)], 75, 1)).toEqual([1, 1]);
  });

  test("a candidate with nothing to offer gets nothing", () => {
    expect(steps([[], offers(1)], 10, 0.5)).toEqual([undefined, 0]);
  });
});

const arbitraryCandidates = fc.array(
  fc.array(fc.nat(200), { maxLength: 5 }).map((costs) => offers(...costs)),
  { maxLength: 30 },
);

test("R2.4 fit never spends more than the budget, and leaves out and lowers nothing that would still fit", () => {
  fc.assert(
    fc.property(
      arbitraryCandidates,
      fc.nat(1000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (candidates, budget, breadth) => {
        const chosen = fit(candidates, { budget, breadth });
        const spent = chosen.reduce((sum, offer) => sum + (offer?.cost ?? 0), 0);
        expect(spent).toBeLessThanOrEqual(budget);
        for (const [index, offer] of chosen.entries()) {
          const higher = (candidates[index] ?? []).filter(({ step }) => step > (offer?.step ?? -1));
          for (const { cost } of higher) expect(spent + cost - (offer?.cost ?? 0)).toBeGreaterThan(budget);
        }
      },
    ),
    { numRuns: propertyRuns() },
  );
});
