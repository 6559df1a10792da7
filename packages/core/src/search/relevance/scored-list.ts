import { COUNT_BITS, LARGE_COUNT, type Postings } from "../postings/postings.js";
import type { Saturation } from "./bm25.js";

export interface ListScoring {
  readonly saturation: Saturation;
  /** Of term and field together. */
  readonly weight: number;
  readonly meanLength: number;
}

/** A term's notes in one field, decoded: ascending, how often each has it, and what that adds to its score. */
export interface ScoredList {
  readonly notes: Uint32Array;
  readonly counts: Uint8Array;
  readonly scores: Float64Array;
  /** How much of the arrays is used. */
  length: number;
}

export function createScoredList(capacity: number): ScoredList {
  return {
    notes: new Uint32Array(capacity),
    counts: new Uint8Array(capacity),
    scores: new Float64Array(capacity),
    length: 0,
  };
}

/** Decodes a list, as far as there is room. The innermost loop of a search for words that were not asked for lately. */
export function scoreList(into: ScoredList, postings: Postings, list: number, scoring: ListScoring): void {
  const { notes, counts, scores } = into;
  const { bytes, lengths } = postings;
  const { k1, b } = scoring.saturation;
  const room = notes.length;
  const end = Math.min(postings.starts[list + 1]!, bytes.length);
  const factor = scoring.weight * (k1 + 1);
  const fixed = k1 * (1 - b);
  const slope = (k1 * b) / scoring.meanLength;
  let length = 0;
  let note = -1;
  for (let at = postings.starts[list]!; at < end && length < room; ) {
    let value = bytes[at++]!;
    if (value >= 128) {
      let next = bytes[at++]!;
      value = (value & 127) | ((next & 127) << 7);
      for (let shift = 14; next >= 128 && shift < 35; shift += 7) {
        next = bytes[at++]!;
        value |= (next & 127) << shift;
      }
    }
    const gap = value >>> COUNT_BITS;
    let times = (value & LARGE_COUNT) + 1;
    if (times > LARGE_COUNT) times = bytes[at++]!;
    note += gap;
    // Damaged bytes end a list; they never lead outside.
    if (gap === 0 || times === 0 || note >= lengths.length) break;
    notes[length] = note;
    counts[length] = times;
    scores[length++] = (factor * times) / (times + fixed + slope * lengths[note]!);
  }
  into.length = length;
}

/** How often a note has the term. */
export function countIn({ notes, counts, length }: ScoredList, note: number): number {
  let low = 0;
  let high = length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = notes[middle]!;
    if (found === note) return counts[middle]!;
    if (found < note) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}
