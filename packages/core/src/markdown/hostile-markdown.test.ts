import { processorTime } from "pd-tooling/processor-time";
import { describe, expect, test } from "vitest";
import { findReferences } from "./links/links.js";
import { extractSections } from "./text/sections.js";
import { sentenceAround } from "./text/sentences.js";

const SIZE = 100_000;

function filled(piece: string, size = SIZE): string {
  return piece.repeat(Math.ceil(size / piece.length));
}

/** Less work than this is noise; what grows with the square of such inputs takes seconds. */
const CEILING_MS = 250;

const cost = (work: () => void) => processorTime(work, CEILING_MS);

const PIECES = [
  ...[
    "[a](",
    "*a_ ",
    ">",
    "> ",
    "[[",
    "![",
    "![[",
    "`",
    "``a`",
    "<!--",
    "<!--\n\n",
    "<a ",
    '<a b="',
    "<?\n",
    "<div>\n",
    "- ",
    "-",
  ],
  ...[
    "-\n\n",
    "* - + ",
    "> - ",
    "- > ",
    "1. ",
    "[",
    "]",
    "](",
    "[a]: ",
    "[a]: b\n",
    "[a]: b\n(",
    "[a]:\n",
    "[a][b]",
    "[[a|",
    "[[a]]",
  ],
  ...[
    '[a](b "',
    "[[a]](",
    "[[a]](b (",
    "<a id=x>",
    "<a id= ",
    "<div id=x>\n\n",
    "<div><!--\n\n",
    "# ![a](",
    "[a](<",
    "# a\n",
    "#a ",
    "^a\n",
    "a\n=\n",
    "```\n",
    "~~~\n```\n",
    "    a\n",
    "\t",
    "\\[",
    "\n",
    "\r",
    "|",
    "|-",
  ],
  ...[
    "| a | b |\n|---|\n",
    "**a ",
    "**a *b** c* ",
    "\u0301",
    "👨‍👩‍👧",
    "字",
    "a. ",
    "a。",
    "&#",
    "<x\n",
    "<pre>\n",
    "\0",
  ],
];

const risingRuns = Array.from({ length: 440 }, (_, length) => `${"`".repeat(length + 1)}a`).join("");

const INPUTS: readonly (readonly [string, string])[] = [
  ...PIECES.map((piece) => [`100 KB of ${JSON.stringify(piece)}`, filled(piece)] as const),
  ["runs of backticks of all lengths", risingRuns],
  ["a line of 1 MB", filled("word ", 1_000_000)],
  ["a word of 1 MB", "a".repeat(1_000_000)],
  ["10,000 block quotes in one another", `${">".repeat(10_000)}a\n${">".repeat(10_000)}b\nc\n\nd`],
  ["10,000 lists in one another", `${"- ".repeat(10_000)}a\n${"  ".repeat(10_000)}b\n${"\n".repeat(10_000)}c`],
  [
    "lists in one another, line by line",
    Array.from({ length: 400 }, (_, depth) => `${"  ".repeat(depth)}- a\n`).join(""),
  ],
  ["lazy lines below 10,000 block quotes", `${"> ".repeat(10_000)}a\n${filled("b\n", 80_000)}`],
  ["many openers, one closer", `${filled("[[")}]]`],
  ["brackets in one another, with a definition", `[x]: y\n\n${"[a ".repeat(30_000)}${"]".repeat(30_000)}`],
];

describe("R7.3 hostile markdown costs no more than its size", () => {
  test.each(INPUTS)("%s", (_, text) => {
    expect(cost(() => extractSections(text))).toBeLessThan(CEILING_MS);
    expect(cost(() => findReferences(text))).toBeLessThan(CEILING_MS);
    expect(cost(() => sentenceAround(text, text.length >> 1))).toBeLessThan(CEILING_MS);
  });
});
