import { characterClass, DENSE } from "./character-class.js";
import { visitSegments } from "./segmented-words.js";
import { foldWidth } from "./spelling-terms.js";
import { hashPairHigh, hashPairLow } from "./term-hash.js";
import { byteLength, codePointAt } from "./utf8.js";

/** Takes a run of characters of a script without spaces; gives its end. */
export type DenseTerms = (bytes: Uint8Array, start: number, end: number) => number;

export interface DenseOptions {
  /** A text to look for, not to look in: characters then count only in pairs, where there are two. */
  readonly query?: boolean;
}

/**
 * Each pair of neighbours, and each alone in case it is asked for alone; of Thai, Lao, Khmer and Burmese also the longer words: `add` gets
 * both halves of the hash of each.
 */
export function denseTerms(add: (low: number, high: number) => void, { query = false }: DenseOptions = {}): DenseTerms {
  const addPair = (one: number, two: number) => add(hashPairLow(one, two), hashPairHigh(one, two));
  return (bytes, start, end) => {
    let at = start;
    let before = 0;
    let length = 0;
    while (at < end) {
      const code = codePointAt(bytes, at, end);
      if (characterClass(code) !== DENSE) break;
      at += byteLength(code);
      const folded = code >= 0xff00 ? foldWidth(code) : code;
      if (!query) addPair(folded, 0);
      if (length > 0) addPair(before, folded);
      before = folded;
      length += 1;
    }
    if (query && length === 1) addPair(before, 0);
    if (length > 2) visitSegments(bytes, start, at, add);
    return at;
  };
}
