import { isBlank, SPACE, TAB } from "./characters";
import { byteAt, CONTAINERS, LEAF_BYTES, LEAVES, LINE_BYTES, LINES, MOST_LEAVES, MOST_LINES, QUOTES } from "./layout";

export const PARAGRAPH: i32 = 1;
export const HEADING: i32 = 2;
export const FENCED_CODE: i32 = 3;
export const INDENTED_CODE: i32 = 4;
export const HTML: i32 = 5;
export const THEMATIC_BREAK: i32 = 6;

const OUTERMOST_QUOTE: i32 = 1;
const OUTERMOST_LIST: i32 = 2;
/** Deeper, the TypeScript has its doubts. */
const DEEPEST: i32 = 12;

/** Where the scan of blocks stands: what `Scan` is in TypeScript. */
export namespace scan {
  export let length: i32 = 0;
  /** Something that is left to the TypeScript was met. */
  export let aside: bool = false;

  /** The address of the feed that ends the line, among all. */
  export let feed: usize = 0;
  export let lineStart: i32 = 0;
  export let lineEnd: i32 = 0;
  export let nextLine: i32 = 0;

  export let at: i32 = 0;
  export let column: i32 = 0;
  export let nonspace: i32 = 0;
  export let indent: i32 = 0;

  export let depth: i32 = 0;
  export let emptyItem: i32 = 0;

  export let leaf: i32 = 0;
  export let leafStart: i32 = 0;
  export let leafEnd: i32 = 0;
  export let leafLine: i32 = 0;
  export let leafAfter: i32 = 0;
  export let fenceMarker: i32 = 0;
  export let fenceLength: i32 = 0;
  export let htmlKind: i32 = 0;

  export let leafCount: i32 = 0;
  export let lineCount: i32 = 0;
  export let mayDefine: bool = false;

  export let noBreakMarker: i32 = 0;
  export let noBreakUntil: i32 = 0;
}

export function containerWidth(index: i32): i32 {
  return load<i32>(CONTAINERS + ((<usize>index) << 2));
}

export function nearestQuote(index: i32): i32 {
  return load<i32>(QUOTES + ((<usize>index) << 2));
}

export function measureIndent(): void {
  const lineEnd = scan.lineEnd;
  let at = scan.at;
  let column = scan.column;
  while (at < lineEnd) {
    const code = byteAt(at);
    if (code === SPACE) column++;
    else if (code === TAB) column += 4 - (column & 3);
    else break;
    at++;
  }
  scan.nonspace = at;
  scan.indent = column - scan.column;
}

export function skipColumns(columns: i32): void {
  const target = scan.column + columns;
  let at = scan.at;
  let column = scan.column;
  while (column < target) {
    const width = byteAt(at) === TAB ? 4 - (column & 3) : 1;
    if (column + width > target) {
      column = target;
      break;
    }
    column += width;
    at++;
  }
  scan.at = at;
  scan.column = column;
  scan.indent -= columns;
}

/** Where the unconsumed rest starts. A tab that a container takes a part of is doubtful. */
export function restStart(): i32 {
  const at = scan.at;
  if (at < scan.lineEnd && byteAt(at) === TAB && (scan.column & 3) !== 0) scan.aside = true;
  return at;
}

export function consumeMarker(length: i32): void {
  scan.column += scan.indent + length;
  scan.at = scan.nonspace + length;
  measureIndent();
}

export function pushContainer(width: i32): void {
  const index = scan.depth;
  if (index >= DEEPEST) {
    scan.aside = true;
    return;
  }
  store<i32>(CONTAINERS + ((<usize>index) << 2), width);
  store<i32>(QUOTES + ((<usize>index) << 2), width === 0 ? index : index === 0 ? -1 : nearestQuote(index - 1));
  scan.depth = index + 1;
}

export function pushLeaf(kind: i32, start: i32, end: i32, line: i32, after: i32, depth: i32): void {
  if (scan.leafCount === MOST_LEAVES) {
    scan.aside = true;
    return;
  }
  const row = LEAVES + <usize>scan.leafCount * LEAF_BYTES;
  const outermost = scan.depth === 0 ? 0 : containerWidth(0) === 0 ? OUTERMOST_QUOTE : OUTERMOST_LIST;
  store<i32>(row, kind);
  store<i32>(row, start, 4);
  store<i32>(row, end, 8);
  store<i32>(row, line, 12);
  store<i32>(row, after, 16);
  store<i32>(row, depth | (outermost << 3) | (scan.depth << 5), 20);
  scan.leafCount++;
}

/** Keeps a line of a paragraph that may begin with definitions. */
export function keepLine(contentStart: i32): void {
  if (scan.lineCount === MOST_LINES) {
    scan.aside = true;
    return;
  }
  const row = LINES + <usize>scan.lineCount * LINE_BYTES;
  store<i32>(row, scan.lineStart);
  store<i32>(row, contentStart, 4);
  store<i32>(row, scan.lineEnd, 8);
  scan.lineCount++;
}

export function isThematicBreak(marker: i32): bool {
  const lineEnd = scan.lineEnd;
  if (scan.noBreakMarker === marker && scan.nonspace <= scan.noBreakUntil) return false;
  let count = 0;
  let at = scan.nonspace;
  for (; at < lineEnd; at++) {
    const code = byteAt(at);
    if (code === marker) count++;
    else if (!isBlank(code)) break;
  }
  if (at === lineEnd && count > 2) return true;
  scan.noBreakMarker = marker;
  scan.noBreakUntil = at;
  return false;
}
