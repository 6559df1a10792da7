import { varintAt, varintEnd } from "../postings/varint.js";

// Lists of (number, count) in bytes: a varint of number × 2 with the lowest bit set where a count byte follows (else 1).
// Readers are bounded by the byte range they are given, whatever the bytes are.

/** More occurrences than this say nothing new to BM25. */
export const MOST_COUNTED = 255;

export interface GrowingBytes {
  readonly length: number;
  /** Numbers up to 2^30, counts up to 255. */
  add(value: number, count: number): void;
  varint(value: number): void;
  /** Many at once: in one loop, since it runs for every term of a vault. */
  addAll(values: Uint32Array, counts: Uint32Array, length: number): void;
  /** A view of what is there now. More may be added: it stays as it is. */
  view(): Uint8Array;
}

export function createGrowingBytes(expected = 1024): GrowingBytes {
  let bytes = new Uint8Array(expected);
  let length = 0;

  function reserve(more: number): void {
    if (length + more <= bytes.length) return;
    // A quarter more: doubling would keep half of a large index's memory idle.
    const larger = new Uint8Array(Math.max(Math.ceil(bytes.length * 1.25) + 1024, length + more));
    larger.set(bytes);
    bytes = larger;
  }

  function varint(value: number): void {
    reserve(8);
    let rest = value;
    while (rest > 127) {
      bytes[length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    bytes[length++] = rest;
  }

  return {
    get length() {
      return length;
    },
    varint,
    add(value, count) {
      varint(value * 2 + (count > 1 ? 1 : 0));
      if (count > 1) bytes[length++] = Math.min(count, MOST_COUNTED);
    },
    addAll(values, counts, size) {
      reserve(size * 8);
      const into = bytes;
      let at = length;
      for (let index = 0; index < size; index++) {
        const count = counts[index]!;
        let rest = values[index]! * 2 + (count > 1 ? 1 : 0);
        while (rest > 127) {
          into[at++] = (rest & 127) | 128;
          rest >>>= 7;
        }
        into[at++] = rest;
        if (count > 1) into[at++] = Math.min(count, MOST_COUNTED);
      }
      length = at;
    },
    view: () => bytes.subarray(0, length),
  };
}

export interface TermListReader {
  /** Moves to the next entry; false at the end. */
  next(): boolean;
  readonly value: number;
  readonly count: number;
}

/** For lists where speed is not the point; postings are decoded in place. */
export function readTermList(bytes: Uint8Array, start: number, end: number): TermListReader {
  let at = start;
  const stop = Math.min(end, bytes.length);
  const reader = { value: 0, count: 1, next };
  function next(): boolean {
    if (at >= stop) return false;
    const number = varintAt(bytes, at, stop);
    at = varintEnd;
    reader.value = number >>> 1;
    reader.count = (number & 1) === 1 && at < stop ? bytes[at++]! : 1;
    return true;
  }
  return reader;
}
