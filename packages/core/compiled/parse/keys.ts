import { hashOf, slotsFor, spreadBits } from "./hashes";
import { extend, KEY_BYTES, KEY_ROWS, take } from "./lists";
import { copyText, isSame } from "./texts";

// What notes are found by: a table of texts, each with the one note that has it, or the word that several do.

/** File names, names and aliases, and ids: the same text may stand for another note in each. */
export const STEM: i32 = 1;
export const NAMED: i32 = 2;
export const ID: i32 = 3;

export const NOWHERE: i32 = -1;
/** Several have it. */
export const DEPENDS: i32 = -2;

/** Hash, start, length and note of each. */
const ROW_BYTES: usize = 16;

let slots: usize = 0;
let slotCount: i32 = 0;
let count: i32 = 0;

export function beginKeys(notes: i32): void {
  slotCount = slotsFor(notes * 3);
  slots = take((<usize>slotCount) << 2);
}

/** Whether it is the first note that has it. */
export function addKey(kind: i32, from: usize, to: usize, note: i32): bool {
  const hash = hashOf(from, to) + kind;
  const known = rowOf(hash, from, to);
  if (known !== 0) {
    if (load<i32>(known, 12) !== note) store<i32>(known, DEPENDS, 12);
    return false;
  }
  const length = <u32>(to - from);
  const start = extend(KEY_BYTES, length);
  copyText(start, from, length);
  const row = extend(KEY_ROWS, <u32>ROW_BYTES);
  store<i32>(row, hash);
  store<u32>(row, <u32>(start - load<u32>(KEY_BYTES)), 4);
  store<u32>(row, length, 8);
  store<i32>(row, note, 12);
  count++;
  if (count * 2 > slotCount) spread();
  else setSlot(hash, count);
  return true;
}

/** The one note that has it, `DEPENDS` or `NOWHERE`. */
export function findKey(kind: i32, from: usize, to: usize): i32 {
  const row = rowOf(hashOf(from, to) + kind, from, to);
  return row === 0 ? NOWHERE : load<i32>(row, 12);
}

function rowOf(hash: i32, from: usize, to: usize): usize {
  const mask = slotCount - 1;
  let slot = spreadBits(hash) & mask;
  for (let entry = slotAt(slot); entry !== 0; entry = slotAt(slot)) {
    const row = rowAt(entry);
    if (load<i32>(row) === hash) {
      const start = load<u32>(KEY_BYTES) + load<u32>(row, 4);
      if (isSame(start, start + load<u32>(row, 8), from, to)) return row;
    }
    slot = (slot + 1) & mask;
  }
  return 0;
}

function spread(): void {
  slotCount <<= 1;
  slots = take((<usize>slotCount) << 2);
  for (let entry = 1; entry <= count; entry++) setSlot(load<i32>(rowAt(entry)), entry);
}

function setSlot(hash: i32, entry: i32): void {
  const mask = slotCount - 1;
  let slot = spreadBits(hash) & mask;
  while (slotAt(slot) !== 0) slot = (slot + 1) & mask;
  store<i32>(slots + ((<usize>slot) << 2), entry);
}

function rowAt(entry: i32): usize {
  return load<u32>(KEY_ROWS) + <usize>(entry - 1) * ROW_BYTES;
}

function slotAt(slot: i32): i32 {
  return load<i32>(slots + ((<usize>slot) << 2));
}
