import type { GrowingVocabulary } from "../postings/vocabulary.js";
import { characterClass, DENSE } from "./character-class.js";
import { denseTerms } from "./dense-terms.js";
import { nameMark } from "./name-marks.js";
import { CAPITAL, NAMED, startsSentence, styleOf } from "./name-style.js";
import { termsOfSpelling } from "./spelling-terms.js";
import { createSpellings } from "./spellings.js";
import { hashTerm } from "./term-hash.js";
import { byteLength, codePointAt } from "./utf8.js";
import { continues, endOfWord, KIND, LETTER, startsOddly } from "./word-bounds.js";
import { WORD_BYTES } from "./word-terms.js";

/**
 * Turns UTF-8 into terms: each the term's number × 2, plus 1 where it is written like a name (a capital inside a sentence, an
 * identifier, a script without capitals). The array is the tokenizer's own and good until the next call.
 */
export interface Tokenizer {
  tokenize(bytes: Uint8Array, start?: number, end?: number): Uint32Array;
  /** How each term of the last call stands in a name: `PROPER`, `JOINING`, `DIGITS` or 0. With the option `names` alone. */
  marks(): Uint8Array;
}

export interface TokenizerOptions {
  /** A text to look for, not to look in: characters of dense scripts then count only in pairs, where there are two. */
  readonly query?: boolean;
  /** Keeps `marks`. */
  readonly names?: boolean;
  /** Told of each term that had no number before, except pairs of characters. */
  readonly onNewTerm?: (number: number, term: string) => void;
}

/** A spelling's style and its mark are kept as one number. */
const STYLE_BITS = 3;
const MARK_SHIFT = 2;

const LOW_FACTOR = 0x01000193;
const HIGH_SEED = 0x3c6ef372;

/**
 * One pass over the bytes. A word is hashed as it is written, and its hash looked up in a table of spellings seen so far;
 * normalising, splitting and stemming happen once a spelling. So the common path makes no string.
 */
export function createTokenizer(
  vocabulary: GrowingVocabulary,
  { query = false, names = false, onNewTerm }: TokenizerOptions = {},
): Tokenizer {
  let found = new Uint32Array(1024);
  let marks = new Uint8Array(names ? 1024 : 0);
  let count = 0;
  const spellings = createSpellings();
  // Not to be foreseen: nobody can write a word that is taken for another.
  const seed = Math.floor(Math.random() * 2 ** 32) | 0;
  const factor = Math.floor(Math.random() * 2 ** 32) | 1;

  function add(word: number, mark: number): void {
    if (count === found.length) makeRoom();
    if (names) marks[count] = mark;
    found[count++] = word;
  }

  function makeRoom(): void {
    const larger = new Uint32Array(found.length * 2);
    larger.set(found);
    found = larger;
    if (!names) return;
    const more = new Uint8Array(found.length);
    more.set(marks);
    marks = more;
  }

  function addWord(bytes: Uint8Array, start: number, end: number, low: number, high: number): void {
    let entry = spellings.find(low, high);
    if (entry < 0) entry = remember(bytes, start, end, low, high);
    const value = spellings.value(entry);
    const kept = spellings.style(entry);
    const style = kept & STYLE_BITS;
    const mark = kept >> MARK_SHIFT;
    const named = style === NAMED || (style === CAPITAL && !startsSentence(bytes, start)) ? 1 : 0;
    if (value > 0) add((value - 1) * 2 + named, mark);
    else for (const term of spellings.several(value)) add(term * 2 + named, mark);
  }

  function remember(bytes: Uint8Array, start: number, end: number, low: number, high: number): number {
    const terms = termsOfSpelling(bytes, start, end);
    const mark = names ? nameMark(bytes, start, end, terms) : 0;
    return spellings.remember(low, high, terms.map(numberOf), styleOf(bytes, start, end) | (mark << MARK_SHIFT));
  }

  function numberOf(term: string): number {
    const hash = hashTerm(term);
    const before = vocabulary.size;
    const number = vocabulary.number(hash.low, hash.high);
    if (onNewTerm !== undefined && number === before) onNewTerm(number, term);
    return number;
  }

  const addDense = denseTerms((low, high) => add(vocabulary.number(low, high) * 2 + 1, 0), { query });

  function tokenize(bytes: Uint8Array, from = 0, end = bytes.length): Uint32Array {
    count = 0;
    let at = from;
    while (at < end) {
      const kind = KIND[bytes[at]!];
      if (kind === LETTER) at = addWordAt(bytes, at, end);
      else if (kind === 0) at += 1;
      else at = afterOdd(bytes, at, from, end);
    }
    return found.subarray(0, count);
  }

  /** Takes the word, or steps over the character, at `at`, where no plain letter is. */
  function afterOdd(bytes: Uint8Array, at: number, from: number, end: number): number {
    if (startsOddly(bytes, at, from, end)) return addWordAt(bytes, at, end);
    if (bytes[at]! < 0x80) return at + 1;
    if (characterClass(codePointAt(bytes, at, end)) === DENSE) return addDense(bytes, at, end);
    return at + byteLength(codePointAt(bytes, at, end));
  }

  function addWordAt(bytes: Uint8Array, start: number, end: number): number {
    let low = seed;
    let high = HIGH_SEED;
    let at = start;
    // Past the cap a word goes on, but says nothing more.
    const limit = Math.min(end, start + WORD_BYTES);
    for (;;) {
      let kind = 0;
      while (at < limit) {
        const byte = bytes[at]!;
        kind = KIND[byte]!;
        if (kind !== LETTER) break;
        low = Math.imul(low ^ byte, LOW_FACTOR);
        high = (Math.imul(high, factor) + byte) | 0;
        at += 1;
      }
      if (at >= limit || kind === 0) break;
      const width = continues(bytes, at, end, start);
      if (width === 0 || at + width > limit) break;
      for (const stop = at + width; at < stop; at++) {
        low = Math.imul(low ^ bytes[at]!, LOW_FACTOR);
        high = (Math.imul(high, factor) + bytes[at]!) | 0;
      }
    }
    addWord(bytes, start, at, low, high);
    return at < limit ? at : endOfWord(bytes, at, end);
  }

  return { tokenize, marks: () => marks.subarray(0, count) };
}
