import { expect, test } from "vitest";
import { nearest } from "./nearest.js";

test.each([
  ["serach", "search"],
  ["SCAN", "scan"],
  ["nodes", "node"],
  ["travrse", "traverse"],
  ["zebra", undefined],
  ["", undefined],
  ["x".repeat(100_000), undefined],
])("%.20s most likely means %s", (word, meant) => {
  expect(nearest(word, ["scan", "search", "query", "node", "traverse", "constructor"])).toBe(meant);
});
