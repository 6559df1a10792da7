import { createGrowingWords } from "../postings/growing-words.js";
import { createVocabulary, findTerm, type Vocabulary } from "../postings/vocabulary.js";
import { mix } from "../terms/term-hash.js";

/**
 * Which words share four letters: of the vocabulary, not of the text, so that it grows with the number of different words only.
 * A word that is inflected, compounded or mistyped shares most of them with the word that was asked for.
 */
export interface GramIndex {
  readonly vocabulary: Vocabulary;
  /** One more than there are grams. */
  readonly starts: Uint32Array;
  /** The words of each gram, by term number. */
  readonly terms: Uint32Array;
}

export interface GrowingGrams {
  add(term: number, text: string): void;
  /** A word's grams from another index, by their hashes. */
  copy(term: number, grams: readonly number[], from: GramIndex): void;
  freeze(): GramIndex;
}

const LENGTH = 4;
/** What is longer is no word. */
const LONGEST_WORD = 40;
const EDGE = 0x5f;
const MARKS = /[\u0300-\u036f]/g;
const DIGIT = /\d/;

export function createGrams(): GrowingGrams {
  const vocabulary = createVocabulary();
  const grams = createGrowingWords();
  const terms = createGrowingWords();

  function push(gram: number, term: number): void {
    grams.push(gram);
    terms.push(term);
  }

  return {
    add(term, text) {
      visitGrams(text, (low, high) => push(vocabulary.number(low, high), term));
    },
    copy(term, numbers, from) {
      for (const gram of numbers)
        push(vocabulary.number(from.vocabulary.low[gram]!, from.vocabulary.high[gram]!), term);
    },
    freeze() {
      const frozen = vocabulary.freeze();
      const starts = new Uint32Array(frozen.count + 1);
      const count = grams.length;
      for (let at = 0; at < count; at++) starts[grams.at(at) + 1]! += 1;
      for (let gram = 0; gram < frozen.count; gram++) starts[gram + 1]! += starts[gram]!;
      const next = starts.slice(0, frozen.count);
      const lists = new Uint32Array(count);
      for (let at = 0; at < count; at++) lists[next[grams.at(at)]!++] = terms.at(at);
      return { vocabulary: frozen, starts, terms: lists };
    },
  };
}

/** The grams of each word of an index: for copying words to another. */
export function gramsByTerm({ starts, terms, vocabulary }: GramIndex, words: number): readonly (readonly number[])[] {
  const lists: number[][] = Array.from({ length: words }, () => []);
  for (let gram = 0; gram < vocabulary.count; gram++)
    for (let at = starts[gram]!; at < starts[gram + 1]!; at++) lists[terms[at]!]!.push(gram);
  return lists;
}

/** The grams of a word that an index has; -1 for one that it has not. */
export function findGrams({ vocabulary }: GramIndex, text: string): readonly number[] {
  const found: number[] = [];
  visitGrams(text, (low, high) => found.push(findTerm(vocabulary, low, high)));
  return found;
}

/** Four letters at a time of `_word_`, each different one once; accents are off. Numbers and long strings have none. */
export function visitGrams(text: string, visit: (low: number, high: number) => void): void {
  if (text.length > LONGEST_WORD || DIGIT.test(text)) return;
  const plain = text.normalize("NFD").replace(MARKS, "");
  const codes = [EDGE, ...Array.from(plain, (letter) => letter.codePointAt(0)!), EDGE];
  const seen = new Set<number>();
  for (let at = 0; at === 0 || at + LENGTH <= codes.length; at++) {
    let low = 0x811c9dc5;
    let high = 0x3c6ef372;
    for (let letter = at; letter < Math.min(at + LENGTH, codes.length); letter++) {
      low = Math.imul(low ^ codes[letter]!, 0x01000193);
      high = Math.imul(high ^ codes[letter]!, 0x5bd1e995) ^ (high >>> 15);
    }
    const mixed = mix(low);
    if (seen.has(mixed)) continue;
    seen.add(mixed);
    visit(mixed, mix(high));
  }
}
