// Every number that meaning's part of a ranking depends on. docs/decisions/meaning.md says how each was set.

export interface MeaningWeight {
  /** What each deviation of nearness adds to a score, as a share of what the question's words weigh together. */
  readonly gain: number;
  /** Words decide alone where their best hit has this share of the question; meaning counts in full where it has nothing. */
  readonly covered: number;
}

export interface MeaningWeights {
  readonly passage: MeaningWeight;
  readonly note: MeaningWeight;
  /** Of a note's nearness, the part that is its name and description; the rest is the mean of its passages. */
  readonly head: number;
  /** Of a passage's nearness, the part that is its note's. */
  readonly ofNote: number;
}

export const MEANING_WEIGHTS: MeaningWeights = {
  passage: { gain: 1.2, covered: 0.15 },
  note: { gain: 0.9, covered: 0.5 },
  head: 0.5,
  ofNote: 0.7,
};

/** How much meaning counts, from 0 to 1, where words have found this share of a question. */
export function meaningShare(of: "passage" | "note", covered: number): number {
  return Math.max(0, 1 - covered / MEANING_WEIGHTS[of].covered);
}
