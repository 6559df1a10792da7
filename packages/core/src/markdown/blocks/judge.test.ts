import fc from "fast-check";
import { processorTime } from "pd-tooling/processor-time";
import { propertyRuns } from "pd-tooling/property";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryVault } from "../../vault/testing/temporary-vault.js";
import { awaitsJudge, scanBlocks } from "./block-scanner.js";
import { type BlockTable, createBlockTable, FENCED_CODE, HTML, LEAF_KIND, LEAF_STRIDE } from "./block-table.js";
import { blockJudge, LONGEST_JUDGED, loadBlockJudge, MOST_JUDGED } from "./judge.js";
import { judgeBlocks } from "./micromark-leaves.js";

/** Of each kind of doubt one. */
const DOUBTS: readonly (readonly [string, string])[] = [
  ["code on the line that leaves a container", "> # Quoted\n    code\n# Heading\n"],
  ["a tag on a line that leaves a container lazily", "> text\n<a>\n# Heading\n"],
  ["a tab of which a container takes a part", ">\t\tcode\n"],
  ["containers deeper than any that was compared", `${"> ".repeat(14)}deep\n\n# Heading\n`],
];
const PLAIN = "# Title\n\nText with [a link](b.md).\n\n- one\n- two\n\n```js\n# no heading\n```\n\n> quoted\n";

/** Rows in words, without the ends of code and HTML: whether blank lines before the end belong to them is told differently by each parser. */
function rows({ leaves, leafCount, definitions, definitionCount }: BlockTable): unknown {
  return {
    leaves: Array.from({ length: leafCount }, (_, row) => {
      const [kind, start, end, line, after, info] = leaves.subarray(row * LEAF_STRIDE, (row + 1) * LEAF_STRIDE);
      const raw = leaves[row * LEAF_STRIDE + LEAF_KIND] === FENCED_CODE || kind === HTML;
      // An empty heading has no place of its own.
      return raw
        ? [kind, start, line, info]
        : start === end
          ? [kind, line, info]
          : [kind, start, end, line, after, info];
    }),
    definitions: [...definitions.subarray(0, definitionCount * 4)],
  };
}

describe("Before micromark is loaded", () => {
  test.each(DOUBTS)("the scanner says that it has doubts: %s", (_, text) => {
    expect(blockJudge()).toBeUndefined();
    const table = scanBlocks(text);
    expect(table.doubtful).toBe(true);
    expect(awaitsJudge(table, text, 0)).toBe(true);
  });

  test("it has none about what most notes are made of, and none that lasts", () => {
    const table = scanBlocks(DOUBTS[0]![1]);
    expect(scanBlocks(PLAIN, table).doubtful).toBe(false);
    expect(awaitsJudge(table, PLAIN, 0)).toBe(false);
  });

  test("a long text is not handed over, nor one of many blocks: hostile ones would take seconds", () => {
    const doubt = DOUBTS[1]![1];
    for (const text of [doubt + "a\n".repeat(LONGEST_JUDGED / 2), doubt + "a\n=\n".repeat(MOST_JUDGED)]) {
      const table = scanBlocks(text);
      expect(table.doubtful).toBe(true);
      expect(awaitsJudge(table, text, 0)).toBe(false);
    }
  });

  test("a vault with no such note does not load it; one that has it does, and reads the note as micromark has it", async () => {
    await (await temporaryVault({ "plain.md": PLAIN }).open()).vault.ready();
    expect(blockJudge()).toBeUndefined();
    const { call } = await temporaryVault({ "odd.md": DOUBTS[1]![1] }).open();
    expect(blockJudge()).toBeDefined();
    const answer = await call("node", { nodes: ["odd"], level: 3 });
    expect(answer.nodes[0]).toMatchObject({ level: 3 });
  });
});

describe("Once micromark is loaded", () => {
  beforeAll(loadBlockJudge);

  test("its word counts where the scanner has doubts, and only there", () => {
    for (const [, text] of DOUBTS) {
      const judged = createBlockTable();
      judgeBlocks(text, 0, judged);
      expect(rows(scanBlocks(text))).toEqual(rows(judged));
    }
  });

  test.each([
    ">",
    "> ",
    "1. ",
    "> - ",
    "> > > > > > > > > > > > > > a\n",
    ">\t\tcode\n",
    "> text\n<a>\n",
    "[a]: b\n",
    "[a\n",
    "a\n=\n",
    "- a\n\n  b\n",
    "```\n",
  ])("as much of %j as it is ever handed takes it no longer than 250 ms of CPU", (piece) => {
    const doubt = ">\t\tcode\n";
    let text = doubt + piece.repeat((LONGEST_JUDGED - doubt.length) / piece.length);
    while (scanBlocks(text.slice(0, LONGEST_JUDGED)).leafCount > MOST_JUDGED) text = text.slice(0, text.length * 0.9);
    scanBlocks(text);
    expect(processorTime(() => scanBlocks(text), 250)).toBeLessThan(250);
  });

  test("it has the same rows as the scanner, places, containers and definitions included", () => {
    const line = fc.constantFrom(
      "# Title",
      "text",
      "",
      "> quote",
      "- item",
      "1. item",
      "  more",
      "    code",
      "```",
      "[a]: /b.md 'c'",
      "[a]: <x y>",
      "===",
      "---",
      "<div>",
      "</div>",
      "* * *",
      "## Two ##",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 9 }), fc.constantFrom("\n", "\r\n"), (lines, end) => {
        const text = `before${end}${lines.join(end)}`;
        const [scanned, judged] = [scanBlocks(text, createBlockTable(), 6 + end.length), createBlockTable()];
        if (scanned.doubtful) return;
        judgeBlocks(text, 6 + end.length, judged);
        expect(rows(judged)).toEqual(rows(scanned));
      }),
      { numRuns: propertyRuns() },
    );
  });
});
