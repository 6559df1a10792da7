import { characterClass, DENSE, WORD } from "./character-class.js";
import { createSpellings } from "./spellings.js";
import { stem } from "./stem.js";
import { hashPairHigh, hashPairLow, hashTerm } from "./term-hash.js";
import type { GrowingVocabulary } from "./vocabulary.js";
import { WORD_BYTES, wordTerms } from "./word-terms.js";

/**
 * Turns UTF-8 into terms: each the term's number × 2, plus 1 where it is written like a name (a capital inside a sentence, an
 * identifier, a script without capitals). The array is the tokenizer's own and good until the next call.
 */
export interface Tokenizer {
  tokenize(bytes: Uint8Array, start?: number, end?: number): Uint32Array;
}

export interface TokenizerOptions {
  /** A text to look for, not to look in: characters of dense scripts then count only in pairs, where there are two. */
  readonly query?: boolean;
}

const DOT = 0x2e;
const APOSTROPHE = 0x27;
const HYPHEN = 0x2d;
const PLUS = 0x2b;

/** Of a byte: `LETTER` continues a word, `JOINER` may (and is looked at), anything else ends it. */
const [LETTER, JOINER] = [1, 2] as const;
const KIND = new Uint8Array(256).fill(JOINER, 128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  KIND[code] = /[A-Za-z0-9_]/.test(character) ? LETTER : ".-'+#".includes(character) ? JOINER : 0;
}

const decoder = new TextDecoder("utf-8");

/**
 * One pass over the bytes. A word is hashed as it is written, and its hash looked up in a table of spellings seen so far;
 * normalising, splitting and stemming happen once a spelling. So the common path makes no string.
 */
export function createTokenizer(vocabulary: GrowingVocabulary, { query = false }: TokenizerOptions = {}): Tokenizer {
  let found = new Uint32Array(1024);
  let count = 0;
  const spellings = createSpellings();

  let named = 0;

  function add(term: number): void {
    if (count === found.length) {
      const more = new Uint32Array(found.length * 2);
      more.set(found);
      found = more;
    }
    found[count++] = term * 2 + named;
  }

  function addWord(bytes: Uint8Array, start: number, end: number, low: number, high: number): void {
    let entry = spellings.find(low, high);
    if (entry < 0) entry = spellings.remember(low, high, newWord(bytes, start, end), styleOf(bytes, start, end));
    const style = spellings.style(entry);
    named = style === NAMED || (style === CAPITAL && !startsSentence(bytes, start)) ? 1 : 0;
    const value = spellings.value(entry);
    if (value > 0) add(value - 1);
    else for (const term of spellings.several(value)) add(term);
  }

  function newWord(bytes: Uint8Array, start: number, end: number): readonly number[] {
    if (isPlainWord(bytes, start, end)) return [numberOf(stem(lowerCase(bytes, start, end)))];
    return wordTerms(decoder.decode(bytes.subarray(start, end))).map(numberOf);
  }

  function numberOf(term: string): number {
    const hash = hashTerm(term);
    return vocabulary.number(hash.low, hash.high);
  }

  /** Characters of a script without spaces: each pair of neighbours, and each alone in case it is asked for alone. */
  function addDense(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    let before = 0;
    let length = 0;
    named = 1;
    while (at < end) {
      const code = codePointAt(bytes, at, end);
      if (characterClass(code) !== DENSE) break;
      at += byteLength(code);
      const folded = code >= 0xff00 ? foldWidth(code) : code;
      if (!query) add(vocabulary.number(hashPairLow(folded, 0), hashPairHigh(folded, 0)));
      if (length > 0) add(vocabulary.number(hashPairLow(before, folded), hashPairHigh(before, folded)));
      before = folded;
      length += 1;
    }
    if (query && length === 1) add(vocabulary.number(hashPairLow(before, 0), hashPairHigh(before, 0)));
    return at;
  }

  function tokenize(bytes: Uint8Array, from = 0, end = bytes.length): Uint32Array {
    count = 0;
    let at = from;
    while (at < end) {
      const kind = KIND[bytes[at]!];
      if (kind === 0) at += 1;
      else if (kind === LETTER || startsOddly(bytes, at, from, end)) at = addWordAt(bytes, at, end);
      else if (bytes[at]! < 0x80) at += 1;
      else if (characterClass(codePointAt(bytes, at, end)) === DENSE) at = addDense(bytes, at, end);
      else at += byteLength(codePointAt(bytes, at, end));
    }
    return found.subarray(0, count);
  }

  function addWordAt(bytes: Uint8Array, start: number, end: number): number {
    let low = 0x811c9dc5 | 0;
    let high = 0x3c6ef372;
    let at = start;
    // Past the cap a word goes on, but says nothing more.
    const limit = Math.min(end, start + WORD_BYTES);
    for (;;) {
      while (at < limit && KIND[bytes[at]!] === LETTER) {
        low = Math.imul(low ^ bytes[at]!, 0x01000193);
        high = (Math.imul(high, 0x5bd1e995) + bytes[at]!) | 0;
        at += 1;
      }
      if (at >= limit || KIND[bytes[at]!] === 0) break;
      const width = continues(bytes, at, end, start);
      if (width === 0 || at + width > limit) break;
      for (const stop = at + width; at < stop; at++) {
        low = Math.imul(low ^ bytes[at]!, 0x01000193);
        high = (Math.imul(high, 0x5bd1e995) + bytes[at]!) | 0;
      }
    }
    addWord(bytes, start, at, low, high);
    return at < limit ? at : endOfWord(bytes, at, end);
  }

  return { tokenize };
}

/** A word that begins with a letter beyond ASCII, or is `.NET`. */
function startsOddly(bytes: Uint8Array, at: number, from: number, end: number): boolean {
  if (bytes[at]! >= 0x80) return characterClass(codePointAt(bytes, at, end)) === WORD;
  return bytes[at] === DOT && isDotNet(bytes, at, end) && (at === from || KIND[bytes[at - 1]!] !== LETTER);
}

function endOfWord(bytes: Uint8Array, from: number, end: number): number {
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
function continues(bytes: Uint8Array, at: number, end: number, start: number): number {
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

/** How a spelling is written: never a name, one unless it begins a sentence, or one in any case. */
const [COMMON, CAPITAL, NAMED] = [0, 1, 2] as const;

function styleOf(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start]!;
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at]!;
    if ((byte >= 0x41 && byte <= 0x5a) || byte === 0x5f) return NAMED;
  }
  if (first >= 0x80) return isLowerCase(codePointAt(bytes, start, end)) ? COMMON : NAMED;
  return first >= 0x41 && first <= 0x5a ? CAPITAL : COMMON;
}

/** What stands before the word, quotes and brackets aside: a full stop, a line break or nothing begins a sentence. */
function startsSentence(bytes: Uint8Array, start: number): boolean {
  for (let at = start - 1; at >= 0; at--) {
    const byte = bytes[at]!;
    if (KIND[byte] === LETTER || byte >= 0x80) return false;
    if (byte === 0x0a || byte === DOT || byte === 0x21 || byte === 0x3f || byte === 0x3a) return true;
    if (byte === 0x2c || byte === 0x3b || byte === 0x29) return false;
  }
  return true;
}

function isLowerCase(code: number): boolean {
  const letter = String.fromCodePoint(code);
  return letter !== letter.toUpperCase();
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

/** Lenient: bytes that are no UTF-8 read as some character, never as a position outside. */
function codePointAt(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at]!;
  if (first < 0xe0) return at + 1 < end && first >= 0xc2 ? ((first & 0x1f) << 6) | (bytes[at + 1]! & 0x3f) : 0x80;
  if (first < 0xf0) {
    if (at + 2 >= end) return 0x80;
    const code = ((first & 0x0f) << 12) | ((bytes[at + 1]! & 0x3f) << 6) | (bytes[at + 2]! & 0x3f);
    return code < 0x800 ? 0x80 : code;
  }
  if (at + 3 >= end) return 0x80;
  const tail = ((bytes[at + 1]! & 0x3f) << 12) | ((bytes[at + 2]! & 0x3f) << 6) | (bytes[at + 3]! & 0x3f);
  const code = ((first & 0x07) << 18) | tail;
  return code < 0x10000 || code > 0x10ffff ? 0x80 : code;
}

/** By the code point: a broken byte (0x80) is stepped over alone. */
function byteLength(code: number): number {
  if (code === 0x80) return 1;
  return code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/** Lower-case letters, one capital in front at most: what most words are. */
function isPlainWord(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at++) if (bytes[at]! < 0x61 || bytes[at]! > 0x7a) return false;
  const first = bytes[start]!;
  return (first >= 0x61 && first <= 0x7a) || (first >= 0x41 && first <= 0x5a);
}

const codes: number[] = [];

function lowerCase(bytes: Uint8Array, start: number, end: number): string {
  codes.length = end - start;
  for (let at = start; at < end; at++) codes[at - start] = bytes[at]! | 0x20;
  return String.fromCharCode.apply(null, codes);
}

/** Half-width kana and full-width signs to their usual form. */
function foldWidth(code: number): number {
  return String.fromCodePoint(code).normalize("NFKC").codePointAt(0) ?? code;
}
