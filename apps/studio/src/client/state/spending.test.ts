import type { SessionLogEntry } from "@pd/core";
import { describe, expect, test } from "vitest";
import { spendingOf, together } from "./spending.js";

function call(disclosed: readonly (readonly [level: number, tokens: number])[], telemetry?: object): SessionLogEntry {
  return {
    version: 1,
    at: 0,
    milliseconds: 1,
    operation: "scan",
    input: {},
    disclosed: disclosed.map(([level, tokens]) => ({ graphId: "g", id: "a", level, tokens })),
    omitted: [],
    ...(telemetry === undefined ? {} : { answer: { telemetry } }),
  } as unknown as SessionLogEntry;
}

function sum({ byLevel, around }: ReturnType<typeof spendingOf>): number {
  return Object.values(byLevel).reduce((all, one) => all + one, around);
}

describe("what a call cost", () => {
  test("R2.3 its parts are what was used: what nodes do not explain stands around them", () => {
    const spent = spendingOf(
      call(
        [
          [1, 30],
          [4, 50],
        ],
        { tokensUsed: 90, tokenBudget: 100 },
      ),
    );
    expect(spent).toMatchObject({ around: 10, used: 90, budget: 100 });
    expect(sum(spent)).toBe(90);
  });

  test("nodes that came out cheaper together are scaled to what was used", () => {
    const spent = spendingOf(
      call(
        [
          [1, 60],
          [4, 60],
        ],
        { tokensUsed: 90, tokenBudget: null },
      ),
    );
    expect(sum(spent)).toBeCloseTo(90);
    expect(spent.budget).toBeUndefined();
  });

  test.each([undefined, null, "text", { telemetry: null }, { telemetry: { tokensUsed: "many" } }])(
    "an answer without telemetry (%j) costs what its nodes cost",
    (answer) => {
      expect(spendingOf({ ...call([[2, 7]]), answer }).used).toBe(7);
    },
  );

  test("several add up", () => {
    expect(
      together([
        spendingOf(call([[1, 5]])),
        spendingOf(
          call([
            [1, 6],
            [3, 4],
          ]),
        ),
      ]),
    ).toMatchObject({
      used: 15,
      byLevel: { 1: 11, 3: 4 },
    });
    expect(together([]).used).toBe(0);
  });
});
