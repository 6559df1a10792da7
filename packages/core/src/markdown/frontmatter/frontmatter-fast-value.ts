import {
  type Cursor,
  contentEnd,
  DOUBLE_QUOTE,
  finishLine,
  lineFeed,
  OPEN_BRACE,
  OPEN_BRACKET,
  remember,
  SINGLE_QUOTE,
} from "./frontmatter-cursor.js";
import { readFlow } from "./frontmatter-fast-flow.js";
import { ONE_LINE, plainEnd, readQuoted, startsPlain } from "./frontmatter-fast-scalar.js";
import { plainValue } from "./frontmatter-scalar.js";
import type { FrontmatterValue } from "./frontmatter-types.js";

/**
 * Reads a scalar or a flow list and ends its line. Undefined on doubt.
 * A quoted scalar may go on over lines that stand further right than `column`, where one is given.
 */
export function readInline(
  cursor: Cursor,
  from: number,
  path: string,
  column: number = ONE_LINE,
): FrontmatterValue | undefined {
  const { text } = cursor;
  const code = text.charCodeAt(from);
  if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
    const value = readQuoted(cursor, from, code, column);
    return value !== undefined && finishLine(cursor, cursor.at) ? value : undefined;
  }
  if (code === OPEN_BRACKET || code === OPEN_BRACE) {
    const collection = readFlow(cursor, from, path);
    return collection !== undefined && finishLine(cursor, cursor.at) ? collection : undefined;
  }
  if (!startsPlain(code, text.charCodeAt(from + 1))) return undefined;
  const feed = lineFeed(cursor, from);
  const stop = plainEnd(cursor, from, contentEnd(cursor, feed, from), true);
  if (stop < 0) return undefined;
  cursor.at = feed + 1;
  const source = text.slice(from, stop);
  const value = plainValue(source);
  if (typeof value !== "string") remember(cursor, path, source);
  return value;
}
