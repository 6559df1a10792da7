import type { BoundQuery, SearchIndex } from "../postings/search-index.js";
import type { Nearness } from "../vectors/nearness.js";
import { MEANING_WEIGHTS } from "../vectors/weights.js";
import { inverseFrequency } from "./bm25.js";
import type { QueryTerm } from "./query-terms.js";
import { createTopNodes, type ScoredNode } from "./top-nodes.js";

/** What a query weighs: a word that no note has counts as the rarest. On the scale of scores, so that meaning can be added to words. */
export function queryMass(index: SearchIndex, terms: readonly QueryTerm[], query: BoundQuery): number {
  const { notes } = index.statistics;
  const known = query.terms.reduce(
    (sum, { term, weight }) => sum + weight * inverseFrequency(notes, term.frequency),
    0,
  );
  return known + (terms.length - query.terms.length) * inverseFrequency(notes, 0);
}

export interface NodeMeaning {
  readonly near: Nearness;
  /** From 0 to 1. */
  readonly share: number;
}

/** What meaning adds to scores, for a query that weighs this much. */
export function meantBy({ near, share }: NodeMeaning, mass: number): Nearness {
  const most = MEANING_WEIGHTS.note.gain * mass * share;
  return { found: near.found, of: (node) => most * near.of(node) };
}

export interface Fusing {
  /** A node's score by words. */
  own(node: number): number;
  readonly wanted: number;
  readonly mask: Uint8Array | undefined;
}

/** Hits by words and those by meaning in one order, each with the sum of both. */
export function fused(
  hits: readonly ScoredNode[],
  meant: Nearness,
  { own, wanted, mask }: Fusing,
): readonly ScoredNode[] {
  const top = createTopNodes(wanted);
  const known = new Set<number>();
  for (const { node, score } of hits) {
    known.add(node);
    top.offer(node, score + meant.of(node));
  }
  for (const node of meant.found)
    if (!known.has(node) && (mask === undefined || mask[node] === 1)) top.offer(node, own(node) + meant.of(node));
  return top.take();
}
