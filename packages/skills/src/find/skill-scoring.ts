import type { BestUnit, FieldScoring } from "@pd/core/search";

// Every number that finding a skill depends on. Set by measurement: `npx tsx src/skill-search.ts` in benchmarks/ says on what.

const SATURATION = { k1: 1.2, b: 0.75 };
/** In a text as long as a body, what comes again counts less than what comes at all. */
const BODY_SATURATION = { k1: 0.5, b: 0.75 };

/**
 * With texts. The text of a skill is its file from the first byte on, so that name and description count in it too: how rare a word is,
 * is then counted over all that is said of skills. A word that is common in bodies and rare in descriptions would else decide alone.
 * Fields: name, description, tag, heading, body, link text.
 */
export const SKILL_SCORING: FieldScoring = {
  weights: [0.1, 0.5, 0.1, 0.15, 1, 0],
  saturation: [SATURATION, SATURATION, SATURATION, SATURATION, BODY_SATURATION, SATURATION],
};

/** What stands in one place of a text tells more than the same words far apart. */
export const SKILL_BEST_UNIT: BestUnit = { weight: 0.7, notes: 64 };

/** By names and descriptions alone: what a skill does tells more than what it is called. */
export const METADATA_SCORING: FieldScoring = {
  weights: [0.5, 1, 0.3, 0.15, 0, 0],
  saturation: [SATURATION, SATURATION, SATURATION, SATURATION, SATURATION, SATURATION],
};

/** What of a SKILL.md is looked at. Longer ones hold tables and code towards their end. */
export const TEXT_BYTES = 32 * 1024;
