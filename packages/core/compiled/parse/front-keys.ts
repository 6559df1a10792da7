import { COLON, DASH, DOT, isDigit, isLetter, LINE_FEED, SPACE, UNDERSCORE } from "./characters";
import { byteAt, KEYS, MOST_KEYS, NOTE } from "./layout";
import { DESCRIPTION, DOMAIN, NAME, TYPE } from "./result";
import { isSame } from "./texts";

const LONGEST_KEY: i32 = 128;

/** A field that is passed over; those that the TypeScript reads; and those that are no single text. Others are the addresses of their results. */
export const NO_FIELD: usize = 0;
export const UNREAD_FIELD: usize = 1;
export const TITLE_FIELD: usize = 2;
export const TAGS_FIELD: usize = 3;
export const ALIASES_FIELD: usize = 4;

export function fieldOf(start: i32, end: i32): usize {
  switch (end - start) {
    case 3:
      return says(start, "tag") ? UNREAD_FIELD : NO_FIELD;
    case 4:
      if (says(start, "name")) return NAME;
      if (says(start, "type")) return TYPE;
      return says(start, "tags") ? TAGS_FIELD : NO_FIELD;
    case 5:
      if (says(start, "title")) return TITLE_FIELD;
      return says(start, "alias") ? UNREAD_FIELD : NO_FIELD;
    case 6:
      return says(start, "domain") ? DOMAIN : NO_FIELD;
    case 7:
      if (says(start, "aliases")) return ALIASES_FIELD;
      return says(start, "extends") ? UNREAD_FIELD : NO_FIELD;
    case 11:
      if (says(start, "description")) return DESCRIPTION;
      return says(start, "contradicts") ? UNREAD_FIELD : NO_FIELD;
    default:
      return NO_FIELD;
  }
}

function says(start: i32, word: string): bool {
  const address = changetype<usize>(word);
  for (let at = 0; at < word.length; at++)
    if (byteAt(start + at) !== <i32>load<u16>(address + ((<usize>at) << 1))) return false;
  return true;
}

/** The offset of the colon after a plain key; -1 on doubt. */
export function keyEnd(start: i32, end: i32): i32 {
  let at = start;
  while (at < end && isKeyCharacter(byteAt(at))) at++;
  const first = byteAt(start);
  if (at === start || first === DASH || first === DOT || at - start > LONGEST_KEY) return -1;
  if (at >= end || byteAt(at) !== COLON) return -1;
  const next = at + 1 >= end ? LINE_FEED : byteAt(at + 1);
  return next === SPACE || next === LINE_FEED ? at : -1;
}

function isKeyCharacter(code: i32): bool {
  return code < 128 && (isLetter(code) || isDigit(code) || code === UNDERSCORE || code === DASH || code === DOT);
}

let keyCount: i32 = 0;

export function forgetKeys(): void {
  keyCount = 0;
}

/** Keeps a key; false where it is there already, or more are than anybody writes. */
export function isNewKey(start: i32, end: i32): bool {
  if (keyCount === MOST_KEYS) return false;
  const last = KEYS + ((<usize>keyCount) << 3);
  for (let row = KEYS; row < last; row += 8)
    if (isSame(NOTE + load<i32>(row), NOTE + load<i32>(row, 4), NOTE + start, NOTE + end)) return false;
  store<i32>(last, start);
  store<i32>(last, end, 4);
  keyCount++;
  return true;
}
