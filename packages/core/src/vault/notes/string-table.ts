import { damaged, readText } from "./byte-reader.js";

/** Strings by number, one after the other. Number 0 is the empty one. */
export interface PackedStrings {
  readonly bytes: Uint8Array;
  /** Where each begins; one more than there are strings. */
  readonly starts: Uint32Array;
}

/** Keeps each string once: a vault says the names of its notes over and over. */
export interface StringTable {
  /** The number of a string that stands in some bytes, as UTF-8. */
  intern(bytes: Uint8Array, start: number, end: number): number;
  internText(text: string): number;
  /** The number of a string that is there already, or -1. */
  find(bytes: Uint8Array, start: number, end: number): number;
  pack(): PackedStrings;
}

const encoder = new TextEncoder();

/** For about so many strings: room that nobody writes to takes no memory, and to make it larger does. */
export function createStringTable(expected = 1): StringTable {
  const room = Math.max(1 << 8, 2 ** Math.ceil(Math.log2(expected + 1)));
  let bytes = new Uint8Array(room * 16);
  let starts = new Uint32Array(room);
  let hashes = new Int32Array(room);
  /** Number + 1, or 0. A power of two long, and twice as many as there are strings. */
  let slots = new Uint32Array(room * 2);
  let count = 0;
  let scratch = new Uint8Array(1 << 10);
  // Not to be foreseen: nobody can write names that all meet in one slot.
  const key = Math.floor(Math.random() * 2 ** 32) | 0;

  function holds(number: number, from: Uint8Array, start: number, length: number): boolean {
    const own = starts[number]!;
    if (starts[number + 1]! - own !== length) return false;
    for (let at = 0; at < length; at += 1) if (bytes[own + at] !== from[start + at]) return false;
    return true;
  }

  function append(from: Uint8Array, start: number, end: number, hash: number): number {
    const length = end - start;
    const at = starts[count]!;
    if (at + length > bytes.length) bytes = longer(bytes, Math.max(bytes.length * 2, at + length));
    for (let index = 0; index < length; index += 1) bytes[at + index] = from[start + index]!;
    if (count + 2 > starts.length) {
      starts = longerWords(starts);
      hashes = longerHashes(hashes);
    }
    hashes[count] = hash;
    starts[count + 1] = at + length;
    count += 1;
    if (count * 2 > slots.length) spread();
    else slots[freeSlot(hash)] = count;
    return count - 1;
  }

  function freeSlot(hash: number): number {
    const mask = slots.length - 1;
    let slot = spreadBits(hash) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    return slot;
  }

  function spread(): void {
    slots = new Uint32Array(slots.length * 2);
    for (let number = 0; number < count; number += 1) slots[freeSlot(hashes[number]!)] = number + 1;
  }

  function findHashed(hash: number, from: Uint8Array, start: number, end: number): number {
    const mask = slots.length - 1;
    let slot = spreadBits(hash) & mask;
    for (let entry = slots[slot]!; entry !== 0; entry = slots[slot]!) {
      if (hashes[entry - 1] === hash && holds(entry - 1, from, start, end - start)) return entry - 1;
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  function intern(from: Uint8Array, start: number, end: number): number {
    const hash = hashBytes(from, start, end, key);
    const found = findHashed(hash, from, start, end);
    return found >= 0 ? found : append(from, start, end, hash);
  }

  intern(bytes, 0, 0);
  return {
    intern,
    find: (from, start, end) => findHashed(hashBytes(from, start, end, key), from, start, end),
    internText(text) {
      if (text === "") return 0;
      if (text.length * 3 > scratch.length) scratch = new Uint8Array(text.length * 3);
      return intern(scratch, 0, encoder.encodeInto(text, scratch).written);
    },
    pack: () => ({ bytes: bytes.subarray(0, starts[count]), starts: starts.subarray(0, count + 1) }),
  };
}

/** The key is its factor too: under a known one, names could be made whose differences cancel out wherever the hash begins. */
export function hashBytes(bytes: Uint8Array, start: number, end: number, key: number): number {
  const factor = key | 1;
  let hash = key;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ bytes[at]!, factor);
  return hash;
}

function spreadBits(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 7;
}

function longer(array: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(length);
  copy.set(array);
  return copy;
}

function longerWords(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(array.length * 2);
  copy.set(array);
  return copy;
}

function longerHashes(array: Int32Array): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(array.length * 2);
  copy.set(array);
  return copy;
}

/** Throws a `RangeError` for a number that no string has. */
export function stringAt({ bytes, starts }: PackedStrings, number: number): string {
  if (number + 1 >= starts.length) throw damaged();
  return number === 0 ? "" : readText(bytes, starts[number]!, starts[number + 1]!);
}
