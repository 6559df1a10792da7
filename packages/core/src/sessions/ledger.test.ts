import { describe, expect, test } from "vitest";
import type { Level } from "../model/level.js";
import type { NodeId } from "../model/node.js";
import { mergeSeen } from "../model/seen.js";
import { createLedger } from "./ledger.js";

const id = (name: string) => `note:${name}` as NodeId;

test("a new ledger has seen nothing", () => {
  const ledger = createLedger();
  expect([ledger.size, ledger.entries(), ledger.seen(id("a"))]).toEqual([0, [], undefined]);
});

test("R2.1 a level is raised and never lowered, level 0 included", () => {
  const ledger = createLedger();
  const levels: (Level | undefined)[] = [];
  for (const level of [0, 3, 1, 3, 4, 0] as const) {
    ledger.raise(id("a"), level);
    levels.push(ledger.seen(id("a"))?.level);
  }
  expect(levels).toEqual([0, 3, 3, 3, 4, 4]);
  expect([ledger.size, ledger.entries()]).toEqual([1, [[id("a"), { level: 4, digests: {} }]]]);
});

test("one that is made of entries has them, and goes on from there", () => {
  const ledger = createLedger([[id("a"), { level: 3, digests: { 1: "x" } }]]);
  ledger.raise(id("a"), 1, { 1: "y" });
  expect(ledger.entries()).toEqual([[id("a"), { level: 3, digests: { 1: "y" } }]]);
  expect([ledger.size, ledger.seen(id("c"))]).toEqual([1, undefined]);
});

describe("R2.7 digests of what was shown", () => {
  test("of one version add up, level by level", () => {
    const seen = mergeSeen({ level: 1, digests: { 1: "a", version: "v" } }, 4, { 1: "a", 4: "b", version: "v" });
    expect(mergeSeen(seen, 2, { 1: "a", 2: "c", version: "v" })).toEqual({
      level: 4,
      digests: { 1: "a", 2: "c", 4: "b", version: "v" },
    });
  });

  test("of another version replace them, and the level stays: what was shown before that is new again", () => {
    const seen = { level: 4, digests: { 1: "a", 4: "b", version: "v" } } as const;
    expect(mergeSeen(seen, 1, { 1: "z", version: "w" })).toEqual({ level: 4, digests: { 1: "z", version: "w" } });
  });

  test("of calls at the same time never make more of it than was shown, whichever comes last", () => {
    const [one, other] = [
      { 4: "b", version: "v" },
      { 1: "z", version: "w" },
    ] as const;
    expect(mergeSeen(mergeSeen(undefined, 4, one), 1, other)).toEqual({ level: 4, digests: other });
    expect(mergeSeen(mergeSeen(undefined, 1, other), 4, one)).toEqual({ level: 4, digests: one });
  });
});
