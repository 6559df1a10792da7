import { DASH, isBlank, isDigit, isLetter, isLineEnd, isWhitespace, SLASH, UNDERSCORE } from "../text/characters.js";
import type { InlineCursor } from "./inline-cursor.js";
import { type LinkTable, pushBlockId, pushTag } from "./link-table.js";

const LONGEST_NAME = 200;

function startsWord(cursor: InlineCursor, at: number): boolean {
  return at === cursor.start || isWhitespace(cursor.text.charCodeAt(at - 1));
}

/** Reads the tag at the `#` at `start`, if it is one; gives the offset after it. */
export function afterTag(cursor: InlineCursor, table: LinkTable, start: number): number {
  if (!startsWord(cursor, start)) return start + 1;
  const { text } = cursor;
  const limit = Math.min(cursor.end, start + LONGEST_NAME);
  let at = start + 1;
  let named = false;
  while (at < limit) {
    const code = text.charCodeAt(at);
    if (!isDigit(code)) {
      if (!isTagCharacter(text, at, code)) break;
      named = true;
    }
    at++;
  }
  // `#12` is a number, and the slash of `#a/` parts nothing.
  let end = at;
  while (end > start + 1 && text.charCodeAt(end - 1) === SLASH) end--;
  if (named && end > start + 1) pushTag(table, start + 1, end);
  return at;
}

function isTagCharacter(text: string, at: number, code: number): boolean {
  if (code < 128) return isLetter(code) || code === UNDERSCORE || code === DASH || code === SLASH;
  return !isPunctuation(text, at, code);
}

/** General, supplemental, CJK and full-width punctuation, as characters or as the bytes of their UTF-8. */
function isPunctuation(text: string, at: number, code: number): boolean {
  if (code > 255) {
    return (
      (code >= 0x2000 && code <= 0x206f && code !== 0x200d) ||
      (code >= 0x2e00 && code <= 0x2e7f) ||
      (code >= 0x3000 && code <= 0x3004) ||
      (code >= 0x3008 && code <= 0x3020) ||
      (code >= 0xff00 && code <= 0xff0f) ||
      (code >= 0xff1a && code <= 0xff20)
    );
  }
  const second = text.charCodeAt(at + 1);
  // No-break space and angle quotes, after their UTF-8 lead byte or, where no byte of one can stand before, by themselves.
  if (code === 0xc2) return second === 0xa0 || second === 0xab || second === 0xbb;
  if (code === 0xa0 || code === 0xab || code === 0xbb) return text.charCodeAt(at - 1) < 128;
  if (code < 0xe2 || code > 0xef) return false;
  const third = text.charCodeAt(at + 2);
  if ((second & 0xc0) !== 0x80 || (third & 0xc0) !== 0x80 || second > 255 || third > 255) return false;
  return isPunctuation(text, at, ((code & 15) << 12) | ((second & 63) << 6) | (third & 63));
}

/** Reads the block id at the `^` at `start`, if it is one at the end of a line; gives the offset after it. */
export function afterBlockId(cursor: InlineCursor, table: LinkTable, start: number): number {
  if (!startsWord(cursor, start)) return start + 1;
  const { text } = cursor;
  const limit = Math.min(cursor.end, start + LONGEST_NAME);
  let at = start + 1;
  while (at < limit) {
    const code = text.charCodeAt(at);
    if (!isLetter(code) && !isDigit(code) && code !== DASH) break;
    at++;
  }
  let rest = at;
  while (rest < cursor.end && isBlank(text.charCodeAt(rest))) rest++;
  if (at > start + 1 && (rest === cursor.end || isLineEnd(text.charCodeAt(rest)))) pushBlockId(table, start + 1, at);
  return at;
}
