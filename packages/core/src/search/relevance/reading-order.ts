import type { BoundQuery, FieldScoring, Scores, SearchIndex } from "../postings/search-index.js";
import { type Adjacency, degree } from "./adjacency.js";
import { createCandidates } from "./reading-candidates.js";
import { type SharedNamesOptions, sharedNames } from "./shared-names.js";

/** What decides in which order notes are read. Set in weights.ts. */
export interface ReadingOptions {
  /** What a term still counts once a note that has it was taken. */
  readonly covered: number;
  /** What a note that was taken passes on: to what it links to, to what links to it, to what shares its names. */
  readonly out: number;
  readonly in: number;
  readonly names: number;
  /** How fast trust falls with a note's own score: what is reached from a weak hit is weak. */
  readonly trust: number;
  /** How much length counts against a note. */
  readonly length: number;
  /** How many of the notes taken lead on to others. */
  readonly leaders: number;
  /** From how many hits one may be taken without being reached from another. */
  readonly pool: number;
  readonly sharedNames: SharedNamesOptions;
}

export interface ReadingInput {
  readonly index: SearchIndex;
  readonly adjacency: Adjacency;
  readonly query: BoundQuery;
  readonly scoring: FieldScoring;
  /** Of this query, fresh. */
  readonly scores: Scores;
  readonly mask?: Uint8Array | undefined;
  readonly limit: number;
  /** Where reading begins, before any hit. They are not part of the order that is given back. */
  readonly start?: readonly number[] | undefined;
}

export interface Read {
  readonly node: number;
  /** Its worth when it was taken: what it adds to those before it. */
  readonly score: number;
  /** The note that led here, where that mattered more than the note's own words. */
  readonly via?: number;
  /** 0 for a hit of its own, else one more than that of the note that led here. */
  readonly hop: number;
}

/** Links of a note beyond these pass nothing on: a list of everything leads nowhere. */
const MOST_LINKS = 200;

/**
 * The order in which notes answer a question together. The best is taken; what it says counts less from then on, and what it leads to, by a
 * link or by a rare name that both mention, counts more; then the best of the rest, and so on. So the second note of an
 * answer is found by what the first one says. It knows no prices: whoever packs takes in this order what fits.
 */
export function readingOrder(input: ReadingInput, options: ReadingOptions): readonly Read[] {
  const { scores, mask, limit, start = [] } = input;
  const candidates = createCandidates(input, options);
  const hits = scores.best(options.pool, mask);
  const top = hits[0]?.score ?? 1;
  for (const { node } of hits) candidates.reach(node, 0, undefined);

  const hops = new Map(start.map((node) => [node, 0]));
  const lead = (node: number, strength: number) => {
    for (const [other, share] of ledTo(input, node, options)) candidates.reach(other, strength * share, node);
  };
  for (const node of start) candidates.take(node);
  for (const node of start) lead(node, top);

  const order: Read[] = [];
  while (order.length < limit) {
    const next = candidates.takeBest();
    if (next === undefined) break;
    const { node, reached, bound: score } = next;
    const via = reached * 2 < score ? undefined : next.via;
    const hop = via === undefined ? 0 : (hops.get(via) ?? 0) + 1;
    hops.set(node, hop);
    order.push({ node, score, hop, ...(via === undefined ? {} : { via }) });
    if (order.length <= options.leaders) lead(node, score * Math.min(1, score / top) ** options.trust);
  }
  return order;
}

/** What a note leads to, and how strongly. */
function ledTo(
  { index, adjacency, query }: ReadingInput,
  node: number,
  options: ReadingOptions,
): ReadonlyMap<number, number> {
  const shares = new Map<number, number>();
  const add = (other: number, share: number) => shares.set(other, (shares.get(other) ?? 0) + share);
  if (node < adjacency.nodes) {
    for (const [links, share] of [
      [adjacency.out, options.out],
      [adjacency.in, options.in],
    ] as const) {
      const end = links.starts[node]! + Math.min(MOST_LINKS, degree(links, node));
      const targets = new Set(links.targets.subarray(links.starts[node]!, end));
      for (const other of targets) add(other, share);
    }
  }
  for (const [other, share] of sharedNames(index, node, query, options.sharedNames)) add(other, options.names * share);
  return shares;
}
