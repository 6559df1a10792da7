// Every number that meaning's part of a ranking depends on. docs/decisions/meaning.md says how each was set.

export interface MeaningWeights {
  /** Similarity counts from this many deviations above the mean of all texts, and in full from that many. */
  readonly least: number;
  readonly full: number;
  /** Words decide alone where their best hit has this share of the question; meaning counts in full where it has nothing. */
  readonly covered: number;
  /** What the nearest passage gains, as a share of what the question's words weigh together. */
  readonly passage: number;
  /** The same of a note in a search. */
  readonly note: number;
  /** How much of a passage's nearness is its note's name and description. */
  readonly head: number;
  /** How much the best passage of a note counts for it, against its name and description. */
  readonly body: number;
}

export const MEANING_WEIGHTS: MeaningWeights = {
  least: 1,
  full: 5,
  covered: 0.4,
  passage: 1,
  note: 1,
  head: 0.3,
  body: 1,
};

/** How much meaning counts, from 0 to 1, where words have found this share of a question. */
export function meaningShare(covered: number): number {
  return Math.max(0, 1 - covered / MEANING_WEIGHTS.covered);
}
