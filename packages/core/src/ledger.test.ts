import { expect, test } from "vitest";
import { createLedger } from "./ledger.js";
import type { Level } from "./level.js";
import type { NodeId } from "./node.js";

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
    levels.push(ledger.seen(id("a")));
  }
  expect(levels).toEqual([0, 3, 3, 3, 4, 4]);
  expect([ledger.size, ledger.entries()]).toEqual([1, [[id("a"), 4]]]);
});

test("one that is made of entries takes the highest of each, in whatever order they come", () => {
  const ledger = createLedger([
    [id("a"), 2],
    [id("b"), 0],
    [id("a"), 4],
    [id("a"), 1],
  ]);
  expect(ledger.entries()).toEqual([
    [id("a"), 4],
    [id("b"), 0],
  ]);
  expect([ledger.size, ledger.seen(id("b")), ledger.seen(id("c"))]).toEqual([2, 0, undefined]);
});
