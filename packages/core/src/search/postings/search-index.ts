import { type Accumulator, addList, clear, createAccumulator, type Saturation } from "../relevance/bm25.js";
import type { QueryTerm } from "../relevance/query-terms.js";
import { createTopNodes, type ScoredNode } from "../relevance/top-nodes.js";
import { createKnownTerms, type KnownTerm, type KnownTerms, listPlace } from "../terms/known-terms.js";
import type { Segment } from "../terms/segment.js";
import type { TermHash } from "../terms/term-hash.js";
import { BODY, FIELD_NUMBERS, type FieldNumber } from "./field.js";
import { visitList } from "./postings.js";
import { createStatistics, type Statistics } from "./statistics.js";
import { findTerm } from "./vocabulary.js";

/** How fields are weighed against each other. By field number. */
export interface FieldScoring {
  readonly weights: readonly number[];
  readonly saturation: readonly Saturation[];
}

/** A query's terms as this index knows them. Terms that no note has are gone; the rarest come first. */
export interface BoundQuery {
  readonly terms: readonly BoundTerm[];
}

export interface BoundTerm {
  readonly term: KnownTerm;
  readonly weight: number;
}

/** Scores of all notes for one query. Good until the index is asked to score again. */
export interface Scores {
  of(node: number): number;
  /** Best first, ties by number. A mask leaves out nodes whose byte is 0. */
  best(limit: number, mask?: Uint8Array): readonly ScoredNode[];
}

/** Immutable: an update gives another index, and readers keep theirs. */
export interface SearchIndex {
  /** One more than the highest node number. */
  readonly size: number;
  readonly parts: IndexParts;
  readonly statistics: Statistics;
  bind(terms: readonly QueryTerm[]): BoundQuery;
  score(query: BoundQuery, scoring: FieldScoring): Scores;
  /** For every term of a segment, its place in the query + 1, or 0. Good until marks are asked for another query. */
  marks(query: BoundQuery, part: 0 | 1): Uint8Array;
  /** Where a node's terms are, or nothing for a node that is gone. */
  locate(node: number): Located | undefined;
  /** In how many notes' bodies a term is. */
  frequency(term: TermHash): number;
  /** The nodes that have a term in a field. */
  visitNodes(term: TermHash, field: FieldNumber, visit: (node: number) => void): void;
}

export interface Located {
  readonly segment: Segment;
  readonly note: number;
  /** Which of the index's segments it is. */
  readonly part: 0 | 1;
}

/** What an index is made of: a large base, and the few notes that changed since. */
export interface IndexParts {
  readonly base: Segment;
  /** Base notes that are replaced or removed, ascending. */
  readonly dead: Uint32Array;
  readonly delta?: Segment | undefined;
  /** The node number of each delta note, ascending. */
  readonly deltaNodes: Uint32Array;
}

/** The rarest terms of a long query say what it is about. It bounds the work for a query of any length. */
const MOST_TERMS = 64;

export function createSearchIndex(parts: IndexParts): SearchIndex {
  const { base, delta, dead, deltaNodes } = parts;
  const segments = delta === undefined ? [base] : [base, delta];
  // Sums over all notes, and a byte for each term: made for the first query, and not to open a vault.
  let counted: Statistics | undefined;
  const statisticsNow = () => {
    counted ??= createStatistics(parts);
    return counted;
  };
  let known: KnownTerms | undefined;
  const deltaNote = new Map(Array.from(deltaNodes, (node, note) => [node, note]));
  const isDead = new Set(dead);
  let marks: readonly Uint8Array[] | undefined;
  let marked: BoundQuery | undefined;
  const accumulators: (Accumulator | undefined)[] = segments.map(() => undefined);

  function locate(node: number): Located | undefined {
    const note = deltaNote.get(node);
    if (note !== undefined && delta !== undefined) return { segment: delta, note, part: 1 };
    return node < base.notes && !isDead.has(node) ? { segment: base, note: node, part: 0 } : undefined;
  }

  function bind(terms: readonly QueryTerm[]): BoundQuery {
    known ??= createKnownTerms(segments, statisticsNow());
    const bound: BoundTerm[] = [];
    for (const each of terms) {
      const term = known.find(each);
      if (term.frequency > 0) bound.push({ term, weight: each.weight });
    }
    // In this order sums of scores are the same whatever segments the terms are found in.
    bound.sort(
      ({ term: one }, { term: other }) =>
        one.frequency - other.frequency || one.low - other.low || one.high - other.high,
    );
    return { terms: bound.length > MOST_TERMS ? bound.slice(0, MOST_TERMS) : bound };
  }

  function marksOf(query: BoundQuery, part: 0 | 1): Uint8Array {
    marks ??= segments.map(({ vocabulary }) => new Uint8Array(vocabulary.count));
    if (marked !== query) {
      for (const [at, own] of marks.entries()) for (const { term } of marked?.terms ?? []) own[term.numbers[at]!] = 0;
      for (const [at, own] of marks.entries())
        for (const [place, { term }] of query.terms.entries()) own[term.numbers[at]!] = place + 1;
      marked = query;
    }
    return marks[part]!;
  }

  function frequency({ low, high }: TermHash): number {
    const [inBase = -1, inDelta = -1] = segments.map(({ vocabulary }) => findTerm(vocabulary, low, high));
    return statisticsNow().frequency(BODY, inBase, inDelta);
  }

  function score({ terms }: BoundQuery, { weights, saturation }: FieldScoring): Scores {
    const { meanLength } = statisticsNow();
    for (let part = 0; part < segments.length; part++) {
      const accumulator = accumulators[part] ?? createAccumulator(segments[part]!.notes);
      accumulators[part] = accumulator;
      clear(accumulator);
      for (const { term, weight: own } of terms) {
        for (const field of FIELD_NUMBERS) {
          const weight = weights[field]! * own * term.rarity[field]!;
          if (!(weight > 0) || term.postings[listPlace(part, field)]! < 0) continue;
          const scoring = { saturation: saturation[field]!, weight, meanLength: meanLength[field]! };
          addList(accumulator, known!.list(term, part, field, scoring));
        }
      }
    }
    for (const node of dead) accumulators[0]!.scores[node] = 0;
    return { of: scoreOf, best };
  }

  function scoreOf(node: number): number {
    const note = deltaNote.get(node);
    return (note === undefined ? accumulators[0]?.scores[node] : accumulators[1]?.scores[note]) ?? 0;
  }

  function best(limit: number, mask?: Uint8Array): readonly ScoredNode[] {
    const top = createTopNodes(limit);
    for (const [part, accumulator] of accumulators.entries()) {
      if (accumulator === undefined) continue;
      const { scores, touched, count } = accumulator;
      let least = top.least;
      for (let place = 0; place < count; place++) {
        const note = touched[place]!;
        const score = scores[note]!;
        if (score < least || score <= 0) continue;
        const node = part === 0 ? note : deltaNodes[note]!;
        if (mask !== undefined && mask[node] !== 1) continue;
        top.offer(node, score);
        least = top.least;
      }
    }
    return top.take();
  }

  function visitNodes({ low, high }: TermHash, field: FieldNumber, visit: (node: number) => void): void {
    visitList(base.postings[field]!, findTerm(base.vocabulary, low, high), (note) => {
      if (!isDead.has(note)) visit(note);
    });
    if (delta === undefined) return;
    visitList(delta.postings[field]!, findTerm(delta.vocabulary, low, high), (note) => visit(deltaNodes[note]!));
  }

  const size = Math.max(base.notes, (deltaNodes.at(-1) ?? -1) + 1);
  return {
    size,
    parts,
    get statistics() {
      return statisticsNow();
    },
    bind,
    score,
    marks: marksOf,
    locate,
    frequency,
    visitNodes,
  };
}
