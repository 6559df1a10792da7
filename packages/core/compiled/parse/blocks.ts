import { LINE_FEED } from "./characters";
import { continueContainers, openContainers } from "./containers";
import { byteAt, FEEDS } from "./layout";
import { closeLeaf, closeTo, continueRaw, extendParagraph, indentedCode, openParagraph, startLeaf } from "./leaves";
import { FENCED_CODE, HTML, INDENTED_CODE, PARAGRAPH, scan } from "./scan";

/** Of the characters below and from 64 on: those that at the start of a line can be more than text. \t \n \r blank # * + - < = > digits, then _ ` ~. */
const STRUCTURE_LOW: u64 = ((<u64>0x73ff2c09) << 32) | 0x2600;
const STRUCTURE_HIGH: u64 = ((<u64>0x40000001) << 32) | 0x80000000;

function startsText(code: i32): bool {
  if (code >= 128) return true;
  return (((code < 64 ? STRUCTURE_LOW : STRUCTURE_HIGH) >> (code & 63)) & 1) === 0;
}

/** Finds the leaf blocks from `first` on; false where the note is left to the TypeScript. */
export function scanBlocks(first: i32, length: i32): bool {
  scan.length = length;
  scan.aside = false;
  scan.leafCount = 0;
  scan.depth = 0;
  scan.leaf = 0;
  scan.emptyItem = 0;
  let feed = FEEDS;
  let at = first;
  while (at < length && !scan.aside) {
    while (load<i32>(feed) < at) feed += 4;
    const end = load<i32>(feed);
    scan.feed = feed;
    scan.lineStart = at;
    scan.lineEnd = end;
    scan.nextLine = min(end + 1, length);
    scanLine(byteAt(at));
    at = scan.nextLine;
  }
  closeTo(0);
  return !scan.aside;
}

function scanLine(first: i32): void {
  if (scan.depth === 0 && (scan.leaf === 0 || scan.leaf === PARAGRAPH)) {
    if (startsText(first)) {
      if (scan.leaf === 0) openParagraph(scan.lineStart);
      else extendParagraph(scan.lineStart);
      return;
    }
    if (first === LINE_FEED) {
      closeLeaf();
      return;
    }
  }
  scanStructuredLine();
}

function scanStructuredLine(): void {
  scan.at = scan.lineStart;
  scan.column = 0;
  scan.noBreakMarker = 0;
  const matched = continueContainers();
  const all = matched === scan.depth;
  if (scan.leaf === FENCED_CODE || scan.leaf === HTML) {
    if (all) {
      continueRaw();
      return;
    }
    closeLeaf();
  } else if (scan.leaf === INDENTED_CODE && !all) {
    closeLeaf();
  }
  if (scan.nonspace === scan.lineEnd) {
    if (!all) closeTo(matched);
    else if (scan.leaf === PARAGRAPH) closeLeaf();
    else if (scan.leaf === INDENTED_CODE && scan.indent > 3) indentedCode();
    return;
  }
  const interrupts = all && scan.leaf !== 0;
  const inside = openContainers(matched, interrupts);
  if (scan.nonspace < scan.lineEnd) scanLeaf(inside);
}

function scanLeaf(inside: i32): void {
  const inParagraph = scan.leaf === PARAGRAPH;
  if (scan.indent > 3) {
    if (inParagraph) {
      extendParagraph(scan.at);
      return;
    }
    // Code on the line that leaves a container is doubtful.
    if (inside < scan.depth) scan.aside = true;
    indentedCode();
    return;
  }
  if (scan.leaf === INDENTED_CODE) closeLeaf();
  const lazy = inParagraph && inside < scan.depth;
  if (startLeaf(inside, lazy)) return;
  if (scan.leaf === PARAGRAPH) {
    extendParagraph(scan.at);
    return;
  }
  closeTo(inside);
  openParagraph(scan.nonspace);
}
