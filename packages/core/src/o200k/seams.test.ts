import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { splitText } from "../testing/split-text.js";
import { anyText } from "../testing/text-classes.js";
import { o200k } from "./counter.js";
import { separates } from "./seams.js";

describe("count(a + b) = count(a) + count(b) at a seam", () => {
  test("whatever the texts, and whatever follows", () => {
    const part = fc.oneof({ weight: 3, arbitrary: splitText }, { weight: 1, arbitrary: anyText });
    let seams = 0;
    fc.assert(
      fc.property(part, part, part, (left, right, more) => {
        if (!separates(left, right)) return;
        if (left !== "" && right !== "") seams += 1;
        expect(o200k.count(left + right)).toBe(o200k.count(left) + o200k.count(right));
        if (right !== "") expect(o200k.count(left + right + more)).toBe(o200k.count(left) + o200k.count(right + more));
      }),
      { numRuns: 4 * propertyRuns() },
    );
    expect(seams).toBeGreaterThan(propertyRuns() / 2);
  });

  test.each([
    ["a node of the text form", "…the end.\n\n", "## [note:next] Next"],
    ["a node that ends in a fence", "```\ncode\n```\n\n", "## [note:next] Next"],
    ["a word and a blank", "word", " next"],
    ["a number and a letter", "12", "px"],
    ["a line and the next", "line\n", "Next"],
    ["the id of a node of compact JSON", '{"id":"a","text":"…"},{"', 'id":"b"'],
    ["a text and the next key", '"text":"…","', 'tokens":12'],
  ])("%s", (_, left, right) => {
    expect(separates(left, right)).toBe(true);
  });

  test.each([
    ["two nodes of compact JSON", '{"id":"a"}', ',{"id":"b"}'],
    ["a quote and its word", '{ "', "id"],
    ["half of a word", "wo", "rd"],
    ["a contraction", "it", "'s"],
    ["digits", "12", "34"],
    ["two blanks and a number", "a  ", "1"],
    ["a line end and an indented blank line", "\n", "  \nx"],
    ["punctuation, a line end and a slash", "!\n", "/x"],
    ["a quote behind a slash that ends a piece", '!\n/"', "id"],
    ["punctuation and a mark", "!!", "\u0301a"],
    ["halves of a character", "\ud83d", "\ude00"],
  ])("no seam: %s", (_, left, right) => {
    expect(separates(left, right)).toBe(false);
  });
});
