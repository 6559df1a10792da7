import { describe, expect, test } from "vitest";
import { wordTerms } from "./word-terms.js";

describe("the terms of a written word", () => {
  test.each([
    ["Levels", ["level"]],
    ["café", ["cafe"]],
    ["CAFÉ", ["cafe"]],
    ["Straße", ["strass"]],
    ["Snow's", ["snow"]],
    ["Snow’s", ["snow"]],
    ["tokenBudget", ["token", "budget", "tokenbudget"]],
    ["token_budget", ["token", "budget", "tokenbudget"]],
    ["token-budget", ["token", "budget", "tokenbudget"]],
    ["XMLHttpRequest", ["xml", "http", "request", "xmlhttprequest"]],
    ["JavaScript", ["javascript"]],
    ["APIs", ["api"]],
    ["C", ["c"]],
    ["C++", ["c++"]],
    ["C#", ["c#"]],
    [".NET", [".net"]],
    ["ASP.NET", ["asp", ".net", "asp.net"]],
    ["net", ["net"]],
    ["3.14", ["3.14"]],
    ["2026-07-28", ["2026", "07", "28", "20260728"]],
    ["o200k", ["o200k"]],
    ["ｆｕｌｌ", ["full"]],
    ["Österreich", ["osterreich"]],
    ["हिन्दी", ["हिन्द"]],
    ["__init__", ["init"]],
    ["___", []],
  ])("%s", (written, terms) => {
    expect(wordTerms(written)).toEqual(terms);
  });
});
