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
  LINE_FEED,
  RIGHT_BRACKET,
  RIGHT_PARENTHESIS,
  SPACE,
  skipBlanks,
  TAB,
} from "./characters";
import { byteAt, LINE_BYTES, LINES } from "./layout";
import { scan } from "./scan";

const LONGEST_LABEL: i32 = 999;

let line: i32 = 0;
let at: i32 = 0;
let end: i32 = 0;

function enterLine(index: i32): void {
  line = index;
  const row = LINES + <usize>index * LINE_BYTES;
  at = load<i32>(row, 4);
  end = load<i32>(row, 8);
}

/** Whether the paragraph in `LINES` begins with a definition. What labels mean is the TypeScript's: they are compared by Unicode's rules. */
export function beginsWithDefinition(): bool {
  enterLine(0);
  at = skipBlanks(at, end);
  if (at >= end || byteAt(at) !== LEFT_BRACKET || !readLabel()) return false;
  if (at >= end || byteAt(at) !== COLON) return false;
  at++;
  skipSpace();
  if (at >= end) return false;
  const targetEnd = targetEndFrom(at, end, i32.MAX_VALUE);
  if (targetEnd < 0) return false;
  const targetLine = line;
  at = targetEnd;
  if (readTitle()) return true;
  enterLine(targetLine);
  return skipBlanks(targetEnd, end) === end;
}

function skipSpace(): void {
  at = skipBlanks(at, end);
  while (at >= end && line + 1 < scan.lineCount) {
    enterLine(line + 1);
    at = skipBlanks(at, end);
  }
}

function readLabel(): bool {
  let seen = false;
  let length = 0;
  at++;
  while (length <= LONGEST_LABEL) {
    if (at >= end) {
      if (line + 1 >= scan.lineCount) return false;
      enterLine(line + 1);
      continue;
    }
    const code = byteAt(at);
    if (code === LEFT_BRACKET) return false;
    at++;
    if (code === RIGHT_BRACKET) return seen;
    if (!isBlank(code)) seen = true;
    length++;
    if (code === BACKSLASH && at < end && isEscapable(byteAt(at), LEFT_BRACKET, RIGHT_BRACKET)) {
      at++;
      length++;
    }
  }
  return false;
}

function isEscapable(code: i32, one: i32, other: i32): bool {
  return code === one || code === other || code === BACKSLASH;
}

/** The offset after the link destination at `start`, -1 when there is none. */
export function targetEndFrom(start: i32, limit: i32, nesting: i32): i32 {
  let position = start;
  if (byteAt(position) === LESS_THAN) {
    for (position++; position < limit; position++) {
      const code = byteAt(position);
      if (code === GREATER_THAN) return position + 1;
      if (code === LESS_THAN || code === LINE_FEED) return -1;
      if (code === BACKSLASH && isEscapable(byteAt(position + 1), LESS_THAN, GREATER_THAN)) position++;
    }
    return -1;
  }
  let open = 0;
  for (; position < limit; position++) {
    const code = byteAt(position);
    if (code === LEFT_PARENTHESIS) {
      if (++open > nesting) return -1;
    } else if (code === RIGHT_PARENTHESIS) {
      if (open-- === 0) break;
    } else if (code <= SPACE && code !== 0) {
      if (code !== SPACE && code !== TAB && code !== LINE_FEED) return -1;
      break;
    } else if (code === 127) {
      return -1;
    } else if (code === BACKSLASH && position + 1 < limit) {
      if (isEscapable(byteAt(position + 1), LEFT_PARENTHESIS, RIGHT_PARENTHESIS)) position++;
    }
  }
  return open > 0 || position === start ? -1 : position;
}

function readTitle(): bool {
  const before = at;
  const beforeLine = line;
  skipSpace();
  if (at >= end || (at === before && line === beforeLine)) return false;
  const opener = byteAt(at);
  if (opener !== DOUBLE_QUOTE && opener !== APOSTROPHE && opener !== LEFT_PARENTHESIS) return false;
  const closer = opener === LEFT_PARENTHESIS ? RIGHT_PARENTHESIS : opener;
  at++;
  while (true) {
    if (at >= end) {
      if (line + 1 >= scan.lineCount) return false;
      enterLine(line + 1);
      continue;
    }
    const code = byteAt(at++);
    if (code === closer) return skipBlanks(at, end) === end;
    if (code === BACKSLASH && at < end && isEscapable(byteAt(at), closer, closer)) at++;
  }
}
