import type { ForwardField } from "./forward-field.js";
import { MOST_COUNTED } from "./term-list.js";

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
  /** Where a note's documents begin; the end is the next note's beginning. For a field with one document a note, the identity. */
  readonly firstDocument: (note: number) => number;
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
export function* invert({ forward, notes, terms, firstDocument }: InversionInput): Generator<void, Postings> {
  const lengths = new Uint32Array(notes);
  const frequencies = new Uint32Array(terms);
  const sizes = new Uint32Array(terms + 1);
  const last = new Int32Array(terms).fill(-1);
  const note = createNoteCounter(terms);

  for (let number = 0; number < notes; number++) {
    if (number % PAUSE_EVERY === 0) yield;
    lengths[number] = note.gather(forward, firstDocument(number), firstDocument(number + 1));
    for (let at = 0; at < note.distinct; at++) {
      const term = note.order[at]!;
      sizes[term]! += entrySize(number - last[term]!, note.counts[term]!);
      last[term] = number;
      frequencies[term]! += 1;
    }
    note.clear();
  }

  const listed = new Uint32Array(frequencies.reduce((sum, frequency) => sum + (frequency > 0 ? 1 : 0), 0));
  const starts = new Uint32Array(listed.length + 1);
  const own = new Uint32Array(listed.length);
  let total = 0;
  let lists = 0;
  for (let term = 0; term < terms; term++) {
    if (frequencies[term] === 0) continue;
    listed[lists] = term;
    own[lists] = frequencies[term]!;
    starts[lists++] = total;
    const size = sizes[term]!;
    sizes[term] = total; // from here on: where the term's next entry is written
    total += size;
  }
  starts[lists] = total;

  const bytes = new Uint8Array(total);
  last.fill(-1);
  for (let number = 0; number < notes; number++) {
    if (number % PAUSE_EVERY === 0) yield;
    note.gather(forward, firstDocument(number), firstDocument(number + 1));
    for (let at = 0; at < note.distinct; at++) {
      const term = note.order[at]!;
      sizes[term] = writeEntry(bytes, sizes[term]!, number - last[term]!, note.counts[term]!);
      last[term] = number;
    }
    note.clear();
  }
  return { terms: listed, starts, bytes, frequencies: own, lengths };
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

/** Adds up the counts of a note's documents. */
function createNoteCounter(terms: number) {
  const counts = new Uint16Array(terms);
  let order = new Uint32Array(256);
  const counter = {
    counts,
    order,
    distinct: 0,
    gather(forward: ForwardField, from: number, to: number): number {
      const { bytes } = forward;
      let length = 0;
      let distinct = 0;
      for (let document = from; document < to; document++) {
        length += forward.lengths[document]!;
        const end = forward.ends[document]!;
        for (let at = forward.starts[document]!; at < end; ) {
          let value = bytes[at++]!;
          if (value >= 128) {
            value &= 127;
            for (let shift = 7, next = 128; next >= 128 && shift < 35; shift += 7) {
              next = bytes[at++]!;
              value |= (next & 127) << shift;
            }
          }
          const term = value >>> 2;
          const count = (value & 1) === 1 ? bytes[at++]! : 1;
          if (term >= terms) continue;
          if (counts[term] === 0) {
            if (distinct === order.length) {
              order = longer(order);
              counter.order = order;
            }
            order[distinct++] = term;
          }
          counts[term]! += count;
        }
      }
      counter.distinct = distinct;
      return length;
    },
    clear() {
      for (let at = 0; at < counter.distinct; at++) counts[order[at]!] = 0;
      counter.distinct = 0;
    },
  };
  return counter;
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
    let byte = bytes[at++]!;
    let value = byte & 127;
    for (let shift = 7; byte >= 128 && at < end && shift < 35; shift += 7) {
      byte = bytes[at++]!;
      value |= (byte & 127) << shift;
    }
    if ((value & LARGE_COUNT) === LARGE_COUNT) at += 1;
    const gap = value >>> COUNT_BITS;
    note += gap;
    if (gap === 0 || note >= lengths.length) return;
    visit(note);
  }
}
