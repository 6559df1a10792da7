import type { Saturation } from "../relevance/bm25.js";

// Every number that the ranking of passages depends on. docs/decisions/passages.md says how each was set.

/** What so many notes say, word for word, is said of none of them: it is no evidence (passages) and no description. */
export const BOILERPLATE_NOTES = 5;

export interface PassageWeights {
  readonly saturation: Saturation;
  readonly titleSaturation: Saturation;
  readonly title: number;
  /** Words that share four letters with an asked one. */
  readonly grams: number;
  /** A word counts as similar from this share of the asked one's letters on, and no more of them than `mostSimilar`. */
  readonly leastSimilar: number;
  readonly mostSimilar: number;
  /** Two words of the question side by side in a name. */
  readonly runs: number;
  /** Words that carry grammar. */
  readonly grammar: number;
  /** The whole note. */
  readonly note: number;
  /** A passage of this many words is half as short as a turn in a talk: short ones borrow from what stands around them. */
  readonly shortWords: number;
  readonly window: number;
  readonly previous: number;
  readonly beforePrevious: number;
  readonly next: number;
  /** Takes back from short passages what they were lent, so that they do not stand above whole paragraphs. */
  readonly even: number;
  readonly hop: HopWeights;
  /** Below this share of the question a best hit is weak. */
  readonly weak: number;
  /** What boilerplate counts. */
  readonly boilerplate: number;
}

/** One step on from the best passages: `rest · (words that the start lacks) + keep · own + carry · way · start`. */
export interface HopWeights {
  readonly starts: number;
  readonly rest: number;
  readonly keep: number;
  readonly carry: number;
  /** A name in more passages joins nothing; a title of more is a speaker. */
  readonly mostShared: number;
  readonly mostTitled: number;
  /** A name that the end has in its text and not in its title. */
  readonly inBody: number;
  /** How much nearness to the question's words counts of a name, and how far it is looked for, in words. */
  readonly near: number;
  readonly reach: number;
  /** What further shared names add. */
  readonly further: number;
  /** Links written by somebody. */
  readonly link: number;
}

export const PASSAGE_WEIGHTS: PassageWeights = {
  saturation: { k1: 1.2, b: 0.75 },
  titleSaturation: { k1: 1.2, b: 0.3 },
  title: 1.5,
  grams: 0.3,
  leastSimilar: 0.5,
  mostSimilar: 24,
  runs: 0.5,
  grammar: 0.3,
  note: 0.6,
  shortWords: 40,
  window: 1,
  previous: 0.4,
  beforePrevious: 0.1,
  next: 0.2,
  even: 0.3,
  hop: {
    starts: 8,
    rest: 2,
    keep: 0.3,
    carry: 0.7,
    mostShared: 40,
    mostTitled: 30,
    inBody: 0.75,
    near: 0.5,
    reach: 30,
    further: 0.15,
    link: 1,
  },
  weak: 0.3,
  boilerplate: 0.2,
};
