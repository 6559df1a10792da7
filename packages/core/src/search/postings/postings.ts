import { MOST_COUNTED } from "../terms/term-list.js";
import type { ForwardField } from "./forward-field.js";
import { varintAt, varintEnd } from "./varint.js";

/** A field's notes by term. Only terms that occur have a list; a list is the gaps between its notes, with counts. */
export interface Postings {
  /** Ascending. */
  readonly terms: Uint32Array;
  /** One more than `terms`. */
  readonly starts: Uint32Array;
  readonly bytes: Uint8Array;
  /** In how many notes each term is. */
  readonly frequencies: Uint32Array;
  /** Terms of each note, repetitions counted. */
  readonly lengths: Uint32Array;
}

export interface InversionInput {
  readonly forward: ForwardField;
  readonly notes: number;
  readonly terms: number;
  /** Where a note's documents begin; the end is the next note's beginning. One more than there are notes. */
  readonly bounds: Uint32Array;
}

/**
 * An entry is a varint: the gap to the note before, and in its lowest bits the count less one; all bits set, a byte with the count
 * follows. Most counts are small, so that reading rarely has to guess whether one follows: that took half of a search's time.
 */
export const COUNT_BITS = 2;
export const LARGE_COUNT = (1 << COUNT_BITS) - 1;

/** Notes between two pauses of an inversion. */
const PAUSE_EVERY = 512;

/**
 * Turns documents → terms into terms → notes. Two passes over the forward lists, one to measure and one to fill, so that nothing is
 * allocated but the result. A generator, so that a caller can let others run in between.
 */
export function* invert(input: InversionInput): Generator<void, Postings> {
  const { forward, notes, terms, bounds } = input;
  const lengths = new Uint32Array(notes);
  // As bodies are until they are read.
  if (forward.bytes.length === 0) return { ...NOTHING, lengths };
  const tallies = new Int32Array(terms * TALLY_STRIDE);
  for (let note = 0; note < notes; note++) {
    if (note % PAUSE_EVERY === 0) yield;
    for (let document = bounds[note]!; document < bounds[note + 1]!; document++) {
      lengths[note]! += forward.lengths[document]!;
      measure(forward, document, tallies, note + 1);
    }
  }
  yield;
  const { listed, starts, frequencies } = layOut(tallies, terms);
  const bytes = new Uint8Array(starts.at(-1)!);
  for (let note = 0; note < notes; note++) {
    if (note % PAUSE_EVERY === 0) yield;
    for (let document = bounds[note]!; document < bounds[note + 1]!; document++)
      fill(forward, document, tallies, note + 1, bytes);
  }
  return { terms: listed, starts, bytes, frequencies, lengths };
}

const NOTHING: Omit<Postings, "lengths"> = {
  terms: new Uint32Array(0),
  starts: new Uint32Array(1),
  bytes: new Uint8Array(0),
  frequencies: new Uint32Array(0),
};

// What is known of a term while lists are made, side by side, since memory is what this waits for.
const TALLY_STRIDE = 4;
// At its beginning: in the first pass how long its list is, in the second where its next entry goes.
/** The last note that has it, counted from 1. */
const TALLY_LAST = 1;
/** In the first pass, how many notes have it; in the second, where its last entry begins. */
const TALLY_FREQUENCY = 2;
const TALLY_ENTRY = 2;
/** How often that last note has it. */
const TALLY_COUNT = 3;

/** Adds to the lengths of lists what a document of a note needs there. */
function measure({ bytes, starts, ends }: ForwardField, document: number, tallies: Int32Array, note: number): void {
  const end = ends[document]!;
  for (let at = starts[document]!; at < end; ) {
    const value = varintAt(bytes, at, end);
    at = varintEnd;
    const count = (value & 1) === 1 ? bytes[at++]! : 1;
    const tally = (value >>> 2) * TALLY_STRIDE;
    if (tally >= tallies.length) continue;
    const isAgain = tallies[tally + TALLY_LAST] === note;
    const before = isAgain ? tallies[tally + TALLY_COUNT]! : 0;
    if (!isAgain) {
      tallies[tally]! += gapBytes(note - tallies[tally + TALLY_LAST]!);
      tallies[tally + TALLY_LAST] = note;
      tallies[tally + TALLY_FREQUENCY]! += 1;
    }
    if (before <= LARGE_COUNT && before + count > LARGE_COUNT) tallies[tally]! += 1;
    tallies[tally + TALLY_COUNT] = before + count;
  }
}

/** Writes the entries of a document of a note; where the note has one from another document, its count grows. */
function fill(
  { bytes: from, starts, ends }: ForwardField,
  document: number,
  tallies: Int32Array,
  note: number,
  bytes: Uint8Array,
): void {
  const end = ends[document]!;
  for (let at = starts[document]!; at < end; ) {
    const value = varintAt(from, at, end);
    at = varintEnd;
    const count = (value & 1) === 1 ? from[at++]! : 1;
    const tally = (value >>> 2) * TALLY_STRIDE;
    if (tally >= tallies.length) continue;
    let before = 0;
    if (tallies[tally + TALLY_LAST] === note) before = tallies[tally + TALLY_COUNT]!;
    else {
      tallies[tally + TALLY_ENTRY] = tallies[tally]!;
      tallies[tally] = writeGap(bytes, tallies[tally]!, note - tallies[tally + TALLY_LAST]!);
      tallies[tally + TALLY_LAST] = note;
    }
    const now = before + count;
    tallies[tally + TALLY_COUNT] = now;
    const entry = tallies[tally + TALLY_ENTRY]!;
    bytes[entry] = (bytes[entry]! & ~LARGE_COUNT) | (Math.min(now, LARGE_COUNT + 1) - 1);
    if (now <= LARGE_COUNT) continue;
    if (before <= LARGE_COUNT) tallies[tally]! += 1;
    bytes[tallies[tally]! - 1] = Math.min(now, MOST_COUNTED);
  }
}

/** Gives each term that occurs its place, and makes the tallies ready for the second pass. */
function layOut(tallies: Int32Array, terms: number) {
  let lists = 0;
  for (let term = 0; term < terms; term++) if (tallies[term * TALLY_STRIDE + TALLY_FREQUENCY]! > 0) lists += 1;
  const listed = new Uint32Array(lists);
  const starts = new Uint32Array(lists + 1);
  const frequencies = new Uint32Array(lists);
  let total = 0;
  let list = 0;
  for (let term = 0; term < terms; term++) {
    const tally = term * TALLY_STRIDE;
    if (tallies[tally + TALLY_FREQUENCY] === 0) continue;
    listed[list] = term;
    frequencies[list] = tallies[tally + TALLY_FREQUENCY]!;
    starts[list++] = total;
    const size = tallies[tally]!;
    tallies[tally] = total;
    tallies[tally + TALLY_LAST] = 0;
    total += size;
  }
  starts[list] = total;
  return { listed, starts, frequencies };
}

function gapBytes(gap: number): number {
  const value = gap << COUNT_BITS;
  return value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : value < 1 << 28 ? 4 : 5;
}

/** An entry with the lowest bits left for its count; gives where it ends. */
function writeGap(bytes: Uint8Array, start: number, gap: number): number {
  let at = start;
  let rest = gap << COUNT_BITS;
  while (rest > 127) {
    bytes[at++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  bytes[at++] = rest;
  return at;
}

/** A term's place in `terms`, or -1. */
export function findList({ terms }: Postings, term: number): number {
  let low = 0;
  let high = terms.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = terms[middle]!;
    if (found === term) return middle;
    if (found < term) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Each note of a term's list, ascending. For short lists; scoring decodes in place. */
export function visitList(postings: Postings, term: number, visit: (note: number) => void): void {
  const list = term < 0 ? -1 : findList(postings, term);
  if (list < 0) return;
  const { bytes, starts, lengths } = postings;
  const end = Math.min(starts[list + 1]!, bytes.length);
  let note = -1;
  for (let at = starts[list]!; at < end; ) {
    const value = varintAt(bytes, at, end);
    at = varintEnd;
    if ((value & LARGE_COUNT) === LARGE_COUNT) at += 1;
    const gap = value >>> COUNT_BITS;
    note += gap;
    if (gap === 0 || note >= lengths.length) return;
    visit(note);
  }
}
