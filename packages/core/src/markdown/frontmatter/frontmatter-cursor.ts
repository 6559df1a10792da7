/** Where the fast path stands in the text. One object a file, mutated: this runs for every note and skill. */
export interface Cursor {
  readonly text: string;
  /** The offset after the frontmatter's last character. */
  readonly end: number;
  /** After each step: the start of a line. */
  at: number;
  /** The next colon and the next `#` known of, so that each is searched for once; -1 before the first search. */
  colon: number;
  hash: number;
  /** Source texts of values that are not strings, by path. */
  written: Map<string, string> | undefined;
}

export const LF = 10;
export const CR = 13;
export const SPACE = 32;
export const DOUBLE_QUOTE = 34;
export const HASH = 35;
export const SINGLE_QUOTE = 39;
export const COMMA = 44;
export const DASH = 45;
export const COLON = 58;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;

/** The offset of the line feed that ends the line, or the end of the frontmatter. */
export function lineFeed(cursor: Cursor, from: number): number {
  const found = cursor.text.indexOf("\n", from);
  return found < 0 || found > cursor.end ? cursor.end : found;
}

/** The end of a line's content: before a CRLF's carriage return. */
export function contentEnd(cursor: Cursor, feed: number, from: number): number {
  return feed > from && feed < cursor.end && cursor.text.charCodeAt(feed - 1) === CR ? feed - 1 : feed;
}

export function skipSpaces(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text.charCodeAt(at) === SPACE) at += 1;
  return at;
}

/**
 * Moves over blank lines and comment lines to the next line with content, and tells its column; -1 at the end.
 * `cursor.at` is then the start of that line.
 */
export function nextColumn(cursor: Cursor): number {
  const { text, end } = cursor;
  while (cursor.at < end) {
    const content = skipSpaces(text, cursor.at, end);
    if (content >= end) break;
    const code = text.charCodeAt(content);
    if (code === LF) cursor.at = content + 1;
    else if (code === CR && text.charCodeAt(content + 1) === LF) cursor.at = content + 2;
    else if (code === HASH) cursor.at = lineFeed(cursor, content) + 1;
    else return content - cursor.at;
  }
  cursor.at = end;
  return -1;
}

/** Ends a line after a value: only blanks or a comment may follow. False where something else does. */
export function finishLine(cursor: Cursor, from: number): boolean {
  const { text, end } = cursor;
  const content = skipSpaces(text, from, end);
  if (content >= end) {
    cursor.at = end;
    return true;
  }
  const code = text.charCodeAt(content);
  if (code === LF) cursor.at = content + 1;
  else if (code === CR && text.charCodeAt(content + 1) === LF) cursor.at = content + 2;
  else if (code === HASH && content > from) cursor.at = lineFeed(cursor, content) + 1;
  else return false;
  return true;
}

export function remember(cursor: Cursor, path: string, source: string): void {
  cursor.written ??= new Map();
  cursor.written.set(path, source);
}

/** The first colon at or after `from`; beyond the end where there is none. */
export function nextColon(cursor: Cursor, from: number): number {
  if (cursor.colon < from) cursor.colon = search(cursor, ":", from);
  return cursor.colon;
}

/** The first `#` at or after `from`; beyond the end where there is none. */
export function nextHash(cursor: Cursor, from: number): number {
  if (cursor.hash < from) cursor.hash = search(cursor, "#", from);
  return cursor.hash;
}

function search(cursor: Cursor, mark: string, from: number): number {
  const found = cursor.text.indexOf(mark, from);
  return found < 0 ? Number.MAX_SAFE_INTEGER : found;
}
