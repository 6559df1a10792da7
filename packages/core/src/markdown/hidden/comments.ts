import { scanBlocksUnjudged } from "../blocks/block-scanner.js";
import {
  type BlockTable,
  createBlockTable,
  FENCED_CODE,
  HTML,
  INDENTED_CODE,
  LEAF_END,
  LEAF_KIND,
  LEAF_START,
  LEAF_STRIDE,
} from "../blocks/block-table.js";
import { createInlineCursor, type InlineCursor, isEscaped, readText } from "../links/inline-cursor.js";
import { afterCodeSpan } from "../links/raw-inlines.js";
import { isBlank, isLineEnd } from "../text/characters.js";
import { createHiddenRanges, type HiddenRanges } from "./hidden-ranges.js";

const table: BlockTable = createBlockTable();
const cursor: InlineCursor = createInlineCursor();

/** A comment that ends in the middle of another block changes what the blocks after it are; they are looked at anew no more often than this. */
const MOST_RESCANS = 50;

/** The comments of a markdown body, `%% %%` and `<!-- -->`: not those that code shows. */
export function commentRanges(text: string, start: number): HiddenRanges {
  const hidden = createHiddenRanges();
  closes.clear();
  let from = start;
  for (let rescans = 0; from >= 0; rescans += 1) {
    scanBlocksUnjudged(text, table, from);
    readText(cursor, text);
    from = readLeaves(from, hidden, rescans < MOST_RESCANS);
  }
  cursor.text = "";
  return hidden;
}

/** Where the blocks have to be found anew, or -1. */
function readLeaves(from: number, hidden: HiddenRanges, mayRescan: boolean): number {
  const { leaves, leafCount } = table;
  let reached = from;
  for (let row = 0; row < leafCount * LEAF_STRIDE; row += LEAF_STRIDE) {
    const kind = leaves[row + LEAF_KIND];
    const start = leaves[row + LEAF_START] ?? 0;
    cursor.end = leaves[row + LEAF_END] ?? 0;
    if (cursor.end <= reached) continue;
    if (start < reached && mayRescan) return reached;
    if (kind === FENCED_CODE || kind === INDENTED_CODE) continue;
    cursor.start = start;
    reached = kind === HTML ? readHtml(start, hidden) : readInlines(Math.max(start, reached), hidden);
  }
  return -1;
}

/** In HTML a comment that is never closed hides the rest. */
function readHtml(start: number, hidden: HiddenRanges): number {
  const { text, end } = cursor;
  let at = text.indexOf("<!--", start);
  let reached = end;
  while (at >= 0 && at < end) {
    const close = closeAfter("-->", at + 2);
    const after = close < 0 ? text.length : close + 3;
    addComment(hidden, at, after);
    reached = Math.max(reached, after);
    at = text.indexOf("<!--", after);
  }
  return reached;
}

const OPENER = /[`%<]/g;

/** Gives how far it came: beyond the leaf where a comment reaches so far. */
function readInlines(from: number, hidden: HiddenRanges): number {
  const { text, end } = cursor;
  let after = from;
  while (after < end) {
    OPENER.lastIndex = after;
    const at = OPENER.exec(text)?.index ?? end;
    if (at >= end) break;
    after = isEscaped(cursor, at) ? at + 1 : afterOpener(at, hidden);
  }
  return Math.max(after, end);
}

function afterOpener(at: number, hidden: HiddenRanges): number {
  const { text, end } = cursor;
  if (text[at] === "`") return afterCodeSpan(cursor, at);
  const [open, close] = text[at] === "%" ? ["%%", "%%"] : ["<!--", "-->"];
  if (!text.startsWith(open, at)) return at + 1;
  const found = closeAfter(close, at + 2);
  // One that begins a line may reach over paragraphs; any other ends in its own, so that two percentages on a page hide nothing.
  const isClosed = found >= 0 && (found + close.length <= end || (open === "%%" && beginsLine(at)));
  if (!isClosed) return at + open.length;
  addComment(hidden, at, found + close.length);
  return found + close.length;
}

/** The next of each, looked up once and kept until it is passed: a text full of openers is read once. */
const closes = new Map<string, number>();

function closeAfter(close: string, from: number): number {
  const known = closes.get(close);
  if (known !== undefined && (known < 0 || known >= from)) return known;
  const found = cursor.text.indexOf(close, from);
  closes.set(close, found);
  return found;
}

function beginsLine(start: number): boolean {
  const { text, start: leafStart } = cursor;
  let at = start;
  while (at > leafStart && isBlank(text.charCodeAt(at - 1))) at -= 1;
  return at === leafStart || isLineEnd(text.charCodeAt(at - 1));
}

/** Where it begins a line, the blanks behind it go too: they would make code of what follows. */
function addComment(hidden: HiddenRanges, start: number, end: number): void {
  const { text } = cursor;
  let after = end;
  if (beginsLine(start)) while (isBlank(text.charCodeAt(after))) after += 1;
  hidden.add(start, after);
}
