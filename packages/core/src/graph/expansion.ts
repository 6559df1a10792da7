import type { Adjacency } from "./adjacency.js";
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
  const spread = new Map<number, Spread>();
  for (const { node, score } of hits.slice(0, options.seeds)) {
    if (node >= nodes) continue;
    for (const [links, share] of [
      [out, options.out],
      [into, options.in],
    ] as const) {
      for (let edge = links.starts[node]!; edge < links.starts[node + 1]!; edge++) {
        const target = links.targets[edge]!;
        const reached = own(target) + share * score;
        if (reached > (spread.get(target)?.score ?? own(target))) spread.set(target, { score: reached, via: node });
      }
    }
  }
  return spread;
}
