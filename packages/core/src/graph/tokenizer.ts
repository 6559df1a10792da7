import { characterClass, DENSE } from "./character-class.js";
import { CAPITAL, NAMED, startsSentence, styleOf } from "./name-style.js";
import { createSpellings } from "./spellings.js";
import { stem } from "./stem.js";
import { hashPairHigh, hashPairLow, hashTerm } from "./term-hash.js";
import { byteLength, codePointAt } from "./utf8.js";
import type { GrowingVocabulary } from "./vocabulary.js";
import { continues, endOfWord, KIND, LETTER, startsOddly } from "./word-bounds.js";
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
