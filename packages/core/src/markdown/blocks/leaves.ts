import {
  ASTERISK,
  BACKTICK,
  DASH,
  EQUALS,
  HASH,
  isLineEnd,
  LEFT_BRACKET,
  LESS_THAN,
  SPACE,
  skipBlanks,
  TILDE,
  trimEnd,
  UNDERSCORE,
} from "../text/characters.js";
import { FENCED_CODE, HEADING, HTML, INDENTED_CODE, PARAGRAPH, THEMATIC_BREAK, twiceAsLong } from "./block-table.js";
import { LINE_STRIDE, takeDefinitions } from "./definitions.js";
import { endsHtmlBlock, HTML_BASIC, HTML_COMPLETE, htmlBlockKind } from "./html-blocks.js";
import {
  atxContentEnd,
  atxDepth,
  isClosingFence,
  isThematicBreak,
  openingFenceLength,
  setextDepth,
} from "./leaf-starts.js";
import { pushLeaf, restStart, type Scan } from "./scan.js";

/** Closes the open leaf and all containers but the first `depth`. */
export function closeTo(scan: Scan, depth: number): void {
  closeLeaf(scan);
  scan.depth = depth;
}

export function closeLeaf(scan: Scan): void {
  const kind = scan.leaf;
  if (kind === 0) return;
  if (kind === PARAGRAPH) settleParagraph(scan, PARAGRAPH, 0);
  else pushLeaf(scan, kind, scan.leafStart, scan.leafEnd, scan.leafLine, scan.leafAfter, 0);
  scan.leaf = 0;
}

/** Writes the open paragraph's row, without the definitions at its head; false when it was nothing else. */
function settleParagraph(scan: Scan, kind: number, headingDepth: number): boolean {
  if (scan.mayDefine) {
    const taken = takeDefinitions(scan);
    if (taken === scan.lineCount) return false;
    if (taken > 0) {
      const row = taken * LINE_STRIDE;
      scan.leafLine = scan.lines[row] ?? 0;
      scan.leafStart = skipBlanks(scan.text, scan.lines[row + 1] ?? 0, scan.lines[row + 2] ?? 0);
    }
  }
  const end = trimEnd(scan.text, scan.leafStart, scan.leafEnd);
  const after = kind === HEADING ? scan.nextLine : scan.leafAfter;
  pushLeaf(scan, kind, scan.leafStart, end, scan.leafLine, after, headingDepth);
  return true;
}

function openLeaf(scan: Scan, kind: number, start: number): void {
  scan.leaf = kind;
  scan.leafStart = start;
  scan.leafLine = scan.lineStart;
  extendLeaf(scan);
}

function extendLeaf(scan: Scan): void {
  scan.leafEnd = scan.lineEnd;
  scan.leafAfter = scan.nextLine;
}

export function openParagraph(scan: Scan, start: number): void {
  openLeaf(scan, PARAGRAPH, start);
  scan.mayDefine = scan.text.charCodeAt(start) === LEFT_BRACKET;
  scan.lineCount = 0;
  if (scan.mayDefine) keepLine(scan, start);
}

export function extendParagraph(scan: Scan, contentStart: number): void {
  extendLeaf(scan);
  if (scan.mayDefine) keepLine(scan, contentStart);
}

function keepLine(scan: Scan, contentStart: number): void {
  const row = scan.lineCount * LINE_STRIDE;
  if (row + LINE_STRIDE > scan.lines.length) scan.lines = twiceAsLong(scan.lines, 0);
  scan.lines[row] = scan.lineStart;
  scan.lines[row + 1] = contentStart;
  scan.lines[row + 2] = scan.lineEnd;
  scan.lineCount++;
}

/** A line that stays in all containers of an open fence or HTML block. */
export function continueRaw(scan: Scan): void {
  const { text, lineEnd } = scan;
  if (scan.leaf === FENCED_CODE) {
    extendLeaf(scan);
    if (scan.indent < 4 && isClosingFence(text, scan.nonspace, lineEnd, scan.fenceMarker, scan.fenceLength))
      closeLeaf(scan);
    else if (scan.depth === 0) skipToFenceEnd(scan);
    return;
  }
  if (scan.htmlKind >= HTML_BASIC && scan.nonspace === lineEnd) {
    closeLeaf(scan);
    return;
  }
  extendLeaf(scan);
  if (endsHtmlBlock(text, scan.htmlKind, scan.at, lineEnd)) closeLeaf(scan);
}

/** Opens indented code, or goes on with it where it is open. */
export function indentedCode(scan: Scan): void {
  if (scan.leaf === INDENTED_CODE) extendLeaf(scan);
  else openLeaf(scan, INDENTED_CODE, restStart(scan));
}

/**
 * Starts the leaf that the character at `nonspace` announces, in the first `inside` containers. False when the line is
 * text. `lazy` says that the line left the containers of the paragraph it may still continue.
 */
export function startLeaf(scan: Scan, inside: number, lazy: boolean): boolean {
  const { text, nonspace, lineEnd } = scan;
  const code = text.charCodeAt(nonspace);
  switch (code) {
    case HASH:
      return startHeading(scan, inside);
    case BACKTICK:
    case TILDE:
      return startFence(scan, inside, code);
    case LESS_THAN:
      return startHtml(scan, inside, lazy);
    case EQUALS:
      return scan.leaf === PARAGRAPH && !lazy && underline(scan);
    case DASH:
      if (scan.leaf === PARAGRAPH && !lazy && underline(scan)) return true;
      return startThematicBreak(scan, inside, code);
    case ASTERISK:
    case UNDERSCORE:
      return startThematicBreak(scan, inside, code);
    default:
      return nonspace >= lineEnd;
  }
}

function startHeading(scan: Scan, inside: number): boolean {
  const { text, nonspace, lineEnd } = scan;
  const depth = atxDepth(text, nonspace, lineEnd);
  if (depth === 0) return false;
  closeTo(scan, inside);
  const start = skipBlanks(text, nonspace + depth, lineEnd);
  pushLeaf(scan, HEADING, start, atxContentEnd(text, start, lineEnd), scan.lineStart, scan.nextLine, depth);
  return true;
}

function startFence(scan: Scan, inside: number, marker: number): boolean {
  const length = openingFenceLength(scan.text, scan.nonspace, scan.lineEnd, marker);
  if (length === 0) return false;
  closeTo(scan, inside);
  openLeaf(scan, FENCED_CODE, scan.nonspace);
  scan.fenceMarker = marker;
  scan.fenceLength = length;
  if (inside === 0) skipToFenceEnd(scan);
  return true;
}

/** Outside containers, what is in a fence need not be read line by line: only a run of its marker can end it. */
function skipToFenceEnd(scan: Scan): void {
  const { text, fenceMarker, nextLine } = scan;
  const fence = fenceMarker === BACKTICK ? "```" : "~~~";
  let at = text.indexOf(fence, nextLine);
  while (at >= 0) {
    const line = indentedLineStart(text, at, nextLine);
    if (line >= 0) {
      scan.nextLine = line;
      return;
    }
    while (text.charCodeAt(at) === fenceMarker) at++;
    at = text.indexOf(fence, at);
  }
  if (nextLine === text.length) return;
  scan.nextLine = text.length;
  scan.leafAfter = text.length;
  scan.leafEnd = withoutLineEnding(text);
}

/** The start of the line on which no more than three spaces stand before `at`, or -1. */
function indentedLineStart(text: string, at: number, first: number): number {
  let line = at;
  while (line > first && at - line < 4 && text.charCodeAt(line - 1) === SPACE) line--;
  return at - line < 4 && (line === first || isLineEnd(text.charCodeAt(line - 1))) ? line : -1;
}

function withoutLineEnding(text: string): number {
  if (text.endsWith("\r\n")) return text.length - 2;
  return isLineEnd(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length;
}

function startHtml(scan: Scan, inside: number, lazy: boolean): boolean {
  const kind = htmlBlockKind(scan.text, scan.nonspace, scan.lineEnd);
  if (kind === 0 || (kind === HTML_COMPLETE && scan.leaf === PARAGRAPH && !lazy)) return false;
  // micromark, which judges us, keeps the containers of a paragraph open where such a tag interrupts it lazily.
  if (kind === HTML_COMPLETE && lazy) {
    closeLeaf(scan);
    scan.table.doubtful = true;
  } else closeTo(scan, inside);
  openLeaf(scan, HTML, restStart(scan));
  scan.htmlKind = kind;
  if (endsHtmlBlock(scan.text, kind, scan.nonspace, scan.lineEnd)) closeLeaf(scan);
  return true;
}

function startThematicBreak(scan: Scan, inside: number, marker: number): boolean {
  if (!isThematicBreak(scan, marker)) return false;
  closeTo(scan, inside);
  pushLeaf(scan, THEMATIC_BREAK, scan.nonspace, scan.lineEnd, scan.lineStart, scan.nextLine, 0);
  return true;
}

/** Makes a heading of the open paragraph. A paragraph of nothing but definitions cannot be one: then the line is text. */
function underline(scan: Scan): boolean {
  const depth = setextDepth(scan.text, scan.nonspace, scan.lineEnd);
  if (depth === 0) return false;
  const settled = settleParagraph(scan, HEADING, depth);
  scan.leaf = 0;
  return settled;
}
