import { FIELD_NUMBERS, FIELDS, type Field } from "../postings/field.js";
import type { FieldScoring, SearchIndex } from "../postings/search-index.js";
import type { Adjacency } from "./adjacency.js";
import { type ExpansionOptions, expand, type Spread } from "./expansion.js";
import { bestUnitScore, type Explanation, explain, fieldScores } from "./explanation.js";
import { fused, meantBy, type NodeMeaning, queryMass } from "./meaning.js";
import { standing } from "./moc.js";
import { type QueryTerm, queryTerms } from "./query-terms.js";
import { type ReadingOptions, readingOrder } from "./reading-order.js";
import { createTopNodes, type ScoredNode } from "./top-nodes.js";
import { EXPANSION, FIELD_SCORING, MAP_PRIOR, READING } from "./weights.js";

export interface RelevanceInput {
  readonly index: SearchIndex;
  readonly adjacency: Adjacency;
  /** 1 for a map of content, by node number. */
  readonly maps: Uint8Array;
  /** The terms of a query and what each counts; all the same, and no stop words, if it is not given. */
  readonly terms?: ((query: string) => readonly QueryTerm[]) | undefined;
}

/** A note counts by its best section too: what stands together tells more than the same words far apart. */
export interface BestUnit {
  /** What the best section adds, against the note as a whole. */
  readonly weight: number;
  /** This many of the best notes are looked at; the others keep their order behind them. */
  readonly notes: number;
}

export interface RankOptions {
  readonly limit: number;
  /** A node whose byte is 0 is not shown. */
  readonly mask?: Uint8Array | undefined;
  readonly scoring?: FieldScoring | undefined;
  /** `false`: matches only, no neighbours. */
  readonly expansion?: ExpansionOptions | false | undefined;
  readonly bestUnit?: BestUnit | undefined;
  /** How near nodes are to the query in meaning, where an embedder knows it, and how much that counts. */
  readonly meaning?: NodeMeaning | undefined;
}

export interface ReadOptions {
  readonly limit: number;
  readonly mask?: Uint8Array | undefined;
  readonly scoring?: FieldScoring | undefined;
  readonly reading?: ReadingOptions | undefined;
  /** Nodes to begin from, before any hit. They are not among what is given back. */
  readonly start?: readonly number[] | undefined;
}

export interface RankedNode extends ScoredNode {
  readonly why: readonly Reason[];
}

export interface ReadNode extends RankedNode {
  /** Scores of its sections, in order. */
  readonly units: readonly number[];
  /** Steps from a hit, or from where reading began. */
  readonly hop: number;
}

/** The field that matched, `meaning` where other words say the same, or `link` with the neighbour through which it was reached. */
export interface Reason {
  readonly field: Field | "meaning";
  readonly via?: number;
}

export interface Relevance {
  /**
   * What matches, best first: for looking at. A query without a single letter or digit ranks maps of content and hubs; one that
   * nothing matches gives nothing.
   */
  rank(query: string, options: RankOptions): readonly RankedNode[];
  /** The same order without reasons: for paging through all of it. */
  order(query: string, options: RankOptions): readonly ScoredNode[];
  /** What answers together, in the order to read it: for filling a budget. Each counts by what it adds to those before it. */
  read(query: string, options: ReadOptions): readonly ReadNode[];
}

/** How far below the last one shown a map of content is looked for. */
const MAPS_BELOW = 16;

export function createRelevance({ index, adjacency, maps, terms: termsOf = queryTerms }: RelevanceInput): Relevance {
  let starts: readonly ScoredNode[] | undefined;

  function startingPoints(limit: number, mask: Uint8Array | undefined): readonly ReadNode[] {
    starts ??= byStanding(index, adjacency, maps);
    const shown: ReadNode[] = [];
    for (const { node, score } of starts) {
      if (shown.length >= limit) break;
      if (mask === undefined || mask[node] === 1) shown.push({ node, score, why: [], units: [], hop: 0 });
    }
    return shown;
  }

  function matches(terms: readonly QueryTerm[], options: RankOptions) {
    const { limit, mask, scoring = FIELD_SCORING, expansion = EXPANSION, bestUnit, meaning } = options;
    const query = index.bind(terms);
    const scores = index.score(query, scoring);
    // Some more than are shown: a map of content just below the cut may come up by its prior.
    const wanted = Math.max(limit + MAPS_BELOW, expansion === false ? 0 : expansion.seeds, bestUnit?.notes ?? 0);
    const byWords = raised(scores.best(wanted, mask), bestUnit, (node) => bestUnitScore(index, query, scoring, node));
    const meant = meaning === undefined ? undefined : meantBy(meaning, queryMass(index, terms, query));
    const hits = meant === undefined ? byWords : fused(byWords, meant, { own: scores.of, wanted, mask });
    const own = meant === undefined ? scores.of : (node: number) => scores.of(node) + meant.of(node);
    const spread = expansion === false ? new Map<number, Spread>() : expand(adjacency, hits, own, expansion);
    return { query, scoring, spread, meant, ordered: merged(hits, spread, { limit, mask, maps }) };
  }

  return {
    rank(text, options) {
      const terms = termsOf(text);
      if (terms.length === 0) return startingPoints(options.limit, options.mask);
      const { query, scoring, ordered, spread, meant } = matches(terms, options);
      return ordered.map(({ node, score }) => {
        const fields = fieldScores(index, query, scoring, node);
        return { node, score, why: reasons(fields, spread.get(node)?.via, meant?.of(node)) };
      });
    },
    order(text, options) {
      const terms = termsOf(text);
      return terms.length === 0 ? startingPoints(options.limit, options.mask) : matches(terms, options).ordered;
    },
    read(text, options) {
      const terms = termsOf(text);
      const { limit, mask, scoring = FIELD_SCORING, reading = READING, start = [] } = options;
      if (terms.length === 0 && start.length === 0) return startingPoints(limit, mask);
      const query = index.bind(terms);
      const scores = index.score(query, scoring);
      const order = readingOrder({ index, adjacency, query, scoring, scores, mask, limit, start }, reading);
      return order.map(({ node, score, hop, via }) => {
        const { fields, units } = explain(index, query, scoring, node);
        return { node, score, hop, why: reasons(fields, via), units };
      });
    },
  };
}

/** Hits with what the best section of each of the first adds. */
function raised(
  hits: readonly ScoredNode[],
  bestUnit: BestUnit | undefined,
  scoreOf: (node: number) => number,
): readonly ScoredNode[] {
  if (bestUnit === undefined) return hits;
  const { weight, notes } = bestUnit;
  return hits.map(({ node, score }, at) => ({
    node,
    score: at < notes ? score + weight * scoreOf(node) : score,
  }));
}

/** Hits and what was reached from them, in one order. */
function merged(
  hits: readonly ScoredNode[],
  spread: ReadonlyMap<number, Spread>,
  { limit, mask, maps }: { limit: number; mask: Uint8Array | undefined; maps: Uint8Array },
): readonly ScoredNode[] {
  const top = createTopNodes(limit);
  const offer = (node: number, score: number) => top.offer(node, maps[node] === 1 ? score * MAP_PRIOR : score);
  const offered = new Set<number>();
  for (const { node, score } of hits) {
    const reached = spread.get(node);
    if (reached !== undefined) offered.add(node);
    offer(node, reached?.score ?? score);
  }
  for (const [node, { score }] of spread)
    if (!offered.has(node) && (mask === undefined || mask[node] === 1)) offer(node, score);
  return top.take();
}

/** A field that adds less than this share explains nothing. */
const LEAST_SHARE = 0.1;

function reasons(fields: Explanation["fields"], via: number | undefined, meant = 0): readonly Reason[] {
  const parts = [
    ...FIELD_NUMBERS.map((field) => ({ field: FIELDS[field], own: fields[field]! })),
    { field: "meaning" as const, own: meant },
  ];
  const total = parts.reduce((sum, { own }) => sum + own, 0);
  const matched = parts
    .filter(({ own }) => own > 0 && own >= LEAST_SHARE * total)
    .sort((one, other) => other.own - one.own)
    .map(({ field }): Reason => ({ field }));
  return via === undefined ? matched : [...matched, { field: "link", via }];
}

function byStanding(index: SearchIndex, adjacency: Adjacency, maps: Uint8Array): readonly ScoredNode[] {
  const scores = standing(adjacency, maps);
  const nodes = Array.from(scores, (score, node) => ({ node, score })).filter(
    ({ node }) => index.locate(node) !== undefined,
  );
  return nodes.sort((one, other) => other.score - one.score || one.node - other.node);
}
