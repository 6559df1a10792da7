import {
  APOSTROPHE,
  BACKTICK,
  DOUBLE_QUOTE,
  EXCLAMATION,
  GREATER_THAN,
  isLetter,
  LEFT_BRACKET,
  LESS_THAN,
  SLASH,
} from "../text/characters.js";
import { type InlineCursor, nextCommentEnd } from "./inline-cursor.js";

/** Longer runs of backticks are told apart no further: a run fails once a length to find its like, so this bounds the cost. */
const LONGEST_RUN = 64;

/** No tag or automatic link is longer. */
const LONGEST_TAG = 1000;

function runEnd(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) === BACKTICK) at++;
  return at;
}

/** The offset after the code span that the backtick at `start` opens, or after the run of backticks where it opens none. */
export function afterCodeSpan(cursor: InlineCursor, start: number): number {
  const { text, end } = cursor;
  const opened = runEnd(text, start, end);
  const length = Math.min(opened - start, LONGEST_RUN);
  let at = text.indexOf("`", opened);
  while (at >= 0 && at < end) {
    const closed = runEnd(text, at, end);
    if (Math.min(closed - at, LONGEST_RUN) === length) return closed;
    at = text.indexOf("`", closed);
  }
  return opened;
}

/** The offset after the comment, tag or automatic link at the `<` at `start`, or after that character. */
export function afterAngle(cursor: InlineCursor, start: number): number {
  const { text, end } = cursor;
  const code = text.charCodeAt(start + 1);
  if (code === EXCLAMATION && text.startsWith("--", start + 2)) {
    const close = nextCommentEnd(cursor, start + 2);
    return close + 3 <= end ? close + 3 : start + 4;
  }
  if (!isLetter(code) && code !== SLASH) return start + 1;
  const limit = Math.min(end, start + LONGEST_TAG);
  let quote = 0;
  for (let at = start + 2; at < limit; at++) {
    const inside = text.charCodeAt(at);
    if (quote !== 0) {
      if (inside === quote) quote = 0;
    } else if (inside === GREATER_THAN) {
      return at + 1;
    } else if (inside === LESS_THAN || inside === LEFT_BRACKET) {
      break;
    } else if (inside === DOUBLE_QUOTE || inside === APOSTROPHE) {
      quote = inside;
    }
  }
  return start + 1;
}
