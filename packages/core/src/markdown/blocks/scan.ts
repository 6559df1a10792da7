import { SPACE, TAB } from "../text/characters.js";
import { type BlockTable, LEAF_STRIDE, OUTERMOST_LIST, OUTERMOST_QUOTE, twiceAsLong } from "./block-table.js";

/**
 * Where a scan stands. One object is used for all scans, since loading a vault makes a hundred thousand of them;
 * it holds nothing between two.
 */
export interface Scan {
  text: string;
  table: BlockTable;

  lineStart: number;
  /** The end of the line without its line ending. */
  lineEnd: number;
  nextLine: number;

  /** What of the line is not yet consumed. A tab that is consumed in part stays here, with `column` inside it. */
  at: number;
  column: number;
  /** The first character from `at` that is no blank, and the columns up to it. Valid after `measureIndent`. */
  nonspace: number;
  indent: number;

  /** Open containers, outermost first: 0 is a block quote, another number the columns a list item's content needs. */
  containers: Int32Array;
  /** For each open container, which block quote is the nearest at or above it; -1 for none. */
  nearestQuote: Int32Array;
  depth: number;
  /** Whether the innermost list item began with a blank line and holds nothing yet; 0 for no. */
  emptyItem: number;

  /** The open leaf's kind, 0 for none, and its row to be. */
  leaf: number;
  leafStart: number;
  leafEnd: number;
  leafLine: number;
  leafAfter: number;
  fenceMarker: number;
  fenceLength: number;
  htmlKind: number;

  /** The lines of an open paragraph that may begin with definitions: line start, content start and line end of each. */
  lines: Int32Array;
  lineCount: number;
  mayDefine: boolean;

  /** The marker for which this line is known to be no thematic break, and up to where. */
  noBreakMarker: number;
  noBreakUntil: number;
}

/** More containers in one another than documents have with which the scanner was compared. */
const DEEPEST_SURE = 12;

export function createScan(table: BlockTable): Scan {
  return {
    text: "",
    table,
    lineStart: 0,
    lineEnd: 0,
    nextLine: 0,
    at: 0,
    column: 0,
    nonspace: 0,
    indent: 0,
    containers: new Int32Array(32),
    nearestQuote: new Int32Array(32),
    depth: 0,
    emptyItem: 0,
    leaf: 0,
    leafStart: 0,
    leafEnd: 0,
    leafLine: 0,
    leafAfter: 0,
    fenceMarker: 0,
    fenceLength: 0,
    htmlKind: 0,
    lines: new Int32Array(48),
    lineCount: 0,
    mayDefine: false,
    noBreakMarker: 0,
    noBreakUntil: 0,
  };
}

/** Finds the next character that is no blank. Tab stops are four columns apart, counted from the start of the line. */
export function measureIndent(scan: Scan): void {
  const { text, lineEnd } = scan;
  let at = scan.at;
  let column = scan.column;
  while (at < lineEnd) {
    const code = text.charCodeAt(at);
    if (code === SPACE) column++;
    else if (code === TAB) column += 4 - (column & 3);
    else break;
    at++;
  }
  scan.nonspace = at;
  scan.indent = column - scan.column;
}

/** Consumes that many columns of measured indentation, if need be a part of a tab. */
export function skipColumns(scan: Scan, columns: number): void {
  const { text } = scan;
  const target = scan.column + columns;
  let at = scan.at;
  let column = scan.column;
  while (column < target) {
    const width = text.charCodeAt(at) === TAB ? 4 - (column & 3) : 1;
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

/** The offset of the unconsumed rest; what is left of a tab that is consumed in part does not count. */
export function restStart(scan: Scan): number {
  const { text, at, column } = scan;
  const inTab = at < scan.lineEnd && text.charCodeAt(at) === TAB && (column & 3) !== 0 && tabIsPartlyConsumed(scan);
  if (inTab) scan.table.doubtful = true;
  return inTab ? at + 1 : at;
}

function tabIsPartlyConsumed(scan: Scan): boolean {
  let column = 0;
  for (let at = scan.lineStart; at < scan.at; at++) {
    column += scan.text.charCodeAt(at) === TAB ? 4 - (column & 3) : 1;
  }
  return column < scan.column;
}

/** Consumes a container's marker at `nonspace`, and one column after it where there is a blank. */
export function consumeMarker(scan: Scan, length: number): void {
  scan.column += scan.indent + length;
  scan.at = scan.nonspace + length;
  measureIndent(scan);
}

export function pushContainer(scan: Scan, width: number): void {
  const index = scan.depth;
  if (index === scan.containers.length) {
    scan.containers = twiceAsLong(scan.containers, 0);
    scan.nearestQuote = twiceAsLong(scan.nearestQuote, 0);
  }
  scan.containers[index] = width;
  scan.nearestQuote[index] = width === 0 ? index : index === 0 ? -1 : (scan.nearestQuote[index - 1] ?? -1);
  scan.depth = index + 1;
  if (scan.depth > DEEPEST_SURE) scan.table.doubtful = true;
}

/** Adds a row for a leaf in the containers that are open now. */
export function pushLeaf(
  scan: Scan,
  kind: number,
  start: number,
  end: number,
  line: number,
  after: number,
  depth: number,
): void {
  const table = scan.table;
  const at = table.leafCount * LEAF_STRIDE;
  if (at + LEAF_STRIDE > table.leaves.length) table.leaves = twiceAsLong(table.leaves, 64);
  const leaves = table.leaves;
  const outermost = scan.depth === 0 ? 0 : scan.containers[0] === 0 ? OUTERMOST_QUOTE : OUTERMOST_LIST;
  leaves[at] = kind;
  leaves[at + 1] = start;
  leaves[at + 2] = end;
  leaves[at + 3] = line;
  leaves[at + 4] = after;
  leaves[at + 5] = depth | (outermost << 3) | (scan.depth << 5);
  table.leafCount++;
}
