import { compiledInversion } from "./compiled-postings.js";
import type { ForwardField } from "./forward-field.js";
import { MOST_COUNTED } from "./term-list.js";
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
export function* invert(input: InversionInput, onAbandoned?: (cause: unknown) => void): Generator<void, Postings> {
  const { forward, notes } = input;
  // As bodies are until they are read.
  if (forward.bytes.length === 0) return { ...NOTHING, lengths: new Uint32Array(notes) };
  const compiled = forward.bytes.length < WORTH_COMPILING ? undefined : compiledInversion(input);
  if (compiled === undefined) return yield* invertPlainly(input);
  try {
    return yield* compiled;
  } catch (cause) {
    // There was no memory for what it had measured.
    onAbandoned?.(cause);
    return yield* invertPlainly(input);
  }
}

const NOTHING: Omit<Postings, "lengths"> = {
  terms: new Uint32Array(0),
  starts: new Uint32Array(1),
  bytes: new Uint8Array(0),
  frequencies: new Uint32Array(0),
};

/** Below this the lists are made before something faster is. */
const WORTH_COMPILING = 8 * 1024;

export function* invertPlainly({ forward, notes, terms, bounds }: InversionInput): Generator<void, Postings> {
  const lengths = new Uint32Array(notes);
  const tallies = new Int32Array(terms * TALLY_STRIDE);
  const gather = createGatherer(forward, tallies, terms);

  for (let number = 0; number < notes; number++) {
    if (number % PAUSE_EVERY === 0) yield;
    lengths[number] = lengthOf(forward, bounds[number]!, bounds[number + 1]!);
    measureNote(tallies, gather(bounds[number]!, bounds[number + 1]!), number + 1);
  }
  yield;
  const { listed, starts, frequencies } = layOut(tallies, terms);
  const bytes = new Uint8Array(starts.at(-1)!);
  for (let number = 0; number < notes; number++) {
    if (number % PAUSE_EVERY === 0) yield;
    writeNote(tallies, gather(bounds[number]!, bounds[number + 1]!), number + 1, bytes);
  }
  return { terms: listed, starts, bytes, frequencies, lengths };
}

// What is known of a term while lists are made, side by side, since memory is what this waits for.
const TALLY_STRIDE = 4;
// At its beginning: in the first pass how long its list is, in the second where its next entry goes.
/** The last note that has it, counted from 1. */
const TALLY_LAST = 1;
const TALLY_FREQUENCY = 2;
/** How often the note at hand has it; 0 between notes. */
const TALLY_COUNT = 3;

function measureNote(tallies: Int32Array, found: Found, number: number): void {
  const { order, distinct } = found;
  for (let at = 0; at < distinct; at++) {
    const tally = order[at]!;
    tallies[tally]! += entrySize(number - tallies[tally + TALLY_LAST]!, tallies[tally + TALLY_COUNT]!);
    tallies[tally + TALLY_LAST] = number;
    tallies[tally + TALLY_FREQUENCY]! += 1;
    tallies[tally + TALLY_COUNT] = 0;
  }
}

function writeNote(tallies: Int32Array, found: Found, number: number, bytes: Uint8Array): void {
  const { order, distinct } = found;
  for (let at = 0; at < distinct; at++) {
    const tally = order[at]!;
    const gap = number - tallies[tally + TALLY_LAST]!;
    tallies[tally] = writeEntry(bytes, tallies[tally]!, gap, tallies[tally + TALLY_COUNT]!);
    tallies[tally + TALLY_LAST] = number;
    tallies[tally + TALLY_COUNT] = 0;
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

function lengthOf({ lengths }: ForwardField, from: number, to: number): number {
  let sum = 0;
  for (let document = from; document < to; document++) sum += lengths[document]!;
  return sum;
}

function entrySize(gap: number, count: number): number {
  const value = gap << COUNT_BITS;
  const extra = count > LARGE_COUNT ? 1 : 0;
  return (value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : value < 1 << 28 ? 4 : 5) + extra;
}

function writeEntry(bytes: Uint8Array, start: number, gap: number, count: number): number {
  let at = start;
  let rest = (gap << COUNT_BITS) | (Math.min(count, LARGE_COUNT + 1) - 1);
  while (rest > 127) {
    bytes[at++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  bytes[at++] = rest;
  if (count > LARGE_COUNT) bytes[at++] = Math.min(count, MOST_COUNTED);
  return at;
}

/** The terms of a note, as places of their tallies. Good until the next note is gathered. */
interface Found {
  order: Uint32Array;
  distinct: number;
}

/** Adds up the counts of a note's documents in the tallies. */
function createGatherer(forward: ForwardField, tallies: Int32Array, terms: number) {
  const { bytes, starts, ends } = forward;
  const found: Found = { order: new Uint32Array(256), distinct: 0 };
  return (from: number, to: number): Found => {
    let { order } = found;
    let distinct = 0;
    for (let document = from; document < to; document++) {
      const end = ends[document]!;
      for (let at = starts[document]!; at < end; ) {
        const value = varintAt(bytes, at, end);
        at = varintEnd;
        const count = (value & 1) === 1 ? bytes[at++]! : 1;
        if (value >>> 2 >= terms) continue;
        const tally = (value >>> 2) * TALLY_STRIDE;
        if (tallies[tally + TALLY_COUNT] === 0) {
          if (distinct === order.length) {
            order = longer(order);
            found.order = order;
          }
          order[distinct++] = tally;
        }
        tallies[tally + TALLY_COUNT]! += count;
      }
    }
    found.distinct = distinct;
    return found;
  };
}

function longer(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(array.length * 2);
  copy.set(array);
  return copy;
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
