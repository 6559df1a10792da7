import { DASH, isBlank, isDigit, isLetter, isWhitespace, LINE_FEED, SLASH, UNDERSCORE } from "./characters";
import { cursor } from "./inline-cursor";
import { byteAt, NOTE } from "./layout";
import { pushBlockId, pushTag } from "./link-table";
import { scan } from "./scan";
import { isAscii, isWellFormed } from "./texts";

const LONGEST_NAME: i32 = 200;

function startsWord(at: i32): bool {
  return at === cursor.start || isWhitespace(byteAt(at - 1));
}

export function afterTag(start: i32): i32 {
  if (!startsWord(start)) return start + 1;
  const limit = min(cursor.end, start + LONGEST_NAME);
  let at = start + 1;
  let named = false;
  while (at < limit) {
    const code = byteAt(at);
    if (!isDigit(code)) {
      if (!isTagCharacter(at, code)) break;
      named = true;
    }
    at++;
  }
  let end = at;
  while (end > start + 1 && byteAt(end - 1) === SLASH) end--;
  if (!named || end === start + 1) return at;
  const from = NOTE + start + 1;
  const to = NOTE + end;
  // Whatever is no UTF-8 becomes another text when it is decoded.
  if (!isAscii(from, to) && !isWellFormed(from, to)) scan.aside = true;
  pushTag(start + 1, end);
  return at;
}

function isTagCharacter(at: i32, code: i32): bool {
  if (code < 128) return isLetter(code) || code === UNDERSCORE || code === DASH || code === SLASH;
  return !isPunctuation(at, code);
}

function isPunctuation(at: i32, code: i32): bool {
  const second = byteAt(at + 1);
  if (code === 0xc2) return second === 0xa0 || second === 0xab || second === 0xbb;
  if (code === 0xa0 || code === 0xab || code === 0xbb) return byteAt(at - 1) < 128;
  if (code < 0xe2 || code > 0xef) return false;
  const third = byteAt(at + 2);
  if ((second & 0xc0) !== 0x80 || (third & 0xc0) !== 0x80) return false;
  const character = ((code & 15) << 12) | ((second & 63) << 6) | (third & 63);
  return (
    (character >= 0x2000 && character <= 0x206f && character !== 0x200d) ||
    (character >= 0x2e00 && character <= 0x2e7f) ||
    (character >= 0x3000 && character <= 0x3004) ||
    (character >= 0x3008 && character <= 0x3020) ||
    (character >= 0xff00 && character <= 0xff0f) ||
    (character >= 0xff1a && character <= 0xff20)
  );
}

export function afterBlockId(start: i32): i32 {
  if (!startsWord(start)) return start + 1;
  const limit = min(cursor.end, start + LONGEST_NAME);
  let at = start + 1;
  while (at < limit) {
    const code = byteAt(at);
    if (!isLetter(code) && !isDigit(code) && code !== DASH) break;
    at++;
  }
  let rest = at;
  while (rest < cursor.end && isBlank(byteAt(rest))) rest++;
  if (at > start + 1 && (rest === cursor.end || byteAt(rest) === LINE_FEED)) pushBlockId(start + 1, at);
  return at;
}
