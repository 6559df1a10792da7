import { BODY, FIELD_NUMBERS, type FieldNumber, HEADING } from "../postings/field.js";
import type { ForwardField } from "../postings/forward-field.js";
import type { BoundQuery, FieldScoring, Located, SearchIndex } from "../postings/search-index.js";
import { varintAt, varintEnd } from "../postings/varint.js";
import { listPlace } from "../terms/known-terms.js";
import { documentsOf, perField } from "../terms/segment.js";
import { MOST_COUNTED } from "../terms/term-list.js";
import { saturate } from "./bm25.js";
import { countIn } from "./scored-list.js";

/** Why a note scored. Found from the note's own terms, so only for the few that are shown. */
export interface Explanation {
  /** By field number; their sum is the score. */
  readonly fields: readonly number[];
  /** Of each unit by its heading and body, in order. */
  readonly units: readonly number[];
}

export function explain(index: SearchIndex, query: BoundQuery, scoring: FieldScoring, node: number): Explanation {
  const located = index.locate(node);
  const units = located === undefined ? [] : unitScores(index, query, scoring, located);
  return { fields: fieldScores(index, query, scoring, node), units };
}

/** Of the section that says most of a query. */
export function bestUnitScore(index: SearchIndex, query: BoundQuery, scoring: FieldScoring, node: number): number {
  const located = index.locate(node);
  if (located === undefined) return 0;
  // Among sections every word is rarer than among notes, by about the same: a common word tells more of a section.
  const { firstUnit, notes } = located.segment;
  const rarer = Math.log(Math.max(1, firstUnit[notes]! / Math.max(1, notes)));
  return unitScores(index, query, scoring, located, rarer).reduce((best, score) => Math.max(best, score), 0);
}

/** Where no section is chosen from, its fields are all that has to be known of a note. */
export function fieldScores(
  index: SearchIndex,
  query: BoundQuery,
  scoring: FieldScoring,
  node: number,
): Explanation["fields"] {
  const located = index.locate(node);
  if (located === undefined) return perField(() => 0);
  const terms = new Float64Array(query.terms.length);
  return perField((field) => addFieldScores(terms, index, query, scoring, located, field));
}

/** A note's score by the query's terms: what each of them adds. */
export function termScores(index: SearchIndex, query: BoundQuery, scoring: FieldScoring, node: number): Float64Array {
  const terms = new Float64Array(query.terms.length);
  const located = index.locate(node);
  if (located === undefined) return terms;
  for (const field of FIELD_NUMBERS) {
    if (scoring.weights[field]! > 0) addFieldScores(terms, index, query, scoring, located, field);
  }
  return terms;
}

function addFieldScores(
  terms: Float64Array,
  index: SearchIndex,
  query: BoundQuery,
  scoring: FieldScoring,
  located: Located,
  field: FieldNumber,
): number {
  const counts =
    listedCounts(query, located, field) ?? noteCounts(query, index.marks(query, located.part), located, field);
  if (counts === undefined) return 0;
  const length = located.segment.postings[field]!.lengths[located.note]!;
  return addScores(terms, { query, scoring, field, counts, length, meanLength: index.statistics.meanLength[field]! });
}

const NO_COUNTS = new Uint32Array(0);

/** Counts by the lists that scoring has decoded: much less to look at than all that a note says. Nothing where one is not there. */
function listedCounts({ terms }: BoundQuery, { part, note }: Located, field: FieldNumber): Uint32Array | undefined {
  const place = listPlace(part, field);
  let counts = NO_COUNTS;
  for (let at = 0; at < terms.length; at++) {
    const { postings, lists } = terms[at]!.term;
    if (postings[place]! < 0) continue;
    const list = lists[place];
    if (list === undefined) return undefined;
    const count = countIn(list, note);
    // A list counts no further, and the sum over a note's sections may.
    if (count === MOST_COUNTED) return undefined;
    if (count === 0) continue;
    if (counts === NO_COUNTS) counts = new Uint32Array(terms.length);
    counts[at] = count;
  }
  return counts;
}

function unitScores(
  index: SearchIndex,
  query: BoundQuery,
  scoring: FieldScoring,
  located: Located,
  rarer = 0,
): readonly number[] {
  const { segment, note, part } = located;
  const from = segment.firstUnit[note]!;
  const ignored = new Float64Array(query.terms.length);
  const marks = index.marks(query, part);
  return Array.from({ length: segment.firstUnit[note + 1]! - from }, (_, unit) => {
    let score = 0;
    for (const field of [HEADING, BODY] as const) {
      const counts = countTerms(query, marks, segment.forward[field]!, from + unit);
      if (counts === undefined) continue;
      const length = segment.forward[field]!.lengths[from + unit]!;
      score += addScores(ignored, {
        query,
        scoring,
        field,
        counts,
        length,
        meanLength: index.statistics.meanUnitLength[field]!,
        rarer,
      });
    }
    return score;
  });
}

interface CountedTerms {
  readonly query: BoundQuery;
  readonly scoring: FieldScoring;
  readonly field: FieldNumber;
  readonly counts: Uint32Array;
  readonly length: number;
  readonly meanLength: number;
  /** Added to how rare each term is. */
  readonly rarer?: number;
}

/** Adds each term's score to its place, and gives their sum. */
function addScores(scores: Float64Array, counted: CountedTerms): number {
  const { query, scoring, field, counts, length, meanLength, rarer = 0 } = counted;
  let sum = 0;
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at]!;
    if (count === 0) continue;
    const { term, weight } = query.terms[at]!;
    const score =
      scoring.weights[field]! *
      weight *
      (term.rarity[field]! + rarer) *
      saturate(count, length, meanLength, scoring.saturation[field]!);
    scores[at]! += score;
    sum += score;
  }
  return sum;
}

function noteCounts(
  query: BoundQuery,
  marks: Uint8Array,
  { segment, note }: Located,
  field: FieldNumber,
): Uint32Array | undefined {
  const [from, to] = documentsOf(segment, field, note);
  let counts: Uint32Array | undefined;
  for (let document = from; document < to; document++) {
    counts = countTerms(query, marks, segment.forward[field]!, document, counts);
  }
  return counts;
}

/** How often each term of the query is in a document; nothing where none is. Decoded in place: it runs for every candidate. */
function countTerms(
  { terms }: BoundQuery,
  marks: Uint8Array,
  forward: ForwardField,
  document: number,
  known?: Uint32Array,
): Uint32Array | undefined {
  const { bytes } = forward;
  const end = forward.ends[document]!;
  let counts = known;
  for (let at = forward.starts[document]!; at < end; ) {
    const value = varintAt(bytes, at, end);
    at = varintEnd;
    const count = (value & 1) === 1 ? bytes[at++]! : 1;
    const mark = marks[value >>> 2];
    if (mark === undefined || mark === 0) continue;
    counts ??= new Uint32Array(terms.length);
    counts[mark - 1]! += count;
  }
  return counts;
}
