import {
  COLON,
  CR,
  type Cursor,
  contentEnd,
  DASH,
  HASH,
  LF,
  lineFeed,
  nextColumn,
  SPACE,
  skipSpaces,
} from "./frontmatter-cursor.js";
import { readBlockScalar } from "./frontmatter-fast-block.js";
import { plainEnd, startsPlain } from "./frontmatter-fast-scalar.js";
import { readInline } from "./frontmatter-fast-value.js";
import { type Entries, type FrontmatterValue, writtenPath } from "./frontmatter-types.js";

const BARE_CARRIAGE_RETURN = /\r(?!\n)/;
const MAX_FAST_DEPTH = 4;
const MAX_FAST_KEY = 128;
const PIPE = 124;
const GREATER = 62;
const DOT = 46;

/** Letters, digits, `_`, `-`, `.`: what keys are made of, nearly always. */
const KEY = new Uint8Array(128);
for (const letter of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") KEY[letter.charCodeAt(0)] = 1;

/**
 * Reads the frontmatter that nearly all files have: block maps of scalars, of lists of scalars and of such maps.
 * Undefined on any doubt, and then `yaml` decides: whatever this reads, `yaml` reads alike.
 */
export function readFast(text: string, from: number, end: number): Entries | undefined {
  const block = from === 0 && end === text.length ? text : text.slice(from, end);
  // Tabs separate in some places and are errors in others; a bare carriage return is content to `yaml`.
  if (block.includes("\t") || (block.includes("\r") && BARE_CARRIAGE_RETURN.test(block))) return undefined;
  const cursor: Cursor = { text, end, at: from, colon: -1, hash: -1, written: undefined };
  const starts: number[] = [];
  const data = readMap(cursor, 0, "", { depth: 0, starts });
  return data === undefined || cursor.at < end ? undefined : { data, starts, written: cursor.written };
}

interface MapPlace {
  readonly depth: number;
  /** Takes the keys' offsets, at the top level. */
  readonly starts?: number[];
  /** The first key, where something stands before it: the dash of a list. */
  readonly first?: number;
}

/** The entries at `column`, up to a line that stands further left. */
function readMap(
  cursor: Cursor,
  column: number,
  path: string,
  { depth, starts, first = -1 }: MapPlace,
): Map<string, FrontmatterValue> | undefined {
  const { text, end } = cursor;
  const data = new Map<string, FrontmatterValue>();
  for (;;) {
    const isFirst = first >= 0 && data.size === 0;
    const found = isFirst ? column : nextColumn(cursor);
    if (found < column) return data;
    if (found > column) return undefined;
    const start = isFirst ? first : cursor.at + column;
    const colon = keyEnd(text, start, end);
    if (colon < 0) return undefined;
    const key = text.slice(start, colon);
    const value = readValue(cursor, colon + 1, column, depth === 0 ? key : writtenPath(path, key), depth);
    if (value === undefined) return undefined;
    const before = data.size;
    data.set(key, value);
    if (data.size === before) return undefined;
    starts?.push(start);
  }
}

/** The offset of the colon after a plain key; -1 on doubt. */
function keyEnd(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && KEY[text.charCodeAt(at)] === 1) at += 1;
  const first = text.charCodeAt(start);
  if (at === start || first === DASH || first === DOT || at - start > MAX_FAST_KEY) return -1;
  if (text.charCodeAt(at) !== COLON) return -1;
  const next = at + 1 >= end ? LF : text.charCodeAt(at + 1);
  return next === SPACE || next === LF || next === CR ? at : -1;
}

function readValue(
  cursor: Cursor,
  afterColon: number,
  column: number,
  path: string,
  depth: number,
): FrontmatterValue | undefined {
  const { text, end } = cursor;
  const from = skipSpaces(text, afterColon, end);
  const code = from >= end ? LF : text.charCodeAt(from);
  if (code === LF || code === CR || code === HASH) return readBelow(cursor, from, column, path, depth);
  if (code === PIPE || code === GREATER) return readBlockScalar(cursor, from, column);
  return readScalar(cursor, from, column, path);
}

/** A value that may go on over lines further right than `column`. */
function readScalar(cursor: Cursor, from: number, column: number, path: string): FrontmatterValue | undefined {
  const { text, end } = cursor;
  const value = readInline(cursor, from, path, column);
  if (value === undefined || cursor.at >= end) return value;
  // A line further right goes on with the value: a plain scalar may, anything else is an error.
  const next = text.charCodeAt(cursor.at);
  if (column === 0 && next !== SPACE && next !== LF && next !== CR) return value;
  if (!startsPlain(text.charCodeAt(from), text.charCodeAt(from + 1))) return value;
  return continuesBelow(cursor, column) ? readPlainLines(cursor, from, column, path) : value;
}

/** Whether the next line with content stands further right than `column` and is no comment. */
function continuesBelow(cursor: Cursor, column: number): boolean {
  const { text, end } = cursor;
  let at = cursor.at;
  while (at < end) {
    const content = skipSpaces(text, at, end);
    const code = text.charCodeAt(content);
    if (content < end && code !== LF && code !== CR) return content - at > column && code !== HASH;
    at = lineFeed(cursor, content) + 1;
  }
  return false;
}

/** A plain scalar over several lines: joined by blanks, and by line feeds where blank lines stand between. */
function readPlainLines(cursor: Cursor, from: number, column: number, path: string): string | undefined {
  cursor.written?.delete(path);
  const { text, end } = cursor;
  const firstEnd = contentEnd(cursor, lineFeed(cursor, from), from);
  const firstStop = plainEnd(cursor, from, firstEnd, false);
  if (firstStop < 0) return undefined;
  let result = text.slice(from, firstStop);
  let blanks = 0;
  while (cursor.at < end) {
    const feed = lineFeed(cursor, cursor.at);
    const stop = contentEnd(cursor, feed, cursor.at);
    const content = skipSpaces(text, cursor.at, stop);
    if (content === stop) blanks += 1;
    else {
      if (content - cursor.at <= column) break;
      const last = text.charCodeAt(content) === HASH ? -1 : plainEnd(cursor, content, stop, false);
      if (last < 0) return undefined;
      result += (blanks > 0 ? "\n".repeat(blanks) : " ") + text.slice(content, last);
      blanks = 0;
    }
    cursor.at = Math.min(feed + 1, end);
  }
  return result;
}

/** The value of `key:` with nothing behind it: a list, a map, or nothing. */
function readBelow(
  cursor: Cursor,
  from: number,
  column: number,
  path: string,
  depth: number,
): FrontmatterValue | undefined {
  const { text } = cursor;
  cursor.at = Math.min(lineFeed(cursor, from) + 1, cursor.end);
  const below = nextColumn(cursor);
  if (below < column) return null;
  const start = cursor.at + below;
  if (text.charCodeAt(start) === DASH && text.charCodeAt(start + 1) === SPACE)
    return readList(cursor, below, path, depth);
  if (below === column) return null;
  if (keyEnd(text, start, cursor.end) < 0) return readScalar(cursor, start, column, path);
  return depth + 1 < MAX_FAST_DEPTH ? readMap(cursor, below, path, { depth: depth + 1 }) : undefined;
}

/** `- item` lines at `column`, each a scalar or a flow list on its own line, or a map whose first key stands behind the dash. */
function readList(cursor: Cursor, column: number, path: string, depth: number): FrontmatterValue | undefined {
  const { text, end } = cursor;
  const items: FrontmatterValue[] = [];
  for (;;) {
    const found = nextColumn(cursor);
    if (found < column) return items;
    const dash = cursor.at + column;
    if (found > column) return undefined;
    if (text.charCodeAt(dash) !== DASH || text.charCodeAt(dash + 1) !== SPACE) return items;
    const from = skipSpaces(text, dash + 2, end);
    if (from >= end) return undefined;
    const itemPath = writtenPath(path, items.length);
    const item =
      keyEnd(text, from, end) < 0
        ? readInline(cursor, from, itemPath)
        : depth + 1 < MAX_FAST_DEPTH
          ? readMap(cursor, from - cursor.at, itemPath, { depth: depth + 1, first: from })
          : undefined;
    if (item === undefined) return undefined;
    items.push(item);
  }
}
