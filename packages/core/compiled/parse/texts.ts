import {
  AMPERSAND,
  ASTERISK,
  BACKSLASH,
  BACKTICK,
  EQUALS,
  EXCLAMATION,
  HASH,
  isDigit,
  isLetter,
  LEFT_BRACKET,
  LESS_THAN,
  SPACE,
  TILDE,
  UNDERSCORE,
} from "./characters";

// Addresses here, not offsets: texts stand in the note, in its path, and where the TypeScript wrote one.

export function isAscii(from: usize, to: usize): bool {
  let at = from;
  for (; at + 4 <= to; at += 4) if ((load<u32>(at) & 0x80808080) !== 0) return false;
  for (; at < to; at++) if (load<u8>(at) > 127) return false;
  return true;
}

/** Whether that is UTF-8 without a white space beyond ASCII: what is decoded, trimmed and encoded again is then the same. */
export function isWellFormed(from: usize, to: usize): bool {
  let at = from;
  while (at < to) {
    const length = characterLength(at, to);
    if (length === 0 || (length > 1 && isSpace(at, length))) return false;
    at += length;
  }
  return true;
}

/** How many bytes the character takes, 0 where that is no UTF-8. */
function characterLength(at: usize, to: usize): i32 {
  const first = <i32>load<u8>(at);
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (at + length > to) return 0;
  const second = <i32>load<u8>(at, 1);
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return 0;
  for (let index: usize = 2; index < <usize>length; index++) if ((load<u8>(at + index) & 0xc0) !== 0x80) return 0;
  return length;
}

/** White space to JavaScript's `trim` and `\s`. */
function isSpace(at: usize, length: i32): bool {
  if (length === 2) return load<u16>(at) === 0xa0c2;
  if (length !== 3) return false;
  const character = ((<i32>load<u8>(at) & 15) << 12) | ((<i32>load<u8>(at, 1) & 63) << 6) | (<i32>load<u8>(at, 2) & 63);
  if (character < 0x2000) return character === 0x1680;
  if (character <= 0x205f)
    return (
      character <= 0x200a ||
      character === 0x2028 ||
      character === 0x2029 ||
      character === 0x202f ||
      character === 0x205f
    );
  return character === 0x3000 || character === 0xfeff;
}

/** Whether inline markdown reads just as it is written: no mark in it, single blanks only and none at its ends. Undecided is no. */
export function readsAsWritten(from: usize, to: usize): bool {
  if (from === to) return true;
  if (load<u8>(from) === SPACE || load<u8>(to - 1) === SPACE) return false;
  let beyond = false;
  for (let at = from; at < to; at++) {
    const code = <i32>load<u8>(at);
    if (code > 127) {
      beyond = true;
      continue;
    }
    if (isLetter(code)) continue;
    if (code < SPACE || isMark(at, to, code, from)) return false;
    if (code === SPACE && load<u8>(at, 1) === SPACE) return false;
  }
  return !beyond || isWellFormed(from, to);
}

function isMark(at: usize, to: usize, code: i32, from: usize): bool {
  const next = at + 1 < to ? <i32>load<u8>(at, 1) : 0;
  switch (code) {
    case BACKSLASH:
    case BACKTICK:
    case LEFT_BRACKET:
    case ASTERISK:
    case TILDE:
      return true;
    case LESS_THAN:
      return next !== SPACE && next !== 0;
    case EXCLAMATION:
      return next === LEFT_BRACKET;
    case EQUALS:
      return next === EQUALS;
    case AMPERSAND:
      // `&amp;`, `&#38;`
      return next === HASH || (isLetter(next) && (next & 32) !== 0);
    case UNDERSCORE: {
      // In a word it is a letter like others.
      if (at === from) return true;
      const before = <i32>load<u8>(at - 1);
      return !isLetter(before) && !isDigit(before);
    }
    default:
      return false;
  }
}

/** Whether two texts are the same, byte by byte. */
export function isSame(one: usize, oneEnd: usize, other: usize, otherEnd: usize): bool {
  const length = oneEnd - one;
  if (otherEnd - other !== length) return false;
  let at: usize = 0;
  for (; at + 8 <= length; at += 8) if (load<u64>(one + at) !== load<u64>(other + at)) return false;
  for (; at < length; at++) if (load<u8>(one + at) !== load<u8>(other + at)) return false;
  return true;
}

/** Most texts are short, and a call out of the module takes longer than this. What comes up to fifteen bytes after the copy is lost. */
export function copyText(to: usize, from: usize, length: usize): void {
  for (let at: usize = 0; at < length; at += 16) v128.store(to + at, v128.load(from + at));
}
