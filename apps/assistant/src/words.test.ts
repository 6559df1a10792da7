import { describe, expect, test } from "vitest";
import { bestSentence, overlap } from "./words.js";

describe("words in common", () => {
  test("are counted once, by their beginnings, and without those that say nothing", () => {
    expect(overlap("Budgets are budgeted; a budget.", "Which budget?")).toBe(1);
    expect(overlap("what is the and of how", "what is the and of how")).toBe(0);
  });
});

describe("the best sentence", () => {
  const of = (text: string, question: string) => bestSentence([["note", text]], question).quote;

  test("is one that says something: no heading, table, label or half of a list", () => {
    const text =
      "# The gate counts tokens here and there\n\n| the gate | counts tokens in a table, does it? |\n\nWhat the gate counts:\n\n";
    expect(of(`${text}In the end every token is counted once by the gate.`, "What does the gate count?")).toBe(
      "In the end every token is counted once by the gate.",
    );
  });

  test("an item of a list stands by itself, without its number; a figure ends no sentence early", () => {
    const list =
      "1. Text is gathered from many places and kept.\n2. Pieces are counted one by one with version 4. Then they are kept.\n";
    expect(of(list, "How are pieces counted?")).toBe("Pieces are counted one by one with version 4.");
  });

  test("a link is quoted as it reads", () => {
    expect(of("What is shown is decided by [[The gate|one gate]] and by nothing else.", "gate")).toBe(
      "What is shown is decided by one gate and by nothing else.",
    );
  });

  test("none where no word is shared", () => {
    expect(of("Every token is counted once by the gate, and only once.", "Why quarks?")).toBe("");
  });
});
