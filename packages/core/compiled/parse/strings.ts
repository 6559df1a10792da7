import { hashOf, slotsFor, spreadBits } from "./hashes";
import { HEAP } from "./layout";
import { at4, extend, push4, STRING_BYTES, STRING_HASHES, STRING_STARTS, take } from "./lists";
import { copyText, isSame } from "./texts";

/** Strings that links say, each once, by number; 0 is the empty one. */
export namespace strings {
  export let count: i32 = 0;
}

/** Number + 1, or 0; a power of two long, and twice as many as there are strings. */
let slots: usize = 0;
let slotCount: i32 = 0;

export function beginStrings(notes: i32): void {
  slotCount = slotsFor(notes);
  slots = take((<usize>slotCount) << 2);
  push4(STRING_STARTS, 0);
  append(HEAP, HEAP, hashOf(HEAP, HEAP));
}

export function startOf(number: i32): usize {
  return load<u32>(STRING_BYTES) + at4(STRING_STARTS, number);
}

export function intern(from: usize, to: usize): i32 {
  if (from === to) return 0;
  const hash = hashOf(from, to);
  const mask = slotCount - 1;
  let slot = spreadBits(hash) & mask;
  for (let entry = slotAt(slot); entry !== 0; entry = slotAt(slot)) {
    const number = entry - 1;
    if (at4(STRING_HASHES, number) === hash && isSame(startOf(number), startOf(entry), from, to)) return number;
    slot = (slot + 1) & mask;
  }
  return append(from, to, hash);
}

function append(from: usize, to: usize, hash: i32): i32 {
  const number = strings.count++;
  const length = <u32>(to - from);
  copyText(extend(STRING_BYTES, length), from, length);
  push4(STRING_HASHES, hash);
  push4(STRING_STARTS, at4(STRING_STARTS, number) + <i32>length);
  if (strings.count * 2 > slotCount) spread();
  else setSlot(hash, number);
  return number;
}

function spread(): void {
  slotCount <<= 1;
  slots = take((<usize>slotCount) << 2);
  for (let number = 0; number < strings.count; number++) setSlot(at4(STRING_HASHES, number), number);
}

function setSlot(hash: i32, number: i32): void {
  const mask = slotCount - 1;
  let slot = spreadBits(hash) & mask;
  while (slotAt(slot) !== 0) slot = (slot + 1) & mask;
  store<i32>(slots + ((<usize>slot) << 2), number + 1);
}

function slotAt(slot: i32): i32 {
  return load<i32>(slots + ((<usize>slot) << 2));
}
