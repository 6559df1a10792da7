import type { Adjacency, Links } from "./adjacency.js";
import type { ScoredNode } from "./top-nodes.js";

export interface ExpansionOptions {
  /** From how many of the best hits. */
  readonly seeds: number;
  /** What a hit passes on to what it links to, and to what links to it. */
  readonly out: number;
  readonly in: number;
}

/** A score that a node has from a neighbour. */
export interface Spread {
  readonly score: number;
  readonly via: number;
}

/**
 * One hop from the best hits, both ways: `s(j) = max(s(j), own(j) + γ · s(i))`. A note that matches a little and stands next to one that
 * matches well is worth showing; the neighbour is kept, so that the score explains itself.
 */
export function expand(
  { out, in: into, nodes }: Adjacency,
  hits: readonly ScoredNode[],
  own: (node: number) => number,
  options: ExpansionOptions,
): ReadonlyMap<number, Spread> {
  const spread = new Map<number, { score: number; via: number }>();
  function pass({ starts, targets }: Links, node: number, gain: number): void {
    for (let edge = starts[node]!; edge < starts[node + 1]!; edge++) {
      const target = targets[edge]!;
      const base = own(target);
      const reached = base + gain;
      const before = spread.get(target);
      if (before === undefined) {
        if (reached > base) spread.set(target, { score: reached, via: node });
      } else if (reached > before.score) {
        before.score = reached;
        before.via = node;
      }
    }
  }
  const seeds = Math.min(options.seeds, hits.length);
  for (let at = 0; at < seeds; at++) {
    const { node, score } = hits[at]!;
    if (node >= nodes) continue;
    pass(out, node, options.out * score);
    pass(into, node, options.in * score);
  }
  return spread;
}
