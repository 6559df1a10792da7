import { byteAt } from "./layout";

export const TAB: i32 = 9;
export const LINE_FEED: i32 = 10;
export const SPACE: i32 = 32;
export const EXCLAMATION: i32 = 33;
export const DOUBLE_QUOTE: i32 = 34;
export const HASH: i32 = 35;
export const DOLLAR: i32 = 36;
export const PERCENT: i32 = 37;
export const AMPERSAND: i32 = 38;
export const APOSTROPHE: i32 = 39;
export const LEFT_PARENTHESIS: i32 = 40;
export const RIGHT_PARENTHESIS: i32 = 41;
export const ASTERISK: i32 = 42;
export const PLUS: i32 = 43;
export const COMMA: i32 = 44;
export const DASH: i32 = 45;
export const DOT: i32 = 46;
export const SLASH: i32 = 47;
export const DIGIT_1: i32 = 49;
export const COLON: i32 = 58;
export const LESS_THAN: i32 = 60;
export const EQUALS: i32 = 61;
export const GREATER_THAN: i32 = 62;
export const QUESTION: i32 = 63;
export const LEFT_BRACKET: i32 = 91;
export const BACKSLASH: i32 = 92;
export const RIGHT_BRACKET: i32 = 93;
export const CARET: i32 = 94;
export const UNDERSCORE: i32 = 95;
export const BACKTICK: i32 = 96;
export const PIPE: i32 = 124;
export const TILDE: i32 = 126;

export function isBlank(code: i32): bool {
  return code === SPACE || code === TAB;
}

export function isWhitespace(code: i32): bool {
  return code === SPACE || code === TAB || code === LINE_FEED;
}

export function isDigit(code: i32): bool {
  return <u32>(code - 48) < 10;
}

export function isLetter(code: i32): bool {
  return <u32>((code | 32) - 97) < 26;
}

export function skipBlanks(start: i32, end: i32): i32 {
  let at = start;
  while (at < end && isBlank(byteAt(at))) at++;
  return at;
}

export function skipWhitespace(start: i32, end: i32): i32 {
  let at = start;
  while (at < end && isWhitespace(byteAt(at))) at++;
  return at;
}

export function trimEnd(start: i32, end: i32): i32 {
  let at = end;
  while (at > start && isWhitespace(byteAt(at - 1))) at--;
  return at;
}

/** Whether the ASCII letters from `at` on are these, in capitals or not; `word` is in small letters, four at the most. */
export function isWord(at: i32, length: i32, word: u32): bool {
  let read: u32 = 0;
  for (let index = 0; index < length; index++) read |= (<u32>(byteAt(at + index) | 32)) << (index << 3);
  return read === word;
}
