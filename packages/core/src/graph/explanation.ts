import { saturate } from "./bm25.js";
import { BODY, FIELD_NUMBERS, type FieldNumber, HEADING } from "./field.js";
import type { ForwardField } from "./forward-field.js";
import { listPlace } from "./known-terms.js";
import { countIn } from "./scored-list.js";
import type { BoundQuery, FieldScoring, Located, SearchIndex } from "./search-index.js";
import { documentsOf, perField } from "./segment.js";
import { MOST_COUNTED } from "./term-list.js";
import { varintAt, varintEnd } from "./varint.js";

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

function unitScores(index: SearchIndex, query: BoundQuery, scoring: FieldScoring, located: Located): readonly number[] {
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
}

/** Adds each term's score to its place, and gives their sum. */
function addScores(scores: Float64Array, { query, scoring, field, counts, length, meanLength }: CountedTerms): number {
  let sum = 0;
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at]!;
    if (count === 0) continue;
    const { term, weight } = query.terms[at]!;
    const score =
      scoring.weights[field]! *
      weight *
      term.rarity[field]! *
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
