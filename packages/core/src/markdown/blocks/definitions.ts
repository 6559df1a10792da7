import {
  APOSTROPHE,
  BACKSLASH,
  COLON,
  DOUBLE_QUOTE,
  GREATER_THAN,
  isBlank,
  LEFT_BRACKET,
  LEFT_PARENTHESIS,
  LESS_THAN,
  RIGHT_BRACKET,
  RIGHT_PARENTHESIS,
  SPACE,
  skipBlanks,
} from "../text/characters.js";
import { pushDefinition } from "./block-table.js";
import type { Scan } from "./scan.js";

/** Columns of `scan.lines`. */
export const LINE_STRIDE = 3;
const CONTENT_START = 1;
const LINE_END = 2;

const LONGEST_LABEL = 999;

/** Where reading stands in a paragraph whose lines are parted by container markers. */
let line = 0;
let at = 0;
let end = 0;

function enterLine(scan: Scan, index: number): void {
  line = index;
  at = scan.lines[index * LINE_STRIDE + CONTENT_START] ?? 0;
  end = scan.lines[index * LINE_STRIDE + LINE_END] ?? 0;
}

/** Takes the definitions from the head of the paragraph held in `scan.lines`; gives how many of its lines they were. */
export function takeDefinitions(scan: Scan): number {
  let taken = 0;
  while (taken < scan.lineCount) {
    enterLine(scan, taken);
    at = skipBlanks(scan.text, at, end);
    if (at >= end || scan.text.charCodeAt(at) !== LEFT_BRACKET || !readDefinition(scan)) break;
    taken = line + 1;
  }
  return taken;
}

function readDefinition(scan: Scan): boolean {
  const { text } = scan;
  const labelStart = at + 1;
  if (!readLabel(scan)) return false;
  const labelEnd = at - 1;
  if (at >= end || text.charCodeAt(at) !== COLON) return false;
  at++;
  skipWhitespace(scan);
  const targetStart = at;
  if (!readTarget(text)) return false;
  const targetEnd = at;
  const targetLine = line;
  if (!readTitle(scan)) {
    // A title that is none spoils the definition only where it stands on the definition's own last line.
    enterLine(scan, targetLine);
    if (skipBlanks(text, targetEnd, end) !== end) return false;
  }
  const angled = text.charCodeAt(targetStart) === LESS_THAN ? 1 : 0;
  pushDefinition(scan.table, labelStart, labelEnd, targetStart + angled, targetEnd - angled);
  return true;
}

function skipWhitespace(scan: Scan): void {
  at = skipBlanks(scan.text, at, end);
  while (at >= end && line + 1 < scan.lineCount) {
    enterLine(scan, line + 1);
    at = skipBlanks(scan.text, at, end);
  }
}

/** From `[` to after its `]`; a label holds something else than white space and no bare bracket. */
function readLabel(scan: Scan): boolean {
  const { text } = scan;
  let seen = false;
  let length = 0;
  at++;
  while (length <= LONGEST_LABEL) {
    if (at >= end) {
      if (line + 1 >= scan.lineCount) return false;
      enterLine(scan, line + 1);
      continue;
    }
    const code = text.charCodeAt(at);
    if (code === LEFT_BRACKET) return false;
    at++;
    if (code === RIGHT_BRACKET) return seen;
    if (!isBlank(code)) seen = true;
    length++;
    if (code === BACKSLASH && at < end && isEscapable(text.charCodeAt(at), LEFT_BRACKET, RIGHT_BRACKET)) {
      at++;
      length++;
    }
  }
  return false;
}

function isEscapable(code: number, one: number, other: number): boolean {
  return code === one || code === other || code === BACKSLASH;
}

function readTarget(text: string): boolean {
  if (at >= end) return false;
  const after = targetEndFrom(text, at, end, Number.POSITIVE_INFINITY);
  if (after < 0) return false;
  at = after;
  return true;
}

/**
 * The offset after the link destination at `start`: `<…>`, or characters up to a blank with its parentheses balanced
 * and no deeper than `nesting`. -1 when there is none. A closing parenthesis too many ends it.
 */
export function targetEndFrom(text: string, start: number, limit: number, nesting: number): number {
  let position = start;
  if (text.charCodeAt(position) === LESS_THAN) {
    for (position++; position < limit; position++) {
      const code = text.charCodeAt(position);
      if (code === GREATER_THAN) return position + 1;
      if (code === LESS_THAN || code === 10 || code === 13) return -1;
      if (code === BACKSLASH && isEscapable(text.charCodeAt(position + 1), LESS_THAN, GREATER_THAN)) position++;
    }
    return -1;
  }
  let open = 0;
  for (; position < limit; position++) {
    const code = text.charCodeAt(position);
    if (code === LEFT_PARENTHESIS) {
      if (++open > nesting) return -1;
    } else if (code === RIGHT_PARENTHESIS) {
      if (open-- === 0) break;
    } else if (code <= SPACE && code !== 0) {
      if (code !== SPACE && code !== 9 && code !== 10 && code !== 13) return -1;
      break;
    } else if (code === 127) {
      return -1;
    } else if (code === BACKSLASH && position + 1 < limit) {
      if (isEscapable(text.charCodeAt(position + 1), LEFT_PARENTHESIS, RIGHT_PARENTHESIS)) position++;
    }
  }
  return open > 0 || position === start ? -1 : position;
}

/** A title after white space, with nothing behind it on its last line. */
function readTitle(scan: Scan): boolean {
  const before = at;
  const beforeLine = line;
  skipWhitespace(scan);
  if (at >= end || (at === before && line === beforeLine)) return false;
  const opener = scan.text.charCodeAt(at);
  if (opener !== DOUBLE_QUOTE && opener !== APOSTROPHE && opener !== LEFT_PARENTHESIS) return false;
  const closer = opener === LEFT_PARENTHESIS ? RIGHT_PARENTHESIS : opener;
  at++;
  for (;;) {
    if (at >= end) {
      if (line + 1 >= scan.lineCount) return false;
      enterLine(scan, line + 1);
      continue;
    }
    const code = scan.text.charCodeAt(at++);
    if (code === closer) return skipBlanks(scan.text, at, end) === end;
    if (code === BACKSLASH && at < end && isEscapable(scan.text.charCodeAt(at), closer, closer)) at++;
  }
}
