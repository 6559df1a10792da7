import { describe, expect, test } from "vitest";
import { overlap } from "./words.js";

describe("words in common", () => {
  test("are counted once, by their beginnings, and without those that say nothing", () => {
    expect(overlap("Budgets are budgeted; a budget.", "Which budget?")).toBe(1);
    expect(overlap("what is the and of how", "what is the and of how")).toBe(0);
  });

  test("where no blanks are written, pairs of characters are compared", () => {
    expect(overlap("令牌预算是上限。", "预算是什么？")).toBeGreaterThan(1);
    expect(overlap("令牌预算是上限。", "河流")).toBe(0);
  });
});
