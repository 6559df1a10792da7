import { scanBlocks } from "../blocks/block-scanner.js";
import {
  type BlockTable,
  HEADING,
  LEAF_AFTER,
  LEAF_INFO,
  LEAF_KIND,
  LEAF_LINE,
  LEAF_STRIDE,
  OUTERMOST_LIST,
  OUTERMOST_QUOTE,
  outermostContainer,
  PARAGRAPH,
  THEMATIC_BREAK,
} from "../blocks/block-table.js";
import { isLineEnd } from "../text/characters.js";
import { createLineCounter } from "./line-counter.js";
import { startsItem } from "./list-items.js";

/**
 * The passages of a note in order, as columns. They never overlap; between them stand only headings, blank lines, thematic breaks and
 * definitions. Offsets are those of the text that was scanned: byte offsets for bytes decoded as latin1.
 */
export interface PassageTable {
  readonly count: number;
  /** Start of the first line, and end of the last line without its line ending. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Lines of the file, counted from 1, frontmatter included; the last one belongs to the passage. */
  readonly firstLines: Uint32Array;
  readonly lastLines: Uint32Array;
  /** Under which heading: 0 before the first, else its number in the note, counted from 1. */
  readonly headings: Uint32Array;
}

export interface PassageOptions {
  readonly blocks?: BlockTable;
  /** Where the body starts in the text; lines before it are counted. */
  readonly start?: number;
}

/** A list of at most this many characters is one passage; of a longer one, items are put together up to `ITEMS_TOGETHER`. */
const WHOLE_LIST = 600;
const ITEMS_TOGETHER = 300;
/** A paragraph of at most this many characters that ends in a colon belongs to the block after it. */
const LONGEST_INTRODUCTION = 160;

/** Cuts a note into the smallest pieces that are delivered whole: a paragraph, a list, a quote, a table, a fence (R1.9). */
export function passagesOf(text: string, { blocks, start = 0 }: PassageOptions = {}): PassageTable {
  const table = blocks ?? scanBlocks(text, undefined, start);
  const groups = createGroups(text);
  let heading = 0;
  for (let row = 0; row < table.leafCount; row++) {
    const kind = table.leaves[row * LEAF_STRIDE + LEAF_KIND]!;
    if (kind === HEADING) heading += 1;
    if (kind === HEADING || kind === THEMATIC_BREAK) groups.close();
    else groups.add(table.leaves, row * LEAF_STRIDE, heading);
  }
  return groups.finish();
}

/** Leaves put together as they come: what follows decides whether a passage goes on. */
function createGroups(text: string) {
  const rows: number[] = [];
  const line = createLineCounter(text);
  let open = false;
  let [start, end, heading, container, introduces] = [0, 0, 0, 0, false];
  let items: number[] = [];

  function push(from: number, to: number): void {
    const last = withoutLineEnd(text, from, to);
    if (last > from) rows.push(from, last, line(from), line(last - 1), heading);
  }

  function close(): void {
    if (!open) return;
    open = false;
    if (container !== OUTERMOST_LIST || end - start <= WHOLE_LIST) {
      push(start, end);
      return;
    }
    // A long list in pieces: each begins with an item.
    let from = start;
    for (const item of items) {
      if (item - from < ITEMS_TOGETHER) continue;
      push(from, item);
      from = item;
    }
    push(from, end);
  }

  function add(leaves: Int32Array, at: number, under: number): void {
    const [from, after] = [leaves[at + LEAF_LINE]!, leaves[at + LEAF_AFTER]!];
    const inside = outermostContainer(leaves[at + LEAF_INFO]!);
    const goesOn =
      open && (introduces || (inside !== 0 && inside === container && !leavesQuote(text, inside, end, from)));
    if (!goesOn) {
      close();
      [open, start, heading, items] = [true, from, under, []];
    }
    container = inside;
    if (inside === OUTERMOST_LIST && from > start && startsItem(text, from)) items.push(from);
    end = Math.max(after, end, from);
    if (!goesOn) end = after;
    introduces = leaves[at + LEAF_KIND] === PARAGRAPH && inside === 0 && isIntroduction(text, from, after);
  }

  return {
    add,
    close,
    finish(): PassageTable {
      close();
      const column = (place: number) =>
        Uint32Array.from({ length: rows.length / 5 }, (_, row) => rows[row * 5 + place]!);
      return {
        count: rows.length / 5,
        starts: column(0),
        ends: column(1),
        firstLines: column(2),
        lastLines: column(3),
        headings: column(4),
      };
    },
  };
}

/** Two quotes are parted by a line without a mark; two lists that follow each other are read as one. */
function leavesQuote(text: string, inside: number, end: number, from: number): boolean {
  return inside === OUTERMOST_QUOTE && from > end && /(?:^|[\n\r])[ \t]*(?:[\n\r]|$)/.test(text.slice(end, from));
}

function isIntroduction(text: string, from: number, after: number): boolean {
  if (after - from > LONGEST_INTRODUCTION) return false;
  return COLON_AT_END.test(text.slice(from, withoutLineEnd(text, from, after)));
}

/** Also inside emphasis, and the wide one of Chinese and Japanese, whose bytes are decoded one by one where the text is latin1. */
const COLON_AT_END = /(?::|：|ï¼\u009a)[*_]*$/u;

function withoutLineEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && (isLineEnd(text.charCodeAt(end - 1)) || text.charCodeAt(end - 1) === 0x20)) end--;
  return end;
}
