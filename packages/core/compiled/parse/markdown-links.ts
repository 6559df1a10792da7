import {
  APOSTROPHE,
  BACKSLASH,
  COLON,
  DOT,
  DOUBLE_QUOTE,
  HASH,
  isLetter,
  LEFT_PARENTHESIS,
  LESS_THAN,
  RIGHT_PARENTHESIS,
  SLASH,
  skipWhitespace,
} from "./characters";
import { targetEndFrom } from "./definitions";
import { cursor } from "./inline-cursor";
import { byteAt } from "./layout";
import { EMBED, MARKDOWN_LINK, pushLink, setAnchor, setText } from "./link-table";
import { isSchemeCharacter } from "./wikilinks";
import { isIn } from "./word-lists";

const DEEPEST_PARENTHESES: i32 = 10;
const LONGEST_TARGET: i32 = 2000;
const LONGEST_TITLE: i32 = 1000;
const NOTE_FILES = " md markdown ";

/** Reads the `(target)` after a text between brackets; gives the offset after the link, 0 when it is none. */
export function afterMarkdownLink(opener: i32, closer: i32, image: bool): i32 {
  if (closer + 1 >= cursor.end || byteAt(closer + 1) !== LEFT_PARENTHESIS) return 0;
  const after = afterTail(closer);
  if (after > 0) addLink(opener, closer, image, after);
  return after;
}

let targetStart: i32 = 0;
let targetEnd: i32 = 0;

export function afterTail(closer: i32): i32 {
  const end = cursor.end;
  const start = skipWhitespace(closer + 2, end);
  targetStart = targetEnd = start;
  if (start >= end) return 0;
  if (byteAt(start) === RIGHT_PARENTHESIS) return start + 1;
  const stop = targetEndFrom(start, min(end, start + LONGEST_TARGET), DEEPEST_PARENTHESES);
  if (stop < 0) return 0;
  const title = skipWhitespace(stop, end);
  const close = title > stop ? skipWhitespace(afterTitle(title, end), end) : title;
  if (close >= end || byteAt(close) !== RIGHT_PARENTHESIS) return 0;
  const angled = byteAt(start) === LESS_THAN ? 1 : 0;
  targetStart = start + angled;
  targetEnd = stop - angled;
  return close + 1;
}

function afterTitle(start: i32, end: i32): i32 {
  const opener = byteAt(start);
  if (opener !== DOUBLE_QUOTE && opener !== APOSTROPHE && opener !== LEFT_PARENTHESIS) return start;
  const closer = opener === LEFT_PARENTHESIS ? RIGHT_PARENTHESIS : opener;
  const limit = min(end, start + LONGEST_TITLE);
  for (let at = start + 1; at < limit; at++) {
    const code = byteAt(at);
    if (code === closer) return at + 1;
    if (code === LEFT_PARENTHESIS && code === opener) break;
    if (code === BACKSLASH) at++;
  }
  return start;
}

/** Adds the link where it stays in the vault, an image only where it shows a note. */
function addLink(opener: i32, closer: i32, image: bool, end: i32): void {
  if (targetStart === targetEnd || leavesVault(targetStart, targetEnd)) return;
  let anchor = targetStart;
  while (anchor < targetEnd && byteAt(anchor) !== HASH) anchor++;
  if (image && !isNoteFile(targetStart, anchor)) return;
  const row = pushLink(image ? EMBED : MARKDOWN_LINK, image ? opener - 1 : opener, end, targetStart, anchor);
  if (anchor < targetEnd) setAnchor(row, anchor + 1, targetEnd);
  setText(row, opener + 1, closer);
}

function isNoteFile(start: i32, end: i32): bool {
  let dot = end - 1;
  while (dot >= start && end - dot < 10 && byteAt(dot) !== DOT) dot--;
  return dot >= start && byteAt(dot) === DOT && dot + 1 < end && isIn(NOTE_FILES, dot + 1, end);
}

function leavesVault(start: i32, end: i32): bool {
  const first = byteAt(start);
  if (first === SLASH) return byteAt(start + 1) === SLASH;
  if (!isLetter(first)) return false;
  let at = start + 1;
  while (at < end && isSchemeCharacter(byteAt(at))) at++;
  return at < end && byteAt(at) === COLON;
}
