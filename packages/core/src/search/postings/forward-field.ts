import { createGrowingBytes, readTermList, type TermListReader } from "../terms/term-list.js";

/**
 * A field's terms by document (a note, or a unit): what is needed to explain a hit, to choose a section, to follow what a
 * passage speaks of, and to move a note to another index without its text. Terms stand in the order of first occurrence,
 * each as the tokenizer gives them: number × 2, plus 1 where it is written like a name.
 */
export interface ForwardField {
  readonly starts: Uint32Array;
  /** Where a document's list ends. Equal to its start: nothing there. */
  readonly ends: Uint32Array;
  /** How many terms, repetitions counted. */
  readonly lengths: Uint32Array;
  readonly bytes: Uint8Array;
}

export interface GrowingForwardField {
  /** The terms of a document, repetitions and all. Given twice, the last counts. `length`: how many of them count as its length. */
  set(document: number, terms: Uint32Array, length?: number): void;
  /** A document of another field, with its terms renumbered. */
  copy(document: number, from: ForwardField, fromDocument: number, renumber: (term: number) => number): void;
  freeze(documents: number): ForwardField;
}

/** `expected` bytes are reserved; those that are never written take no memory. */
export function createForwardField(expected?: number): GrowingForwardField {
  const bytes = createGrowingBytes(expected);
  let starts = new Uint32Array(64);
  let ends = new Uint32Array(64);
  let lengths = new Uint32Array(64);
  // For each term, the last document that had it and its place in `order` there; side by side, since memory is what this waits for.
  let lastSeen = new Uint32Array(2048);
  let order = new Uint32Array(256);
  let counts = new Uint32Array(256);
  let stamp = 0;

  function openDocument(document: number, start: number, length: number): void {
    if (document >= starts.length) {
      const size = Math.max(document + 1, starts.length * 2);
      starts = resized(starts, size);
      ends = resized(ends, size);
      lengths = resized(lengths, size);
    }
    starts[document] = start;
    lengths[document] = length;
  }

  /** Fills `order` and `counts`; gives how many. */
  function countDistinct(terms: Uint32Array): number {
    stamp += 1;
    let known = lastSeen;
    const places = order;
    const times = counts;
    let distinct = 0;
    for (let at = 0; at < terms.length; at++) {
      const word = terms[at]!;
      // A word is its term twice, and a bit: so is where the term's pair stands.
      const seen = word & ~1;
      if (seen >= known.length) {
        lastSeen = resized(known, Math.max(seen + 2, known.length * 2));
        known = lastSeen;
      }
      if (known[seen] === stamp) {
        const place = known[seen + 1]!;
        times[place]! += 1;
        places[place]! |= word & 1;
      } else {
        known[seen] = stamp;
        known[seen + 1] = distinct;
        places[distinct] = word;
        times[distinct++] = 1;
      }
    }
    return distinct;
  }

  return {
    set(document, terms, length = terms.length) {
      openDocument(document, bytes.length, length);
      if (terms.length > order.length) {
        order = new Uint32Array(terms.length * 2);
        counts = new Uint32Array(terms.length * 2);
      }
      const distinct = countDistinct(terms);
      bytes.addAll(order, counts, distinct);
      ends[document] = bytes.length;
    },
    copy(document, from, fromDocument, renumber) {
      openDocument(document, bytes.length, from.lengths[fromDocument]!);
      const reader = termsOf(from, fromDocument);
      while (reader.next()) bytes.add(renumber(reader.value >>> 1) * 2 + (reader.value & 1), reader.count);
      ends[document] = bytes.length;
    },
    freeze: (documents) => ({
      starts: exactly(starts, documents),
      ends: exactly(ends, documents),
      lengths: exactly(lengths, documents),
      bytes: bytes.view(),
    }),
  };
}

export function termsOf({ starts, ends, bytes }: ForwardField, document: number): TermListReader {
  return readTermList(bytes, starts[document] ?? 0, ends[document] ?? 0);
}

function resized(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(length);
  copy.set(array.length > length ? array.subarray(0, length) : array);
  return copy;
}

/** A copy: the growing arrays are written to again. Two of them cost eight bytes a document. */
function exactly(array: Uint32Array, length: number): Uint32Array {
  return resized(array, length);
}
