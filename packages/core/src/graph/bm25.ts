import { COUNT_BITS, LARGE_COUNT, type Postings } from "./postings.js";

/** How soon more occurrences stop to count, and how much a long text is held against it. */
export interface Saturation {
  readonly k1: number;
  readonly b: number;
}

export function inverseFrequency(notes: number, frequency: number): number {
  return Math.log(1 + (notes - frequency + 0.5) / (frequency + 0.5));
}

export function saturate(count: number, length: number, meanLength: number, { k1, b }: Saturation): number {
  return (count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / meanLength));
}

/** Sums of scores by note, with the notes that have one. Reused: `clear` touches only what was written. */
export interface Accumulator {
  readonly scores: Float64Array;
  readonly touched: Uint32Array;
  count: number;
}

export function createAccumulator(notes: number): Accumulator {
  return { scores: new Float64Array(notes), touched: new Uint32Array(notes + 1), count: 0 };
}

export function clear(accumulator: Accumulator): void {
  const { scores, touched } = accumulator;
  for (let at = 0; at < accumulator.count; at++) scores[touched[at]!] = 0;
  accumulator.count = 0;
}

export interface ListScoring extends Saturation {
  /** Of term and field together. */
  readonly weight: number;
  readonly meanLength: number;
}

/** Adds one term's scores for one field. The innermost loop of every search: entries are decoded in place. */
export function addList(accumulator: Accumulator, postings: Postings, list: number, scoring: ListScoring): void {
  const { scores, touched } = accumulator;
  const { bytes, lengths } = postings;
  const notes = Math.min(scores.length, lengths.length);
  const end = Math.min(postings.starts[list + 1]!, bytes.length);
  const factor = scoring.weight * (scoring.k1 + 1);
  const fixed = scoring.k1 * (1 - scoring.b);
  const slope = (scoring.k1 * scoring.b) / scoring.meanLength;
  let { count } = accumulator;
  let note = -1;
  for (let at = postings.starts[list]!; at < end; ) {
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
    if (gap === 0 || times === 0 || note >= notes) break;
    const before = scores[note]!;
    // Written in any case, kept if new: a branch here would be guessed wrong too often.
    touched[count] = note;
    count += before === 0 ? 1 : 0;
    scores[note] = before + (factor * times) / (times + fixed + slope * lengths[note]!);
  }
  accumulator.count = count;
}
