import {
  ASTERISK,
  BACKTICK,
  DASH,
  EQUALS,
  HASH,
  isBlank,
  LEFT_BRACKET,
  LESS_THAN,
  LINE_FEED,
  SPACE,
  skipBlanks,
  TILDE,
  trimEnd,
  UNDERSCORE,
} from "./characters";
import { beginsWithDefinition } from "./definitions";
import { endsHtmlBlock, HTML_BASIC, HTML_COMPLETE, htmlBlockKind } from "./html-blocks";
import { byteAt } from "./layout";
import {
  FENCED_CODE,
  HEADING,
  HTML,
  INDENTED_CODE,
  isThematicBreak,
  keepLine,
  PARAGRAPH,
  pushLeaf,
  restStart,
  scan,
  THEMATIC_BREAK,
} from "./scan";

export function closeTo(depth: i32): void {
  closeLeaf();
  scan.depth = depth;
}

export function closeLeaf(): void {
  const kind = scan.leaf;
  if (kind === 0) return;
  if (kind === PARAGRAPH) settleParagraph(PARAGRAPH, 0);
  else pushLeaf(kind, scan.leafStart, scan.leafEnd, scan.leafLine, scan.leafAfter, 0);
  scan.leaf = 0;
}

function settleParagraph(kind: i32, headingDepth: i32): void {
  if (scan.mayDefine && beginsWithDefinition()) scan.aside = true;
  const end = trimEnd(scan.leafStart, scan.leafEnd);
  pushLeaf(kind, scan.leafStart, end, scan.leafLine, kind === HEADING ? scan.nextLine : scan.leafAfter, headingDepth);
}

function openLeaf(kind: i32, start: i32): void {
  scan.leaf = kind;
  scan.leafStart = start;
  scan.leafLine = scan.lineStart;
  extendLeaf();
}

function extendLeaf(): void {
  scan.leafEnd = scan.lineEnd;
  scan.leafAfter = scan.nextLine;
}

export function openParagraph(start: i32): void {
  openLeaf(PARAGRAPH, start);
  scan.mayDefine = byteAt(start) === LEFT_BRACKET;
  scan.lineCount = 0;
  if (scan.mayDefine) keepLine(start);
}

export function extendParagraph(contentStart: i32): void {
  extendLeaf();
  if (scan.mayDefine) keepLine(contentStart);
}

export function continueRaw(): void {
  const lineEnd = scan.lineEnd;
  if (scan.leaf === FENCED_CODE) {
    extendLeaf();
    if (scan.indent < 4 && isClosingFence(scan.nonspace, lineEnd)) closeLeaf();
    else if (scan.depth === 0) skipToFenceEnd();
    return;
  }
  if (scan.htmlKind >= HTML_BASIC && scan.nonspace === lineEnd) {
    closeLeaf();
    return;
  }
  extendLeaf();
  if (endsHtmlBlock(scan.htmlKind, scan.at, lineEnd)) closeLeaf();
}

export function indentedCode(): void {
  if (scan.leaf === INDENTED_CODE) extendLeaf();
  else openLeaf(INDENTED_CODE, restStart());
}

export function startLeaf(inside: i32, lazy: bool): bool {
  const code = byteAt(scan.nonspace);
  switch (code) {
    case HASH:
      return startHeading(inside);
    case BACKTICK:
    case TILDE:
      return startFence(inside, code);
    case LESS_THAN:
      return startHtml(inside, lazy);
    case EQUALS:
      return scan.leaf === PARAGRAPH && !lazy && underline();
    case DASH:
      if (scan.leaf === PARAGRAPH && !lazy && underline()) return true;
      return startThematicBreak(inside, code);
    case ASTERISK:
    case UNDERSCORE:
      return startThematicBreak(inside, code);
    default:
      return scan.nonspace >= scan.lineEnd;
  }
}

function startHeading(inside: i32): bool {
  const nonspace = scan.nonspace;
  const lineEnd = scan.lineEnd;
  let at = nonspace;
  while (at < lineEnd && byteAt(at) === HASH) at++;
  const depth = at - nonspace;
  if (depth > 6 || (at !== lineEnd && !isBlank(byteAt(at)))) return false;
  closeTo(inside);
  const start = skipBlanks(at, lineEnd);
  pushLeaf(HEADING, start, contentEnd(start, lineEnd), scan.lineStart, scan.nextLine, depth);
  return true;
}

/** Before blanks, and before a closing run of hashes that has a blank in front of it. */
function contentEnd(start: i32, end: i32): i32 {
  let content = end;
  while (content > start && isBlank(byteAt(content - 1))) content--;
  let hashes = content;
  while (hashes > start && byteAt(hashes - 1) === HASH) hashes--;
  if (hashes === content) return content;
  if (hashes === start) return start;
  if (!isBlank(byteAt(hashes - 1))) return content;
  while (hashes > start && isBlank(byteAt(hashes - 1))) hashes--;
  return hashes;
}

function startFence(inside: i32, marker: i32): bool {
  const lineEnd = scan.lineEnd;
  let at = scan.nonspace;
  while (at < lineEnd && byteAt(at) === marker) at++;
  const length = at - scan.nonspace;
  if (length < 3) return false;
  if (marker === BACKTICK) for (; at < lineEnd; at++) if (byteAt(at) === BACKTICK) return false;
  closeTo(inside);
  openLeaf(FENCED_CODE, scan.nonspace);
  scan.fenceMarker = marker;
  scan.fenceLength = length;
  if (inside === 0) skipToFenceEnd();
  return true;
}

function isClosingFence(start: i32, end: i32): bool {
  let at = start;
  while (at < end && byteAt(at) === scan.fenceMarker) at++;
  return at - start >= scan.fenceLength && skipBlanks(at, end) === end;
}

/** Outside containers only a line that begins with a run of the marker can end a fence. */
function skipToFenceEnd(): void {
  const length = scan.length;
  const marker = scan.fenceMarker;
  let line = scan.nextLine;
  let feed = scan.feed;
  while (line < length) {
    let at = line;
    while (at - line < 3 && byteAt(at) === SPACE) at++;
    if (byteAt(at) === marker && byteAt(at + 1) === marker && byteAt(at + 2) === marker) {
      scan.nextLine = line;
      return;
    }
    while (load<i32>(feed) < line) feed += 4;
    line = load<i32>(feed) + 1;
  }
  if (scan.nextLine === length) return;
  scan.nextLine = length;
  scan.leafAfter = length;
  scan.leafEnd = byteAt(length - 1) === LINE_FEED ? length - 1 : length;
}

function startHtml(inside: i32, lazy: bool): bool {
  const kind = htmlBlockKind(scan.nonspace, scan.lineEnd);
  if (kind === 0 || (kind === HTML_COMPLETE && scan.leaf === PARAGRAPH && !lazy)) return false;
  if (kind === HTML_COMPLETE && lazy) scan.aside = true;
  closeTo(inside);
  openLeaf(HTML, restStart());
  scan.htmlKind = kind;
  if (endsHtmlBlock(kind, scan.nonspace, scan.lineEnd)) closeLeaf();
  return true;
}

function startThematicBreak(inside: i32, marker: i32): bool {
  if (!isThematicBreak(marker)) return false;
  closeTo(inside);
  pushLeaf(THEMATIC_BREAK, scan.nonspace, scan.lineEnd, scan.lineStart, scan.nextLine, 0);
  return true;
}

/** Makes a heading of the open paragraph. */
function underline(): bool {
  const start = scan.nonspace;
  const end = scan.lineEnd;
  const marker = byteAt(start);
  let at = start;
  while (at < end && byteAt(at) === marker) at++;
  if (skipBlanks(at, end) !== end) return false;
  settleParagraph(HEADING, marker === DASH ? 2 : 1);
  scan.leaf = 0;
  return true;
}
