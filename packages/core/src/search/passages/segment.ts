import type { ForwardField } from "../postings/forward-field.js";
import type { Postings } from "../postings/postings.js";
import type { Vocabulary } from "../postings/vocabulary.js";
import type { GramIndex } from "./grams.js";

/**
 * What a passage can match by. `BODY`: its own words. `TITLE`: the note's name, the headings above and the lead (`Name: …`).
 * Both also hold names as terms of their own, with the bit set: words written like names, alone and two or three in a run.
 * `KEYS`: what the passage is about, as others would mention it.
 */
export const PASSAGE_FIELDS = [0, 1, 2] as const;
export type PassageField = (typeof PASSAGE_FIELDS)[number];
export const [BODY, TITLE, KEYS] = PASSAGE_FIELDS;

/** Some notes' passages, both ways. Never written to once made; all of it is typed arrays. */
export interface PassageSegment {
  readonly notes: number;
  readonly passages: number;
  /** A note's passages stand together: from the first, so many. */
  readonly firstPassage: Uint32Array;
  readonly passageCount: Uint32Array;
  /** Two numbers a passage: 64 bits of hash of its words, by which copies are known. */
  readonly digests: Uint32Array;
  readonly vocabulary: Vocabulary;
  readonly grams: GramIndex;
  /** By field. */
  readonly forward: readonly ForwardField[];
  readonly postings: readonly Postings[];
}
