import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  type Cursor,
  DOUBLE_QUOTE,
  HASH,
  LF,
  OPEN_BRACE,
  OPEN_BRACKET,
  remember,
  SINGLE_QUOTE,
  SPACE,
  skipSpaces,
} from "./frontmatter-cursor.js";
import { readQuoted, startsPlain } from "./frontmatter-fast-scalar.js";
import { plainValue } from "./frontmatter-scalar.js";
import { type FrontmatterValue, writtenPath } from "./frontmatter-types.js";

const MAX_FLOW_DEPTH = 8;

/** A key in quotes to YAML may be longer; then `yaml` decides. */
const MAX_FLOW_KEY = 128;

/**
 * Reads `[a, "b", [3]]`, or a map that is JSON but for plain values, on one line and without empty items. Leaves `cursor.at` after
 * its bracket. Undefined on doubt.
 */
export function readFlow(cursor: Cursor, open: number, path: string, depth = 1): FrontmatterValue | undefined {
  if (depth > MAX_FLOW_DEPTH) return undefined;
  return cursor.text.charCodeAt(open) === OPEN_BRACE
    ? readFlowMap(cursor, open, path, depth)
    : readFlowList(cursor, open, path, depth);
}

function readFlowList(cursor: Cursor, open: number, path: string, depth: number): FrontmatterValue | undefined {
  const items: FrontmatterValue[] = [];
  const done = readItems(cursor, open, CLOSE_BRACKET, (at) => {
    const item = readItem(cursor, at, writtenPath(path, items.length), depth);
    if (item !== undefined) items.push(item);
    return item !== undefined;
  });
  if (!done) return undefined;
  remember(cursor, path, cursor.text.slice(open, cursor.at));
  return items;
}

/** `{"a": 1, "b": {"c": [2]}}`: keys in double quotes only, each once. */
function readFlowMap(cursor: Cursor, open: number, path: string, depth: number): FrontmatterValue | undefined {
  const { text, end } = cursor;
  const data = new Map<string, FrontmatterValue>();
  const done = readItems(cursor, open, CLOSE_BRACE, (at) => {
    if (text.charCodeAt(at) !== DOUBLE_QUOTE) return false;
    const key = readQuoted(cursor, at, DOUBLE_QUOTE);
    // `yaml` goes by the source of a key, so that one with escapes is its business.
    if (key === undefined || key.length > MAX_FLOW_KEY || cursor.at - at !== key.length + 2) return false;
    if (text.charCodeAt(cursor.at) !== COLON || data.has(key)) return false;
    const value = readItem(cursor, skipSpaces(text, cursor.at + 1, end), writtenPath(path, key), depth);
    if (value === undefined) return false;
    data.set(key, value);
    return true;
  });
  if (!done) return undefined;
  remember(cursor, path, text.slice(open, cursor.at));
  return data;
}

/** Whether all items up to the closing bracket could be read; `cursor.at` is after it then. */
function readItems(cursor: Cursor, open: number, close: number, read: (at: number) => boolean): boolean {
  const { text, end } = cursor;
  let at = skipSpaces(text, open + 1, end);
  while (text.charCodeAt(at) !== close) {
    if (!read(at)) return false;
    at = skipSpaces(text, cursor.at, end);
    if (text.charCodeAt(at) === close) break;
    if (text.charCodeAt(at) !== COMMA) return false;
    at = skipSpaces(text, at + 1, end);
    if (text.charCodeAt(at) === close) return false;
  }
  if (at >= end) return false;
  cursor.at = at + 1;
  return true;
}

function readItem(cursor: Cursor, at: number, path: string, depth: number): FrontmatterValue | undefined {
  const code = cursor.text.charCodeAt(at);
  if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) return readQuotedItem(cursor, at, code);
  if (code === OPEN_BRACKET || code === OPEN_BRACE) return readFlow(cursor, at, path, depth + 1);
  return readFlowPlain(cursor, at, path);
}

/** Behind it a colon would make it a key. */
function readQuotedItem(cursor: Cursor, at: number, quote: number): string | undefined {
  const value = readQuoted(cursor, at, quote);
  if (value === undefined) return undefined;
  return cursor.text.charCodeAt(skipSpaces(cursor.text, cursor.at, cursor.end)) === COLON ? undefined : value;
}

/** Reads a plain item up to its `,` or bracket. Undefined on doubt: a colon, a comment, a bracket, the line's end. */
function readFlowPlain(cursor: Cursor, from: number, path: string): FrontmatterValue | undefined {
  const { text, end } = cursor;
  if (!startsPlain(text.charCodeAt(from), text.charCodeAt(from + 1))) return undefined;
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSE_BRACKET || code === CLOSE_BRACE) {
      cursor.at = at;
      let last = at;
      while (text.charCodeAt(last - 1) === SPACE) last -= 1;
      const source = text.slice(from, last);
      const value = plainValue(source);
      if (typeof value !== "string") remember(cursor, path, source);
      return value;
    }
    if (code === COLON && endsFlowKey(text.charCodeAt(at + 1))) return undefined;
    if (code === HASH && text.charCodeAt(at - 1) === SPACE) return undefined;
    if (code === LF || isFlowBracket(code)) return undefined;
  }
  return undefined;
}

function endsFlowKey(code: number): boolean {
  return code <= SPACE || code === COMMA || isFlowBracket(code);
}

function isFlowBracket(code: number): boolean {
  return code === OPEN_BRACKET || code === CLOSE_BRACKET || code === OPEN_BRACE || code === CLOSE_BRACE;
}
