import { characterClass, DENSE } from "./character-class.js";
import { denseTerms } from "./dense-terms.js";
import { CAPITAL, NAMED, startsSentence, styleOf } from "./name-style.js";
import { termsOfSpelling } from "./spelling-terms.js";
import { createSpellings } from "./spellings.js";
import { hashTerm } from "./term-hash.js";
import { byteLength, codePointAt } from "./utf8.js";
import type { GrowingVocabulary } from "./vocabulary.js";
import { continues, endOfWord, KIND, LETTER, startsOddly } from "./word-bounds.js";
import { WORD_BYTES } from "./word-terms.js";

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

const LOW_SEED = 0x811c9dc5 | 0;
const LOW_FACTOR = 0x01000193;
const HIGH_SEED = 0x3c6ef372;
const HIGH_FACTOR = 0x5bd1e995;

/**
 * One pass over the bytes. A word is hashed as it is written, and its hash looked up in a table of spellings seen so far;
 * normalising, splitting and stemming happen once a spelling. So the common path makes no string.
 */
export function createTokenizer(vocabulary: GrowingVocabulary, { query = false }: TokenizerOptions = {}): Tokenizer {
  let found = new Uint32Array(1024);
  let count = 0;
  const spellings = createSpellings();

  function add(word: number): void {
    if (count === found.length) {
      const larger = new Uint32Array(found.length * 2);
      larger.set(found);
      found = larger;
    }
    found[count++] = word;
  }

  function addWord(bytes: Uint8Array, start: number, end: number, low: number, high: number): void {
    const entry = entryOf(bytes, start, end, low, high);
    const style = spellings.style(entry);
    const named = style === NAMED || (style === CAPITAL && !startsSentence(bytes, start)) ? 1 : 0;
    const value = spellings.value(entry);
    if (value > 0) add((value - 1) * 2 + named);
    else for (const term of spellings.several(value)) add(term * 2 + named);
  }

  function entryOf(bytes: Uint8Array, start: number, end: number, low: number, high: number): number {
    const entry = spellings.find(low, high);
    if (entry >= 0) return entry;
    return spellings.remember(low, high, termsOfSpelling(bytes, start, end).map(numberOf), styleOf(bytes, start, end));
  }

  function numberOf(term: string): number {
    const hash = hashTerm(term);
    return vocabulary.number(hash.low, hash.high);
  }

  const addDense = denseTerms((low, high) => add(vocabulary.number(low, high) * 2 + 1), { query });

  function tokenize(bytes: Uint8Array, from = 0, end = bytes.length): Uint32Array {
    count = 0;
    let at = from;
    while (at < end) {
      if (KIND[bytes[at]!] === 0) at += 1;
      else at = afterNext(bytes, at, from, end);
    }
    return found.subarray(0, count);
  }

  /** Takes the word, or steps over the character, at `at`. */
  function afterNext(bytes: Uint8Array, at: number, from: number, end: number): number {
    if (KIND[bytes[at]!] === LETTER || startsOddly(bytes, at, from, end)) return addWordAt(bytes, at, end);
    if (bytes[at]! < 0x80) return at + 1;
    if (characterClass(codePointAt(bytes, at, end)) === DENSE) return addDense(bytes, at, end);
    return at + byteLength(codePointAt(bytes, at, end));
  }

  function addWordAt(bytes: Uint8Array, start: number, end: number): number {
    let low = LOW_SEED;
    let high = HIGH_SEED;
    let at = start;
    // Past the cap a word goes on, but says nothing more.
    const limit = Math.min(end, start + WORD_BYTES);
    for (;;) {
      while (at < limit && KIND[bytes[at]!] === LETTER) {
        low = Math.imul(low ^ bytes[at]!, LOW_FACTOR);
        high = (Math.imul(high, HIGH_FACTOR) + bytes[at]!) | 0;
        at += 1;
      }
      if (at >= limit || KIND[bytes[at]!] === 0) break;
      const width = continues(bytes, at, end, start);
      if (width === 0 || at + width > limit) break;
      for (const stop = at + width; at < stop; at++) {
        low = Math.imul(low ^ bytes[at]!, LOW_FACTOR);
        high = (Math.imul(high, HIGH_FACTOR) + bytes[at]!) | 0;
      }
    }
    addWord(bytes, start, at, low, high);
    return at < limit ? at : endOfWord(bytes, at, end);
  }

  return { tokenize };
}
