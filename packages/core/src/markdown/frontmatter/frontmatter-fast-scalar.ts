import {
  BACKSLASH,
  type Cursor,
  DASH,
  DOUBLE_QUOTE,
  LF,
  nextColon,
  nextHash,
  SINGLE_QUOTE,
  SPACE,
} from "./frontmatter-cursor.js";
import { unescapeDoubleQuoted } from "./frontmatter-scalar.js";

/** ASCII characters that can start a plain scalar without a second look: letters, digits and `$ ( ) + . / ; < = ^ _ ~`. */
const PLAIN_START = new Uint8Array(128);
for (const letter of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789$()+./;<=^_~\\") {
  PLAIN_START[letter.charCodeAt(0)] = 1;
}

export function startsPlain(code: number, next: number): boolean {
  if (code < 128) return PLAIN_START[code] === 1 || (code === DASH && next < 128 && PLAIN_START[next] === 1);
  // From U+00A1 on, without the byte order mark and the surrogates' ends: letters of every script, and emoji.
  return code > 0xa0 && code !== 0xfeff;
}

/**
 * The end of a plain scalar's text on its line, trailing blanks cut; -1 on doubt: an inner `: `, a colon at the end.
 * A comment ends it; `allowComment` is false where a comment would end a scalar that goes on.
 */
export function plainEnd(cursor: Cursor, from: number, lineEnd: number, allowComment: boolean): number {
  const { text } = cursor;
  let stop = lineEnd;
  for (let hash = nextHash(cursor, from); hash < lineEnd; hash = nextHash(cursor, hash + 1)) {
    if (text.charCodeAt(hash - 1) !== SPACE) continue;
    if (!allowComment) return -1;
    stop = hash;
    break;
  }
  for (let colon = nextColon(cursor, from); colon < stop; colon = nextColon(cursor, colon + 1)) {
    if (colon + 1 >= lineEnd || text.charCodeAt(colon + 1) === SPACE) return -1;
  }
  while (stop > from && text.charCodeAt(stop - 1) === SPACE) stop -= 1;
  return stop;
}

/** What a value may do beyond its line. Lists of lists in flow style are not this deep. */
export const ONE_LINE = -1;

/** Reads a quoted scalar and leaves `cursor.at` after its closing quote. */
export function readQuoted(cursor: Cursor, from: number, quote: number, column: number = ONE_LINE): string | undefined {
  const { text } = cursor;
  const close = text.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", from + 1);
  if (close < 0 || close >= cursor.end) return undefined;
  const content = text.slice(from + 1, close);
  const isSpecial = quote === DOUBLE_QUOTE ? content.includes("\\") : text.charCodeAt(close + 1) === SINGLE_QUOTE;
  if (isSpecial || content.includes("\n")) return readSpecialQuoted(cursor, from, quote, column);
  cursor.at = close + 1;
  return content;
}

/** The same, with escapes or over several lines. */
function readSpecialQuoted(cursor: Cursor, from: number, quote: number, column: number): string | undefined {
  const { text, end } = cursor;
  let special = false;
  let folded = false;
  for (let at = from + 1; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      if (quote === SINGLE_QUOTE && text.charCodeAt(at + 1) === SINGLE_QUOTE) {
        special = true;
        at += 1;
        continue;
      }
      cursor.at = at + 1;
      const content = text.slice(from + 1, at);
      if (folded) return special && quote === DOUBLE_QUOTE ? undefined : foldQuoted(content, column);
      if (!special) return content;
      return quote === DOUBLE_QUOTE ? unescapeDoubleQuoted(content) : content.replaceAll("''", "'");
    }
    if (code === LF) {
      if (column === ONE_LINE) return undefined;
      folded = true;
    } else if (code === BACKSLASH && quote === DOUBLE_QUOTE) {
      special = true;
      at += 1;
    }
  }
  return undefined;
}

const TRAILING_BLANKS = / +$/;
const LEADING_BLANKS = /^ */;

/** A quoted scalar over several lines: joined by blanks, and by line feeds where blank lines stand between. */
function foldQuoted(content: string, column: number): string | undefined {
  const lines = content.split(content.includes("\r") ? "\r\n" : "\n");
  let result = "";
  let blanks = 0;
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1;
    const inner = index === 0 ? line : line.replace(LEADING_BLANKS, "");
    // The closing quote of the last line is content too: it has to stand further right.
    if (index > 0 && (inner !== "" || isLast) && line.length - inner.length <= column) return undefined;
    const kept = isLast ? inner : inner.replace(TRAILING_BLANKS, "");
    if (index > 0 && !isLast && kept === "") blanks += 1;
    else {
      if (index > 0) result += blanks > 0 ? "\n".repeat(blanks) : " ";
      result += kept.replaceAll("''", "'");
      blanks = 0;
    }
  }
  return result;
}
