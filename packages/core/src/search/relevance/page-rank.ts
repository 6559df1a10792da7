import { type Adjacency, degree } from "./adjacency.js";
import type { ScoredNode } from "./top-nodes.js";

export interface PageRankOptions {
  /** The chance to go on along a link rather than back to a seed. */
  readonly damping?: number;
  /** What may be left unspread at a node, per link: the error, and the bound on the work (1 / ((1 - damping) × this) steps). */
  readonly epsilon?: number;
}

/**
 * Personalised PageRank by forward push, links taken both ways: how near each node is to the seeds, in steps of a reader who follows
 * links at random. It touches only the neighbourhood, so its cost does not grow with the graph.
 */
export function personalisedPageRank(
  { out, in: into, nodes }: Adjacency,
  seeds: readonly ScoredNode[],
  { damping = 0.5, epsilon = 1e-4 }: PageRankOptions = {},
): ReadonlyMap<number, number> {
  const rank = new Map<number, number>();
  const residual = new Map<number, number>();
  const queue: number[] = [];
  const degreeOf = (node: number) => degree(out, node) + degree(into, node);

  function give(node: number, amount: number): void {
    const before = residual.get(node) ?? 0;
    const after = before + amount;
    residual.set(node, after);
    const threshold = epsilon * Math.max(1, degreeOf(node));
    if (before < threshold && after >= threshold) queue.push(node);
  }

  const known = seeds.filter(({ node, score }) => node < nodes && score > 0);
  const total = known.reduce((sum, { score }) => sum + score, 0);
  for (const { node, score } of known) give(node, score / total);

  for (let at = 0; at < queue.length; at++) {
    const node = queue[at]!;
    const amount = residual.get(node)!;
    residual.set(node, 0);
    const links = degreeOf(node);
    // A node without links keeps all: there is nowhere to go.
    rank.set(node, (rank.get(node) ?? 0) + (links === 0 ? amount : (1 - damping) * amount));
    if (links === 0) continue;
    const share = (damping * amount) / links;
    for (const { starts, targets } of [out, into]) {
      for (let edge = starts[node]!; edge < starts[node + 1]!; edge++) give(targets[edge]!, share);
    }
  }
  return rank;
}
