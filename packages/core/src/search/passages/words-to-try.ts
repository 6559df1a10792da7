import { nearest } from "../../text/nearest.js";
import { visitGrams } from "./grams.js";

/** A word that was asked for and what of the given texts is spelled most like it. */
export interface WordToTry {
  readonly word: string;
  readonly instead: string;
}

/** The different words of some texts, each with its four-letter groups. */
export interface Spellings {
  /** For each word the nearest spelling, most alike first. */
  nearest(words: readonly string[], limit?: number): readonly WordToTry[];
}

/** From this share of common letters on. */
const LEAST_ALIKE = 0.4;

/**
 * Reads the words of some texts (names, aliases, tags, descriptions) once: a weak answer that reads them all takes longer than its search. The
 * texts have to be those that the caller may see, since what is offered is taken from them.
 */
export function spellingsIn(texts: Iterable<string>): Spellings {
  const candidates: string[] = [];
  const seen = new Set<string>();
  const ends: number[] = [];
  const grams: number[] = [];
  for (const text of texts)
    for (const [candidate] of text.normalize("NFC").matchAll(/[\p{L}\p{M}\p{N}_-]+/gu)) {
      const plain = candidate.toLowerCase();
      if (seen.has(plain)) continue;
      seen.add(plain);
      candidates.push(candidate);
      visitGrams(plain, (low) => grams.push(low));
      ends.push(grams.length);
    }
  const all = Uint32Array.from(grams);

  function nearestTo(word: string): { readonly instead: string; readonly alike: number } | undefined {
    const plain = word.toLowerCase();
    const asked = new Set<number>();
    visitGrams(plain, (low) => asked.add(low >>> 0));
    let [best, alike] = [-1, LEAST_ALIKE];
    for (let at = 0, from = 0; at < candidates.length; from = ends[at]!, at += 1) {
      const own = alikeness(asked, all, from, ends[at]!);
      if (own > alike && candidates[at]!.toLowerCase() !== plain) [best, alike] = [at, own];
    }
    if (best >= 0) return { instead: candidates[best]!, alike };
    // A slip in a short word leaves no group of four letters as it was.
    const typed = nearest(plain, candidates);
    return typed === undefined || typed.toLowerCase() === plain ? undefined : { instead: typed, alike: 0 };
  }

  return {
    nearest: (words, limit = 5) =>
      words
        .flatMap((word) => {
          const found = nearestTo(word);
          return found === undefined ? [] : [{ word, ...found }];
        })
        .sort((one, other) => other.alike - one.alike)
        .slice(0, limit)
        .map(({ word, instead }) => ({ word, instead })),
  };
}

/** Twice the shared groups over all of both. */
function alikeness(asked: ReadonlySet<number>, grams: Uint32Array, from: number, end: number): number {
  let shared = 0;
  for (let at = from; at < end; at += 1) if (asked.has(grams[at]!)) shared += 1;
  return (2 * shared) / Math.max(1, asked.size + end - from);
}
