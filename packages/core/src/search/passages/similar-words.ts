import { termsOf } from "../postings/forward-field.js";
import { inverseFrequency } from "../relevance/bm25.js";
import type { TermHash } from "../terms/term-hash.js";
import { findGrams } from "./grams.js";
import type { PassageParts } from "./passage-index.js";
import { BODY, type PassageSegment } from "./segment.js";

/** A word of the vault that shares letters with an asked one. `weight`: the rarity of the shared grams, summed. */
export interface SimilarWord extends TermHash {
  readonly weight: number;
  /** The same as a share of what the asked word itself would have. */
  readonly share: number;
}

export interface SimilarWords {
  /** Best first; the word itself is among them where the vault has it. */
  find(text: string): readonly SimilarWord[];
}

export interface SimilarOptions {
  /** From this share of the asked word's own weight on. */
  readonly least: number;
  readonly most: number;
}

const MOST_KEPT = 2 ** 12;
const NO_NOTES = new Uint32Array(0);

export function createSimilarWords(
  { base, delta, dead }: PassageParts,
  live: number,
  { least, most }: SimilarOptions,
): SimilarWords {
  const readers = [createGramReader(base, dead)];
  if (delta !== undefined) readers.push(createGramReader(delta, NO_NOTES));
  const kept = new Map<string, readonly SimilarWord[]>();

  function read(text: string): readonly SimilarWord[] {
    const found = readers.map(({ segment }) => findGrams(segment.grams, text));
    const count = found[0]!.length;
    const rarity = Array.from({ length: count }, (_, at) => {
      const frequency = readers.reduce((sum, reader, part) => sum + reader.frequency(found[part]![at]!), 0);
      return inverseFrequency(live, Math.min(live, frequency));
    });
    const total = rarity.reduce((sum, each) => sum + each, 0);
    const words = new Map<number, SimilarWord>();
    for (const [part, reader] of readers.entries())
      for (const word of reader.sharing(found[part]!, rarity, total, least)) words.set(word.low, word);
    return [...words.values()]
      .sort((one, other) => other.weight - one.weight || one.low - other.low || one.high - other.high)
      .slice(0, most);
  }

  return {
    find(text) {
      let words = kept.get(text);
      if (words === undefined) {
        if (kept.size >= MOST_KEPT) kept.clear();
        words = read(text);
        kept.set(text, words);
      }
      return words;
    },
  };
}

/** Grams of one segment: how many passages have each, and which words share some. */
function createGramReader(segment: PassageSegment, dead: Uint32Array) {
  const { grams, vocabulary, postings } = segment;
  let frequencies: Uint32Array | undefined;
  let sums: Float64Array | undefined;
  let weights: Float64Array | undefined;

  /** In how many passages each word is, those of dead notes left out. */
  function wordFrequencies(): Uint32Array {
    const all = new Uint32Array(vocabulary.count);
    const { terms, frequencies: of } = postings[BODY]!;
    for (let list = 0; list < terms.length; list++) all[terms[list]!] = of[list]!;
    for (const note of dead) {
      const first = segment.firstPassage[note]!;
      for (let passage = first; passage < first + segment.passageCount[note]!; passage++) {
        const reader = termsOf(segment.forward[BODY]!, passage);
        while (reader.next()) all[reader.value >>> 1]! -= 1;
      }
    }
    return all;
  }

  return {
    segment,
    /** About in how many passages a gram is: passages of its words, added up. */
    frequency(gram: number): number {
      if (gram < 0) return 0;
      frequencies ??= wordFrequencies();
      sums ??= new Float64Array(grams.vocabulary.count).fill(-1);
      if (sums[gram]! < 0) {
        let sum = 0;
        for (let at = grams.starts[gram]!; at < grams.starts[gram + 1]!; at++) sum += frequencies[grams.terms[at]!]!;
        sums[gram] = sum;
      }
      return sums[gram]!;
    },
    sharing(found: readonly number[], rarity: readonly number[], total: number, least: number): readonly SimilarWord[] {
      frequencies ??= wordFrequencies();
      weights ??= new Float64Array(vocabulary.count);
      const touched: number[] = [];
      for (const [at, gram] of found.entries()) {
        if (gram < 0) continue;
        for (let place = grams.starts[gram]!; place < grams.starts[gram + 1]!; place++) {
          const word = grams.terms[place]!;
          if (weights[word] === 0) touched.push(word);
          weights[word]! += rarity[at]!;
        }
      }
      const words: SimilarWord[] = [];
      for (const word of touched) {
        const weight = weights[word]!;
        const share = weight / total;
        if (share >= least && frequencies[word]! > 0)
          words.push({ low: vocabulary.low[word]!, high: vocabulary.high[word]!, weight, share });
        weights[word] = 0;
      }
      return words;
    },
  };
}
