import { documentsOf, perField, type Segment } from "../terms/segment.js";
import { FIELD_NUMBERS, type FieldNumber } from "./field.js";
import { termsOf } from "./forward-field.js";
import { findList } from "./postings.js";

/** What BM25 has to know of all notes, over the segments of an index and without what is no longer valid in them. */
export interface Statistics {
  readonly notes: number;
  /** Mean terms of a note, by field. */
  readonly meanLength: readonly number[];
  /** Mean terms of a unit that has any, for heading and body. */
  readonly meanUnitLength: readonly number[];
  /** In how many notes a term is; -1 stands for a term that a segment has not. */
  frequency(field: FieldNumber, baseTerm: number, deltaTerm: number): number;
}

export interface StatisticsInput {
  readonly base: Segment;
  readonly delta?: Segment | undefined;
  /** Notes of the base that count no more, ascending. */
  readonly dead: Uint32Array;
}

export function createStatistics({ base, delta, dead }: StatisticsInput): Statistics {
  const [inBase, inDelta] = [totalsOf(base), delta === undefined ? NOTHING : totalsOf(delta)];
  const gone = perField((field) => frequenciesIn(base, field, dead));
  const notes = base.notes - dead.length + (delta?.notes ?? 0);
  return {
    notes,
    meanLength: perField((field) => {
      const total = inBase.length[field]! + inDelta.length[field]! - sumAt(base.postings[field]!.lengths, dead);
      return Math.max(1, total / Math.max(1, notes));
    }),
    meanUnitLength: perField((field) => {
      const units = inBase.units[field]! + inDelta.units[field]!;
      return Math.max(1, (inBase.length[field]! + inDelta.length[field]!) / Math.max(1, units));
    }),
    frequency(field, baseTerm, deltaTerm) {
      const inBase = baseTerm < 0 ? 0 : listedIn(base, field, baseTerm) - (gone[field]!.get(baseTerm) ?? 0);
      return inBase + (deltaTerm < 0 || delta === undefined ? 0 : listedIn(delta, field, deltaTerm));
    },
  };
}

function listedIn(segment: Segment, field: FieldNumber, term: number): number {
  const list = findList(segment.postings[field]!, term);
  return list < 0 ? 0 : segment.postings[field]!.frequencies[list]!;
}

/** How many of some notes have each term. */
function frequenciesIn(segment: Segment, field: FieldNumber, notes: Uint32Array): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const note of notes) {
    const seen = new Set<number>();
    const [from, to] = documentsOf(segment, field, note);
    for (let document = from; document < to; document++) {
      const reader = termsOf(segment.forward[field]!, document);
      while (reader.next()) seen.add(reader.value >>> 1);
    }
    for (const term of seen) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

/** Sums over a whole segment, by field: how many terms, and in how many documents with any. */
export interface Totals {
  readonly length: readonly number[];
  readonly units: readonly number[];
}

const NOTHING: Totals = { length: perField(() => 0), units: perField(() => 0) };

// A base outlives many updates, and its sums never change.
const known = new WeakMap<Segment, Totals>();

export function totalsOf(segment: Segment): Totals {
  const before = known.get(segment);
  if (before !== undefined) return before;
  const sums = FIELD_NUMBERS.map((field) => sumsOf(segment.forward[field]!.lengths));
  const totals = { length: sums.map(({ sum }) => sum), units: sums.map(({ filled }) => filled) };
  known.set(segment, totals);
  return totals;
}

/** Of a segment that was saved with them. */
export function rememberTotals(segment: Segment, totals: Totals): void {
  known.set(segment, totals);
}

/** In local variables: it runs once, before anything of it is compiled. */
function sumsOf(values: Uint32Array): { readonly sum: number; readonly filled: number } {
  const { length } = values;
  let sum = 0;
  let filled = 0;
  for (let at = 0; at < length; at++) {
    const value = values[at]!;
    sum += value;
    if (value !== 0) filled++;
  }
  return { sum, filled };
}

function sumAt(values: Uint32Array, places: Uint32Array): number {
  let total = 0;
  for (const place of places) total += values[place]!;
  return total;
}
