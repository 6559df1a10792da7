import type { ScoredList } from "./scored-list.js";

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

/** Adds one term's scores for one field: the innermost loop of every search. */
export function addList(accumulator: Accumulator, list: ScoredList): void {
  const { scores, touched } = accumulator;
  const { notes, scores: added, length } = list;
  let { count } = accumulator;
  for (let at = 0; at < length; at++) {
    const note = notes[at]!;
    const before = scores[note]!;
    // Written in any case, kept if new: a branch here would be guessed wrong too often.
    touched[count] = note;
    count += before === 0 ? 1 : 0;
    scores[note] = before + added[at]!;
  }
  accumulator.count = count;
}
