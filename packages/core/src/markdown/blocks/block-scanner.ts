import { CARRIAGE_RETURN, LINE_FEED } from "../text/characters.js";
import { type BlockTable, createBlockTable, FENCED_CODE, HTML, INDENTED_CODE, PARAGRAPH } from "./block-table.js";
import { continueContainers, openContainers } from "./containers.js";
import { blockJudge, LONGEST_JUDGED, MOST_JUDGED } from "./judge.js";
import { closeLeaf, closeTo, continueRaw, extendParagraph, indentedCode, openParagraph, startLeaf } from "./leaves.js";
import { createScan, type Scan } from "./scan.js";

const scan: Scan = createScan(createBlockTable());

/** By ASCII code: 1 where a character at the start of a line can be nothing but text. */
const TEXT_STARTS: Uint8Array = textStarts();

function textStarts(): Uint8Array {
  const starts = new Uint8Array(128).fill(1);
  for (const character of "\t\n\r #*+-<=>_`~0123456789") starts[character.charCodeAt(0)] = 0;
  return starts;
}

/**
 * Finds the leaf blocks of markdown from `start` on, by CommonMark's rules, in one pass and without backtracking over
 * more than a paragraph. Bytes decoded as latin1 give byte offsets, since all that has a meaning here is ASCII.
 * A text that is `doubtful` goes to micromark, where `loadBlockJudge` has loaded it.
 */
export function scanBlocks(text: string, table: BlockTable = createBlockTable(), start = 0): BlockTable {
  scanBlocksUnjudged(text, table, start);
  const first = firstOf(text, start);
  if (isJudged(table, text, first)) blockJudge()?.(text, first, table);
  return table;
}

/** The same by the scanner alone: for who needs the same blocks whether micromark is loaded or not. */
export function scanBlocksUnjudged(text: string, table: BlockTable, start: number): void {
  table.leafCount = 0;
  table.definitionCount = 0;
  table.doubtful = false;
  scan.text = text;
  scan.table = table;
  scan.depth = 0;
  scan.leaf = 0;
  scan.emptyItem = 0;
  const first = firstOf(text, start);
  if (text.indexOf("\r", first) < 0) scanLines(first);
  else scanMixedLines(first);
  closeTo(scan, 0);
  scan.text = "";
}

function firstOf(text: string, start: number): number {
  return start === 0 ? afterByteOrderMark(text) : start;
}

/** Whether micromark has the last word on a text that was scanned from there on. */
function isJudged({ doubtful, leafCount }: BlockTable, text: string, first: number): boolean {
  return doubtful && text.length - first <= LONGEST_JUDGED && leafCount <= MOST_JUDGED;
}

/** Whether it would have, and is not loaded: load it, and scan again. */
export function awaitsJudge(table: BlockTable, text: string, first: number): boolean {
  return blockJudge() === undefined && isJudged(table, text, first);
}

function afterByteOrderMark(text: string): number {
  if (text.charCodeAt(0) === 0xfeff) return 1;
  return text.startsWith("\u00ef\u00bb\u00bf") ? 3 : 0;
}

function scanLines(first: number): void {
  const text = scan.text;
  const length = text.length;
  let at = first;
  while (at < length) {
    const feed = text.indexOf("\n", at);
    const end = feed < 0 ? length : feed;
    scan.lineStart = at;
    scan.lineEnd = end;
    scan.nextLine = feed < 0 ? length : feed + 1;
    scanLine(text.charCodeAt(at));
    at = scan.nextLine;
  }
}

/** A line ends with a line feed, a carriage return, or both in this order. */
function scanMixedLines(first: number): void {
  const text = scan.text;
  const length = text.length;
  let at = first;
  let feed = -1;
  let carriage = -1;
  while (at < length) {
    if (feed < at) feed = indexOrLength(text, "\n", at);
    if (carriage < at) carriage = indexOrLength(text, "\r", at);
    const end = Math.min(feed, carriage);
    scan.lineStart = at;
    scan.lineEnd = end;
    scan.nextLine = Math.min(length, end === carriage && carriage + 1 === feed ? feed + 1 : end + 1);
    scanLine(text.charCodeAt(at));
    at = scan.nextLine;
  }
}

function indexOrLength(text: string, character: string, from: number): number {
  const index = text.indexOf(character, from);
  return index < 0 ? text.length : index;
}

function scanLine(first: number): void {
  // Most lines of most notes: text outside all containers.
  if (scan.depth === 0 && (scan.leaf === 0 || scan.leaf === PARAGRAPH)) {
    if (first >= 128 || TEXT_STARTS[first] === 1) {
      if (scan.leaf === 0) openParagraph(scan, scan.lineStart);
      else extendParagraph(scan, scan.lineStart);
      return;
    }
    if (first === LINE_FEED || first === CARRIAGE_RETURN) {
      closeLeaf(scan);
      return;
    }
  }
  scanStructuredLine();
}

function scanStructuredLine(): void {
  scan.at = scan.lineStart;
  scan.column = 0;
  scan.noBreakMarker = 0;
  const matched = continueContainers(scan);
  const all = matched === scan.depth;
  if (scan.leaf === FENCED_CODE || scan.leaf === HTML) {
    if (all) {
      continueRaw(scan);
      return;
    }
    closeLeaf(scan);
  } else if (scan.leaf === INDENTED_CODE && !all) {
    closeLeaf(scan);
  }
  if (scan.nonspace === scan.lineEnd) {
    if (!all) closeTo(scan, matched);
    else if (scan.leaf === PARAGRAPH) closeLeaf(scan);
    else if (scan.leaf === INDENTED_CODE && scan.indent > 3) indentedCode(scan);
    return;
  }
  const interrupts = all && scan.leaf !== 0;
  const inside = openContainers(scan, matched, interrupts);
  if (scan.nonspace < scan.lineEnd) scanLeaf(inside);
}

function scanLeaf(inside: number): void {
  const inParagraph = scan.leaf === PARAGRAPH;
  if (scan.indent > 3) {
    if (inParagraph) {
      extendParagraph(scan, scan.at);
      return;
    }
    const leaves = inside < scan.depth;
    if (leaves) closeTo(scan, inside);
    indentedCode(scan);
    // Code on the line that leaves a container goes on as a second block: so has it micromark, which judges us.
    if (leaves) {
      closeLeaf(scan);
      scan.table.doubtful = true;
    }
    return;
  }
  if (scan.leaf === INDENTED_CODE) closeLeaf(scan);
  const lazy = inParagraph && inside < scan.depth;
  if (startLeaf(scan, inside, lazy)) return;
  if (scan.leaf === PARAGRAPH) {
    extendParagraph(scan, scan.at);
    return;
  }
  closeTo(scan, inside);
  openParagraph(scan, scan.nonspace);
}
