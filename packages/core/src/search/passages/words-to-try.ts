import { visitGrams } from "./grams.js";

/** A word that was asked for and what of the given texts is spelled most like it. */
export interface WordToTry {
  readonly word: string;
  readonly instead: string;
}

/** From this share of common letters on. */
const LEAST_ALIKE = 0.4;

/**
 * For each word the nearest spelling among some texts (names, aliases, tags, descriptions), most alike first. The texts have to be those that
 * the caller may see: what is offered is taken from them.
 */
export function wordsToTry(words: readonly string[], texts: Iterable<string>, limit = 5): readonly WordToTry[] {
  const asked = words.map((word) => ({ word, grams: gramsOf(word.toLowerCase()), best: "", alike: LEAST_ALIKE }));
  const seen = new Set<string>();
  for (const text of texts)
    for (const [candidate] of text.normalize("NFC").matchAll(/[\p{L}\p{M}\p{N}_-]+/gu)) {
      const plain = candidate.toLowerCase();
      if (seen.has(plain)) continue;
      seen.add(plain);
      const own = gramsOf(plain);
      for (const one of asked) {
        const alike = alikeness(one.grams, own);
        if (alike > one.alike && plain !== one.word.toLowerCase()) [one.best, one.alike] = [candidate, alike];
      }
    }
  return asked
    .filter(({ best }) => best !== "")
    .sort((one, other) => other.alike - one.alike)
    .slice(0, limit)
    .map(({ word, best }) => ({ word, instead: best }));
}

/** Twice the shared grams over all of both. */
function alikeness(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  let shared = 0;
  for (const gram of one) if (other.has(gram)) shared += 1;
  return (2 * shared) / Math.max(1, one.size + other.size);
}

function gramsOf(word: string): ReadonlySet<number> {
  const grams = new Set<number>();
  visitGrams(word, (low) => grams.add(low));
  return grams;
}
