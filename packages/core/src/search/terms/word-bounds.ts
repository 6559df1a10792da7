import { characterClass, WORD } from "./character-class.js";
import { byteLength, codePointAt } from "./utf8.js";

// Where a word begins and ends in UTF-8, and what may join its parts.

export const DOT = 0x2e;
const APOSTROPHE = 0x27;
const HYPHEN = 0x2d;
const PLUS = 0x2b;

/** Of a byte: `LETTER` continues a word, `JOINER` may (and is looked at), anything else ends it. */
export const LETTER = 1;
const JOINER = 2;
export const KIND = new Uint8Array(256).fill(JOINER, 128);
for (const [from, to] of ["AZ", "az", "09", "__"])
  KIND.fill(LETTER, (from as string).charCodeAt(0), (to as string).charCodeAt(0) + 1);
for (const joiner of ".-'+#") KIND[joiner.charCodeAt(0)] = JOINER;

/** A word that begins with a letter beyond ASCII, or is `.NET`. */
export function startsOddly(bytes: Uint8Array, at: number, from: number, end: number): boolean {
  if (bytes[at]! >= 0x80) return characterClass(codePointAt(bytes, at, end)) === WORD;
  return bytes[at] === DOT && isDotNet(bytes, at, end) && (at === from || KIND[bytes[at - 1]!] !== LETTER);
}

export function endOfWord(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end) {
    if (KIND[bytes[at]!] === LETTER) at += 1;
    else if (bytes[at]! >= 0x80 && characterClass(codePointAt(bytes, at, end)) === WORD)
      at += byteLength(codePointAt(bytes, at, end));
    else break;
  }
  return at;
}

/** How many bytes here, after a word's plain letters, still belong to it. */
export function continues(bytes: Uint8Array, at: number, end: number, start: number): number {
  const byte = bytes[at]!;
  if (byte >= 0x80) {
    const code = codePointAt(bytes, at, end);
    if (code === 0x2019) return startsWord(bytes, at + 3, end) ? 3 : 0;
    return characterClass(code) === WORD ? byteLength(code) : 0;
  }
  switch (byte) {
    case DOT:
      return at === start || startsWord(bytes, at + 1, end) ? 1 : 0;
    case HYPHEN:
    case APOSTROPHE:
      return startsWord(bytes, at + 1, end) ? 1 : 0;
    case PLUS: // C++, g++, Notepad++
      return at + 1 < end && bytes[at + 1] === PLUS && !startsWord(bytes, at + 2, end) ? 2 : 0;
    default: // C#, F#; but not page#anchor
      return at - start === 1 && !startsWord(bytes, at + 1, end) && !isDigit(bytes[start]!) ? 1 : 0;
  }
}

function startsWord(bytes: Uint8Array, at: number, end: number): boolean {
  if (at >= end) return false;
  const byte = bytes[at]!;
  return byte < 0x80 ? KIND[byte] === LETTER : characterClass(codePointAt(bytes, at, end)) === WORD;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** `.NET` as a word of its own. */
function isDotNet(bytes: Uint8Array, at: number, end: number): boolean {
  return (
    at + 3 < end &&
    (bytes[at + 1]! | 0x20) === 0x6e &&
    (bytes[at + 2]! | 0x20) === 0x65 &&
    (bytes[at + 3]! | 0x20) === 0x74 &&
    !startsWord(bytes, at + 4, end)
  );
}

export function isAsciiLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
