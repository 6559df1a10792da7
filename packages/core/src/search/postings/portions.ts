import { NEAR_SHARE, WHOLE_SHARE } from "../relevance/weights.js";

/** A note in reading order, with what it costs. */
export interface PricedNote {
  readonly node: number;
  readonly score: number;
  /** Of the whole note, in tokens. */
  readonly tokens: number;
  /** Its sections in order: how well each matches, and what it costs. */
  readonly units: readonly PricedUnit[];
}

export interface PricedUnit {
  readonly score: number;
  readonly tokens: number;
}

/** What to ask the gate for: a whole note, or one section of it. */
export interface Portion {
  readonly node: number;
  readonly unit?: number;
  readonly score: number;
}

export interface PortionOptions {
  readonly budget: number;
  /** A note that costs no more than this share of the budget is taken whole. */
  readonly whole?: number;
  /** A section goes along if it scores at least this share of the note's best. */
  readonly near?: number;
}

/**
 * Notes as they will be asked for, in the same order. A small note is worth its tokens as it is; of a large one the sections that
 * match are, so that one long page does not push the other half of an answer out.
 */
export function portions(
  notes: readonly PricedNote[],
  { budget, whole = WHOLE_SHARE, near = NEAR_SHARE }: PortionOptions,
): readonly Portion[] {
  return notes.flatMap(({ node, score, tokens, units }): readonly Portion[] => {
    const best = units.reduce((most, unit) => Math.max(most, unit.score), 0);
    if (units.length < 2 || best <= 0 || tokens <= budget * whole) return [{ node, score }];
    // What costs more than the budget is named and never shown: alone, it would speak for a note of which other sections fit.
    const affordable = units.reduce((most, unit) => (unit.tokens > budget ? most : Math.max(most, unit.score)), 0);
    const isNear = ({ score, tokens }: PricedUnit) =>
      score >= best * near || (tokens <= budget && score > 0 && score >= affordable * near);
    const chosen = units.flatMap((unit, at) => (isNear(unit) ? [{ ...unit, at }] : []));
    const cost = chosen.reduce((sum, unit) => sum + unit.tokens, 0);
    if (cost >= tokens && tokens <= budget) return [{ node, score }];
    chosen.sort((one, other) => other.score - one.score || one.at - other.at);
    return chosen.map((unit) => ({ node, unit: unit.at, score: (score * unit.score) / best }));
  });
}
