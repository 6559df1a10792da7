import { termsOf } from "../postings/forward-field.js";
import { saturate } from "../relevance/bm25.js";
import type { TermHash } from "../terms/term-hash.js";
import type { PassageIndex } from "./passage-index.js";
import type { BoundTerm } from "./scoring.js";
import { BODY, KEYS, TITLE } from "./segment.js";
import type { HopWeights, PassageWeights } from "./weights.js";

/** How a passage was reached from another. */
export type HopKind = "link" | "mention" | "name";

export interface Reached {
  readonly score: number;
  readonly from: number;
  readonly kind: HopKind;
}

export interface HopInput {
  readonly index: PassageIndex;
  readonly terms: readonly BoundTerm[];
  /** The best passages, best first, and their scores. */
  readonly starts: readonly { readonly passage: number; readonly score: number }[];
  readonly scoreOf: (passage: number) => number;
  /** Nodes that a passage links to. */
  readonly linked?: ((passage: number) => Iterable<number>) | undefined;
  /** Whether a name's words are all in the question. */
  readonly isAsked: (name: TermHash) => boolean;
  readonly isShown: (passage: number) => boolean;
}

interface Edge {
  readonly start: number;
  readonly to: number;
  readonly kind: HopKind;
  readonly weight: number;
}

/**
 * One step on from the best passages: over links, over mentions of another's title, over names that few passages share. The end is judged
 * by the question's words that the start lacks: what a two-step question asks of its second step.
 */
export function hop(input: HopInput, weights: PassageWeights): ReadonlyMap<number, Reached> {
  const { starts, scoreOf, isShown } = input;
  const { rest, keep, carry } = weights.hop;
  const edges = starts.flatMap(({ passage }, start) => edgesFrom(input, passage, start, weights.hop));
  const open = edges.filter(({ to }) => isShown(to));
  const places = placesOf(starts, open, input.index.passages);
  const own = termScores(input, places, weights);
  const width = input.terms.length;
  const reached = new Map<number, Reached>();
  for (const { start, to, kind, weight } of open) {
    const from = starts[start]!;
    let remaining = 0;
    for (let at = 0; at < width; at++)
      if (own[places.of[from.passage]! * width + at] === 0) remaining += own[places.of[to]! * width + at]!;
    const score = rest * remaining + keep * scoreOf(to) + carry * weight * from.score;
    if (score > (reached.get(to)?.score ?? scoreOf(to))) reached.set(to, { score, from: from.passage, kind });
  }
  return reached;
}

/** Passages that scores by term are needed of: a row for each, counted from 1; 0 for all others. */
interface Places {
  readonly of: Uint32Array;
  readonly count: number;
}

function placesOf(starts: HopInput["starts"], edges: readonly Edge[], passages: number): Places {
  const of = new Uint32Array(passages);
  let count = 0;
  for (const { passage } of starts) of[passage] = ++count;
  for (const { to } of edges) if (of[to] === 0) of[to] = ++count;
  return { of, count };
}

/** What each term adds to each of some passages, by body and title: a row a passage. */
function termScores({ index, terms }: HopInput, places: Places, weights: PassageWeights): Float64Array {
  const width = terms.length;
  const own = new Float64Array((places.count + 1) * width);
  for (const [at, { term, body, title, bodyRarity, titleRarity }] of terms.entries()) {
    if (term.run) continue;
    const add = (
      list: BoundTerm["body"],
      weight: number,
      of: Uint32Array,
      mean: number,
      saturation: PassageWeights["saturation"],
    ) => {
      for (let entry = 0; entry < list.passages.length; entry++) {
        const passage = list.passages[entry]!;
        const place = places.of[passage]!;
        if (place !== 0)
          own[place * width + at]! += weight * saturate(list.counts[entry]!, of[passage]!, mean, saturation);
      }
    };
    add(body, term.weight * bodyRarity, index.lengths, index.meanLength, weights.saturation);
    add(title, weights.title * term.weight * titleRarity, index.titleLengths, index.meanTitle, weights.titleSaturation);
  }
  return own;
}

function edgesFrom(input: HopInput, passage: number, start: number, weights: HopWeights): readonly Edge[] {
  const names = namesOf(input, passage, weights);
  return [
    ...linkEdges(input, passage, start, weights),
    ...mentionEdges(input, passage, start, names, weights),
    ...nameEdges(input, passage, start, names, weights),
  ];
}

function linkEdges(
  { index, linked }: HopInput,
  passage: number,
  start: number,
  { link, mostTitled }: HopWeights,
): readonly Edge[] {
  if (linked === undefined) return [];
  return Array.from(linked(passage)).flatMap((node) => {
    const { first, count } = index.passagesOf(node);
    const most = Math.min(count, mostTitled);
    return Array.from({ length: most }, (_, at) => ({
      start,
      to: first + at,
      kind: "link" as const,
      weight: link / Math.sqrt(count),
    }));
  });
}

interface NamedTerm extends TermHash {
  /** 0–1: how near it stands to the question's words. */
  readonly nearness: number;
}

/** A passage's words and runs that are written like names, each with its nearness to the question's words there. */
function namesOf({ index, terms }: HopInput, passage: number, { near, reach }: HopWeights): readonly NamedTerm[] {
  const { segment, passage: own } = index.locate(passage);
  const { low, high } = segment.vocabulary;
  const asked = new Map(
    terms.filter(({ term }) => !term.run).map(({ term, bodyRarity }) => [term.low, term.weight * bodyRarity]),
  );
  const order: { readonly term: number; readonly isName: boolean; readonly mass: number }[] = [];
  for (const field of [TITLE, BODY] as const) {
    const reader = termsOf(segment.forward[field]!, own);
    while (reader.next()) {
      const term = reader.value >>> 1;
      order.push({ term, isName: (reader.value & 1) === 1, mass: asked.get(low[term]!) ?? 0 });
    }
  }
  const sums = new Float64Array(order.length + 1);
  for (const [at, { mass }] of order.entries()) sums[at + 1] = sums[at]! + mass;
  const massAround = (at: number) => sums[Math.min(order.length, at + reach + 1)]! - sums[Math.max(0, at - reach)]!;
  let most = 1e-9;
  for (let at = 0; at < order.length; at++) most = Math.max(most, massAround(at));
  return order.flatMap(({ term, isName }, at) =>
    isName ? [{ low: low[term]!, high: high[term]!, nearness: 1 - near + (near * massAround(at)) / most }] : [],
  );
}

/** Whether all passages of a passage's note stand under a name: to go from one to another by it is not a step on. A lead that some share is one. */
function isNameOfNote({ noteOf, passagesOf }: PassageIndex, passage: number, titled: Uint32Array): boolean {
  const { first, count } = passagesOf(noteOf[passage]!);
  let under = 0;
  for (const one of titled) if (one >= first && one < first + count) under += 1;
  return count > 1 && under === count;
}

function mentionEdges(
  { index }: HopInput,
  passage: number,
  start: number,
  names: readonly NamedTerm[],
  weights: HopWeights,
): readonly Edge[] {
  return names.flatMap((name) => {
    const { passages } = index.lists.find(name, KEYS);
    if (passages.length === 0 || passages.length > weights.mostTitled || passages.includes(passage)) return [];
    const weight = 1 / Math.sqrt(passages.length);
    const isOwn = isNameOfNote(index, passage, index.lists.find(name, TITLE).passages);
    return Array.from(passages)
      .filter((to) => !isOwn || index.noteOf[to] !== index.noteOf[passage])
      .map((to) => ({ start, to, kind: "mention" as const, weight }));
  });
}

function nameEdges(
  { index, isAsked }: HopInput,
  passage: number,
  start: number,
  names: readonly NamedTerm[],
  weights: HopWeights,
): readonly Edge[] {
  const { mostShared, inBody, further } = weights;
  const all = Math.log(1 + index.live);
  const best = new Map<number, { most: number; sum: number }>();
  for (const name of names) {
    const body = index.lists.find(name, BODY).passages;
    const title = index.lists.find(name, TITLE).passages;
    if (body.length > mostShared || title.length > mostShared || isAsked(name)) continue;
    const titled = new Set(title);
    const isOwn = isNameOfNote(index, passage, title);
    const having = new Set([...body, ...title]);
    if (having.size < 2 || having.size > mostShared) continue;
    const rarity = name.nearness * (1 - Math.log(having.size) / all);
    for (const to of having) {
      if (to === passage || (isOwn && index.noteOf[to] === index.noteOf[passage])) continue;
      const weight = rarity * (titled.has(to) ? 1 : inBody);
      const known = best.get(to);
      if (known === undefined) best.set(to, { most: weight, sum: weight });
      else {
        known.most = Math.max(known.most, weight);
        known.sum += weight;
      }
    }
  }
  return Array.from(best, ([to, { most, sum }]) => ({
    start,
    to,
    kind: "name" as const,
    weight: Math.min(1, most + further * (sum - most)),
  }));
}
