import { PIECE_LIMIT, UNIT } from "../estimate-table.js";
import { characterClass, DENSE } from "./character-class.js";
import { CAPITAL, NAMED, startsSentence, styleOf } from "./name-style.js";
import { foldWidth, termsOfSpelling } from "./spelling-terms.js";
import {
  COST_AFTER_SPACE,
  COST_BARE,
  COST_MASK,
  createSpellings,
  SLOT_NUMBER_BITS,
  SLOT_NUMBER_MASK,
  SPELLING_HIGH,
  SPELLING_MARKS,
  SPELLING_STRIDE,
  SPELLING_VALUE,
  STYLE_MASK,
} from "./spellings.js";
import { hashPairHigh, hashPairLow, hashTerm } from "./term-hash.js";
import type { TextMeter } from "./text-meter.js";
import { byteLength, codePointAt } from "./utf8.js";
import type { GrowingVocabulary } from "./vocabulary.js";
import { BLANK, continues, endOfWord, isAsciiLetter, KIND, LETTER, MARK_ALONE, startsOddly } from "./word-bounds.js";
import { WORD_BYTES } from "./word-terms.js";

/**
 * Turns UTF-8 into terms: each the term's number × 2, plus 1 where it is written like a name (a capital inside a sentence, an
 * identifier, a script without capitals). The array is the tokenizer's own and good until the next call.
 */
export interface Tokenizer {
  tokenize(bytes: Uint8Array, start?: number, end?: number): Uint32Array;
  /** The same, and the meter takes what these bytes of its text cost. Parts of a text in order, none left out, valid UTF-8. */
  measure(bytes: Uint8Array, start: number, end: number, meter: TextMeter): Uint32Array;
}

export interface TokenizerOptions {
  /** A text to look for, not to look in: characters of dense scripts then count only in pairs, where there are two. */
  readonly query?: boolean;
}

const SPACE = 0x20;
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
    if (count === found.length) reserve(1);
    found[count++] = word;
  }

  function reserve(more: number): void {
    if (count + more <= found.length) return;
    const larger = new Uint32Array(Math.max(found.length * 2, count + more));
    larger.set(found);
    found = larger;
  }

  function addWord(bytes: Uint8Array, start: number, end: number, low: number, high: number): void {
    const entry = entryOf(bytes, start, end, low, high);
    const style = spellings.entries[entry + SPELLING_MARKS]! & STYLE_MASK;
    const named = style === NAMED || (style === CAPITAL && !startsSentence(bytes, start)) ? 1 : 0;
    const value = spellings.entries[entry + SPELLING_VALUE]!;
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

  /** Characters of a script without spaces: each pair of neighbours, and each alone in case it is asked for alone. */
  function addDense(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    let before = 0;
    let length = 0;
    const addNamed = (one: number, two: number) =>
      add(vocabulary.number(hashPairLow(one, two), hashPairHigh(one, two)) * 2 + 1);
    while (at < end) {
      const code = codePointAt(bytes, at, end);
      if (characterClass(code) !== DENSE) break;
      at += byteLength(code);
      const folded = code >= 0xff00 ? foldWidth(code) : code;
      if (!query) addNamed(folded, 0);
      if (length > 0) addNamed(before, folded);
      before = folded;
      length += 1;
    }
    if (query && length === 1) addNamed(before, 0);
    return at;
  }

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

  /**
   * Most of a text is plain words with single spaces between: there one look at the table gives the term and the price.
   * Elsewhere the meter and the tokenizer go on each by itself, since they cut texts differently, and meet again.
   */
  function measure(bytes: Uint8Array, from: number, end: number, meter: TextMeter): Uint32Array {
    count = 0;
    const { cursor } = meter;
    let at = from;
    while (at < end) {
      while (cursor.at < at - meter.shift) meter.piece();
      if (cursor.at === at - meter.shift) {
        at = afterPlainWords(bytes, at, end, meter);
        if (at >= end) break;
        if (cursor.at === at - meter.shift) meter.piece();
      }
      if (KIND[bytes[at]!] === 0) at += 1;
      else {
        const next = afterNext(bytes, at, from, end);
        meter.pass(bytes, at, next);
        at = next;
      }
    }
    return found.subarray(0, count);
  }

  /**
   * Takes words of small letters, a capital in front at most, with single spaces between, as many as there are. All in one loop and in local
   * variables: every word of a vault goes through it.
   */
  function afterPlainWords(bytes: Uint8Array, from: number, end: number, meter: TextMeter): number {
    const { cursor } = meter;
    let { slots, entries } = spellings;
    let mask = slots.length - 1;
    let { units, prefix } = cursor;
    let at = from;
    let byte = bytes[at]!;
    reserve(((end - from) >> 1) + 1);
    const words = found;
    let length = count;
    for (;;) {
      // A comma, a full stop: it stands alone and costs a token.
      if (prefix === 0 && MARK_ALONE[byte] === 1 && at + 1 < end && bytes[at + 1] === SPACE) {
        units += UNIT;
        at += 1;
        byte = SPACE;
      }
      if (byte === SPACE && at + 1 < end && BLANK[bytes[at + 1]!] === 0) {
        if (prefix !== 0) units += UNIT;
        prefix = SPACE;
        at += 1;
        byte = bytes[at]!;
      }
      const start = at;
      if (!isAsciiLetter(byte)) break;
      let low = LOW_SEED;
      let high = HIGH_SEED;
      do {
        low = Math.imul(low ^ byte, LOW_FACTOR);
        high = (Math.imul(high, HIGH_FACTOR) + byte) | 0;
        at += 1;
        byte = at < end ? bytes[at]! : 0;
      } while (byte >= 0x61 && byte <= 0x7a);
      if (at - start >= PIECE_LIMIT || (KIND[byte] !== 0 && goesOn(bytes, at, end, start, meter))) {
        at = start;
        break;
      }
      let slot = low & mask;
      let entry = -1;
      for (let place = slots[slot]!; place !== 0; place = slots[slot]!) {
        if ((place ^ high) >>> SLOT_NUMBER_BITS === 0) {
          entry = ((place & SLOT_NUMBER_MASK) - 1) * SPELLING_STRIDE;
          if (entries[entry] === low && entries[entry + SPELLING_HIGH] === high) break;
          entry = -1;
        }
        slot = (slot + (high | 1)) & mask;
      }
      if (entry < 0) {
        entry = entryOf(bytes, start, at, low, high);
        ({ slots, entries } = spellings);
        mask = slots.length - 1;
      }
      const marks = entries[entry + SPELLING_MARKS]!;
      const named = (marks & STYLE_MASK) === CAPITAL && !startsSentence(bytes, start) ? 1 : 0;
      words[length++] = (entries[entry + SPELLING_VALUE]! - 1) * 2 + named;
      const cost = (marks >>> (prefix === SPACE ? COST_AFTER_SPACE : COST_BARE)) & COST_MASK;
      if (cost > 0 && (prefix === SPACE || prefix === 0)) units += cost - 1;
      else {
        cursor.at = start - meter.shift;
        cursor.units = units;
        cursor.prefix = prefix;
        meter.piece();
        const paid = cursor.units - units;
        if (prefix === SPACE) entries[entry + SPELLING_MARKS] = marks | ((paid + 1) << COST_AFTER_SPACE);
        else if (prefix === 0) entries[entry + SPELLING_MARKS] = marks | ((paid + 1) << COST_BARE);
        units = cursor.units;
      }
      prefix = 0;
    }
    count = length;
    cursor.at = at - meter.shift;
    cursor.units = units;
    cursor.prefix = prefix;
    return at;
  }

  return { tokenize, measure };
}

/** Whether what follows plain letters belongs to their word, for the index or for the meter. */
function goesOn(bytes: Uint8Array, at: number, end: number, start: number, meter: TextMeter): boolean {
  const byte = bytes[at]!;
  if (KIND[byte] === LETTER || continues(bytes, at, end, start) > 0) return true;
  return byte >= 0x80 && meter.isLetterAt(at);
}
