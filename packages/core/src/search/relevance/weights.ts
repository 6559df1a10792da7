import type { FieldScoring } from "../postings/search-index.js";
import type { ExpansionOptions } from "./expansion.js";
import type { ReadingOptions } from "./reading-order.js";

// Every number that relevance depends on. Set by measurement: docs/decisions/relevance.md says on what, and what else was tried.

const SATURATION = { k1: 1.2, b: 0.75 };

/** name, description, tag, heading, body, link text. */
export const FIELD_SCORING: FieldScoring = {
  weights: [1.75, 0.3, 0.3, 0.15, 1, 0.15],
  saturation: [SATURATION, SATURATION, SATURATION, SATURATION, SATURATION, SATURATION],
};

export const EXPANSION: ExpansionOptions = { seeds: 5, out: 0.25, in: 0.12 };

/** A map of content leads on to more than itself: it wins where it is about as good. */
export const MAP_PRIOR = 1.05;

export const READING: ReadingOptions = {
  covered: 0.35,
  out: 0.4,
  in: 0.2,
  names: 0.65,
  trust: 1,
  length: 0.15,
  leaders: 12,
  pool: 100,
  sharedNames: { names: 10, mostShare: 0.02, mostNotes: 64 },
};

/** A note that costs no more than this share of the budget is taken whole; of a larger one, the sections near its best. */
export const WHOLE_SHARE = 0.1;
export const NEAR_SHARE = 0.9;
