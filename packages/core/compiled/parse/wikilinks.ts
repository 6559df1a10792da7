import {
  BACKSLASH,
  CARET,
  COLON,
  DASH,
  DOT,
  HASH,
  isDigit,
  isLetter,
  LEFT_BRACKET,
  LINE_FEED,
  PIPE,
  PLUS,
  RIGHT_BRACKET,
  SLASH,
  skipWhitespace,
  trimEnd,
} from "./characters";
import { cursor, nextWikiEnd } from "./inline-cursor";
import { byteAt } from "./layout";
import { EMBED, pushLink, setAnchor, setText, WIKILINK } from "./link-table";
import { isIn } from "./word-lists";

const LONGEST_WIKILINK: i32 = 1000;
const MEDIA =
  " 3gp avif bmp canvas flac gif jpg jpeg m4a mkv mov mp3 mp4 ogg ogv opus pdf png svg tif tiff wav webm webp ";

/** Reads `[[target#anchor|alias]]` at `start`; gives the offset after it, 0 when it is none. */
export function afterWikilink(start: i32, embed: bool): i32 {
  const inner = start + 2;
  let close = nextWikiEnd(inner);
  if (close + 2 > cursor.end || close - inner > LONGEST_WIKILINK) return 0;
  if (byteAt(close + 2) === RIGHT_BRACKET && lastOpening(close) > inner) close++;
  let targetEnd = close;
  let anchor = -1;
  let pipe = -1;
  let colon = false;
  for (let at = inner; at < close; at++) {
    const code = byteAt(at);
    if (code === LINE_FEED) return 0;
    if (pipe >= 0) continue;
    if (code === LEFT_BRACKET) return 0;
    if (code === COLON) colon = true;
    if (code === PIPE) pipe = at;
    else if (anchor < 0 && (code === HASH || code === CARET)) anchor = at;
  }
  if (pipe >= 0) targetEnd = byteAt(pipe - 1) === BACKSLASH ? pipe - 1 : pipe;
  const anchorEnd = trimEnd(inner, targetEnd);
  if (anchor >= 0) targetEnd = anchor;
  const targetStart = skipWhitespace(inner, targetEnd);
  targetEnd = trimEnd(targetStart, targetEnd);
  const after = close + 2;
  if (targetStart === targetEnd && anchor < 0) return after;
  if (embed && isMedia(targetStart, targetEnd)) return after;
  if (colon && isWebAddress(targetStart, targetEnd)) return after;
  const row = pushLink(embed ? EMBED : WIKILINK, embed ? start - 1 : start, after, targetStart, targetEnd);
  if (anchor >= 0) setAnchor(row, byteAt(anchor) === HASH ? anchor + 1 : anchor, anchorEnd);
  if (pipe >= 0) setText(row, pipe + 1, close);
  return after;
}

function lastOpening(from: i32): i32 {
  let at = from;
  while (at >= 0 && byteAt(at) !== LEFT_BRACKET) at--;
  return at;
}

/** Whether it ends as a file that is shown, not read. */
function isMedia(start: i32, end: i32): bool {
  let dot = end - 1;
  while (dot >= start && end - dot < 8 && byteAt(dot) !== DOT) dot--;
  return dot >= start && byteAt(dot) === DOT && dot + 1 < end && isIn(MEDIA, dot + 1, end);
}

function isWebAddress(start: i32, end: i32): bool {
  if (start >= end || !isLetter(byteAt(start))) return false;
  let at = start + 1;
  while (at < end && isSchemeCharacter(byteAt(at))) at++;
  return at + 2 < end && byteAt(at) === COLON && byteAt(at + 1) === SLASH && byteAt(at + 2) === SLASH;
}

export function isSchemeCharacter(code: i32): bool {
  return isLetter(code) || isDigit(code) || code === PLUS || code === DASH || code === DOT;
}
