import {
  APOSTROPHE,
  BACKTICK,
  DASH,
  DOLLAR,
  DOUBLE_QUOTE,
  EXCLAMATION,
  GREATER_THAN,
  isBlank,
  isDigit,
  isLetter,
  isWhitespace,
  LEFT_BRACKET,
  LESS_THAN,
  LINE_FEED,
  PERCENT,
  SLASH,
} from "./characters";
import { beginSearch, cursor, isEscaped, nextCommentEnd, nextOf, nextPairOf } from "./inline-cursor";
import { byteAt } from "./layout";
import { NOWHERE } from "./marks";

// What is not text: code, tags, comments, formulas. Each function gives the offset after what begins at `start`.

const LONGEST_RUN: i32 = 64;
const LONGEST_TAG: i32 = 1000;

function runEnd(start: i32, end: i32): i32 {
  let at = start;
  while (at < end && byteAt(at) === BACKTICK) at++;
  return at;
}

export function afterCodeSpan(start: i32): i32 {
  const end = cursor.end;
  const opened = runEnd(start, end);
  const length = min(opened - start, LONGEST_RUN);
  beginSearch();
  let at = nextOf(BACKTICK, opened);
  while (at < end) {
    const closed = runEnd(at, end);
    if (min(closed - at, LONGEST_RUN) === length) return closed;
    at = nextOf(BACKTICK, closed);
  }
  return opened;
}

export function afterAngle(start: i32): i32 {
  const end = cursor.end;
  const code = byteAt(start + 1);
  if (code === EXCLAMATION && byteAt(start + 2) === DASH && byteAt(start + 3) === DASH) {
    const close = nextCommentEnd(start + 2);
    return close + 3 <= end ? close + 3 : start + 4;
  }
  if (!isLetter(code) && code !== SLASH) return start + 1;
  const limit = min(end, start + LONGEST_TAG);
  let quote = 0;
  for (let at = start + 2; at < limit; at++) {
    const inside = byteAt(at);
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

export function afterComment(start: i32): i32 {
  beginSearch();
  const close = nextPairOf(PERCENT, start + 2);
  if (close === NOWHERE) return start + 2;
  return close + 2 <= cursor.end || beginsLine(start) ? close + 2 : start + 2;
}

function beginsLine(start: i32): bool {
  let at = start;
  while (at > cursor.start && isBlank(byteAt(at - 1))) at--;
  return at === cursor.start || byteAt(at - 1) === LINE_FEED;
}

export function afterFormula(start: i32): i32 {
  const end = cursor.end;
  beginSearch();
  if (byteAt(start + 1) === DOLLAR) {
    const close = nextPairOf(DOLLAR, start + 2);
    return close + 2 <= end ? close + 2 : start + 2;
  }
  if (isWhitespace(byteAt(start + 1))) return start + 1;
  let close = nextOf(DOLLAR, start + 1);
  while (close < end && isEscaped(close)) close = nextOf(DOLLAR, close + 1);
  const isFormula = close < end && !isWhitespace(byteAt(close - 1)) && !isDigit(byteAt(close + 1));
  return isFormula ? close + 1 : start + 1;
}
