import { byteKind, byteLength, characterClass, codePointAt, LETTER, WORD } from "./characters";

// Where a word begins and ends in UTF-8, and what may join its parts: `word-bounds.ts`.

const DOT: u32 = 0x2e;
const APOSTROPHE: u32 = 0x27;
const HYPHEN: u32 = 0x2d;
const PLUS: u32 = 0x2b;

/** A word that begins with a letter beyond ASCII, or is `.NET`. */
export function startsOddly(at: usize, from: usize, end: usize): bool {
  const byte: u32 = load<u8>(at);
  if (byte >= 0x80) return characterClass(codePointAt(at, end)) === WORD;
  return byte === DOT && isDotNet(at, end) && (at === from || byteKind(load<u8>(at - 1)) !== LETTER);
}

export function endOfWord(from: usize, end: usize): usize {
  let at = from;
  while (at < end) {
    const byte: u32 = load<u8>(at);
    if (byteKind(byte) === LETTER) at += 1;
    else if (byte >= 0x80 && characterClass(codePointAt(at, end)) === WORD) at += byteLength(codePointAt(at, end));
    else break;
  }
  return at;
}

/** How many bytes here, after a word's plain letters, still belong to it. */
export function continues(at: usize, end: usize, start: usize): u32 {
  const byte: u32 = load<u8>(at);
  if (byte >= 0x80) {
    const code = codePointAt(at, end);
    if (code === 0x2019) return startsWord(at + 3, end) ? 3 : 0;
    return characterClass(code) === WORD ? byteLength(code) : 0;
  }
  if (byte === DOT) return at === start || startsWord(at + 1, end) ? 1 : 0;
  if (byte === HYPHEN || byte === APOSTROPHE) return startsWord(at + 1, end) ? 1 : 0;
  // C++, g++, Notepad++
  if (byte === PLUS) return at + 1 < end && load<u8>(at, 1) === PLUS && !startsWord(at + 2, end) ? 2 : 0;
  // C#, F#; but not page#anchor
  return at - start === 1 && !startsWord(at + 1, end) && !isDigit(load<u8>(start)) ? 1 : 0;
}

function startsWord(at: usize, end: usize): bool {
  if (at >= end) return false;
  const byte: u32 = load<u8>(at);
  return byte < 0x80 ? byteKind(byte) === LETTER : characterClass(codePointAt(at, end)) === WORD;
}

function isDigit(byte: u32): bool {
  return byte >= 0x30 && byte <= 0x39;
}

function isDotNet(at: usize, end: usize): bool {
  return (
    at + 3 < end &&
    (load<u8>(at, 1) | 0x20) === 0x6e &&
    (load<u8>(at, 2) | 0x20) === 0x65 &&
    (load<u8>(at, 3) | 0x20) === 0x74 &&
    !startsWord(at + 4, end)
  );
}

/** What stands before the word, quotes and brackets aside: a full stop or a line break begins a sentence. Before all texts is one. */
export function startsSentence(start: usize): bool {
  for (let at = start - 1; at > 0; at -= 1) {
    const byte: u32 = load<u8>(at);
    if (byteKind(byte) === LETTER || byte >= 0x80) return false;
    if (byte === 0x0a || byte === DOT || byte === 0x21 || byte === 0x3f || byte === 0x3a) return true;
    if (byte === 0x2c || byte === 0x3b || byte === 0x29) return false;
  }
  return true;
}

export function isAsciiLetter(byte: u32): bool {
  return (byte | 0x20) - 0x61 <= 25;
}

/** What the estimator takes for a blank or a line end. */
export function isBlank(byte: u32): bool {
  return byte === 0x20 || byte - 9 <= 4;
}
