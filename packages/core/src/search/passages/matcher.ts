import { createVocabulary } from "../postings/vocabulary.js";
import { createTokenizer } from "../terms/tokenizer.js";
import { visitGrams } from "./grams.js";
import type { AskedTerm } from "./question.js";

/** Which of a question's terms a text has: for cutting a passage around them. */
export interface QuestionMatcher {
  /** What each term of the question counts. */
  readonly weights: readonly number[];
  /** The numbers of the terms that a text has, repetitions and all. */
  termsIn(text: string): readonly number[];
}

const encoder = new TextEncoder();
/** A word that shares this much of an asked word's letters stands for it. */
const LEAST_SHARED = 0.6;

export function createMatcher(
  terms: readonly { readonly term: AskedTerm; readonly rarity: number }[],
): QuestionMatcher {
  const singles = terms.filter(({ term }) => !term.run);
  const grams = singles.map(({ term }) => gramsOf(term.text));
  const vocabulary = createVocabulary();
  const numbers = new Map(singles.map(({ term }, at) => [vocabulary.number(term.low, term.high), at]));
  const texts = new Map<number, string>();
  const tokenizer = createTokenizer(vocabulary, { onNewTerm: (number, text) => texts.set(number, text) });
  const matched = new Map<number, number>();

  function match(number: number): number {
    const exact = numbers.get(number);
    if (exact !== undefined) return exact;
    const own = gramsOf(texts.get(number));
    let [best, share] = [-1, LEAST_SHARED];
    for (const [at, asked] of grams.entries()) {
      let shared = 0;
      for (const gram of asked) if (own.has(gram)) shared += 1;
      if (asked.size > 0 && shared / asked.size >= share) [best, share] = [at, shared / asked.size];
    }
    return best;
  }

  return {
    weights: singles.map(({ term, rarity }) => term.weight * rarity),
    termsIn(text) {
      const found: number[] = [];
      for (const word of tokenizer.tokenize(encoder.encode(text.normalize("NFC")))) {
        const number = word >>> 1;
        let at = matched.get(number);
        if (at === undefined) {
          at = match(number);
          matched.set(number, at);
        }
        if (at >= 0) found.push(at);
      }
      return found;
    },
  };
}

function gramsOf(text: string | undefined): ReadonlySet<number> {
  const grams = new Set<number>();
  if (text !== undefined) visitGrams(text, (low) => grams.add(low));
  return grams;
}
