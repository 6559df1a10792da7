import { define } from "./host";
import { DEFINED, ENTRIES, LISTS, LISTS_END, SLOTS } from "./memory";
import { isPlain, plainTerm } from "./plain-term";

// What each spelling seen so far stands for, by 64 bits of hash: a cache, emptied when it is full. Slots give places of entries by hash;
// entries stand in the order of first sight, so that common words are side by side in the processor's cache.

/** A slot has its entry's number + 1, and above that as many bits of the hash as there is room for; 0 where it is free. */
const NUMBER_BITS: u32 = 20;
const NUMBER_MASK: u32 = (1 << NUMBER_BITS) - 1;
const MOST_SLOTS: u32 = 1 << 18;
const FIRST_SLOTS: u32 = 1 << 12;

/** An entry: the hash, its value, its marks. */
const STRIDE: usize = 16;
/** Term number + 1, or below 0 where a list has the terms. */
export const VALUE: usize = 8;
/** In the lowest bits how the spelling is written; above, what it costs as a piece of text after a space and bare, each + 1. */
export const MARKS: usize = 12;
export const STYLE_MASK: u32 = 3;
const COMMON: u32 = 0;
export const CAPITAL: u32 = 1;
export const NAMED: u32 = 2;
export const COST_AFTER_SPACE: u32 = 2;
export const COST_BARE: u32 = 17;
export const COST_MASK: u32 = (1 << 15) - 1;

const FACTOR: u64 = ((<u64>0x9e3779b9) << 32) | 0x7f4a7c15;

let seed: u64 = 0;
/** Odd, and not to be foreseen either: what the known factor does to the highest bits is, and the next bytes could take it back. */
let secret: u64 = 1;
let slots: u32 = FIRST_SLOTS;
let used: u32 = 0;
let lists: usize = LISTS;

/** So that nobody can write words that meet in one slot, or are taken for one another. */
export function setSeed(value: u64): void {
  seed = value;
  secret = mixed(value, FACTOR) | 1;
}

export function firstHash(): u64 {
  return seed;
}

function mixed(hash: u64, bytes: u64): u64 {
  const product = (hash ^ bytes) * FACTOR;
  return product ^ (product >> 29);
}

/** Of up to sixteen bytes more; those that are not the word's are made noughts. */
export function hashBlock(hash: u64, block: v128, length: u32): u64 {
  const places = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const bytes = v128.and(block, i8x16.lt_u(places, i8x16.splat(<i8>length)));
  return mixed(mixed(hash * secret, i64x2.extract_lane(bytes, 0)) * secret, i64x2.extract_lane(bytes, 1));
}

/** Of all bytes of a word, sixteen at a time. */
export function hashOf(start: usize, end: usize): u64 {
  let hash = seed;
  for (let at = start; at < end; at += 16) hash = hashBlock(hash, v128.load(at), min(16, <u32>(end - at)));
  return hash;
}

/** An entry that may be that of a hash: the first place looked at. It never is, where it has another hash. */
export function likely(hash: u64): usize {
  const found = load<u32>(SLOTS + ((<usize>(<u32>hash & (slots - 1))) << 2));
  return ENTRIES + (<usize>(found & NUMBER_MASK) - 1) * STRIDE;
}

/** Where its entry is, or 0. */
export function find(hash: u64): usize {
  const mask = slots - 1;
  const high = <u32>(hash >> 32);
  let slot = <u32>hash & mask;
  let found = load<u32>(SLOTS + ((<usize>slot) << 2));
  while (found !== 0) {
    if ((found ^ high) >> NUMBER_BITS === 0) {
      const entry = ENTRIES + (<usize>(found & NUMBER_MASK) - 1) * STRIDE;
      if (load<u64>(entry) === hash) return entry;
    }
    slot = (slot + (high | 1)) & mask;
    found = load<u32>(SLOTS + ((<usize>slot) << 2));
  }
  return 0;
}

/** The entry of a word that has none. */
export function remember(hash: u64, start: usize, end: usize): usize {
  if (used >= (slots * 5) >> 3) makeRoom();
  if (isPlain(start, end)) {
    const first: u32 = load<u8>(start);
    return put(hash, plainTerm(start, end) + 1, first - 0x41 <= 25 ? CAPITAL : COMMON);
  }
  const given = define(start, end);
  const terms = given & 0xff;
  return put(hash, terms === 1 ? load<u32>(DEFINED) + 1 : -listed(terms), given >> 8);
}

function put(hash: u64, value: i32, style: u32): usize {
  const entry = ENTRIES + <usize>used * STRIDE;
  store<u64>(entry, hash);
  store<i32>(entry, value, VALUE);
  store<u32>(entry, style, MARKS);
  point(hash, used);
  used += 1;
  return entry;
}

/** Where a list of terms stands, their number first. */
export function listOf(value: i32): usize {
  return <usize>-value;
}

function listed(terms: u32): i32 {
  if (lists + 4 + terms * 4 > LISTS_END) forget();
  const place = <i32>lists;
  store<u32>(lists, terms);
  memory.copy(lists + 4, DEFINED, terms * 4);
  lists += 4 + terms * 4;
  return place;
}

/** Points a free slot at the entry with this number. */
function point(hash: u64, number: u32): void {
  const mask = slots - 1;
  const high = <u32>(hash >> 32);
  let slot = <u32>hash & mask;
  while (load<u32>(SLOTS + ((<usize>slot) << 2)) !== 0) slot = (slot + (high | 1)) & mask;
  store<u32>(SLOTS + ((<usize>slot) << 2), (high & ~NUMBER_MASK) | (number + 1));
}

function makeRoom(): void {
  if (slots >= MOST_SLOTS) {
    forget();
    return;
  }
  memory.fill(SLOTS, 0, (<usize>slots) << 2);
  slots *= 2;
  for (let number: u32 = 0; number < used; number++) point(load<u64>(ENTRIES + <usize>number * STRIDE), number);
}

function forget(): void {
  memory.fill(SLOTS, 0, (<usize>slots) << 2);
  slots = FIRST_SLOTS;
  used = 0;
  lists = LISTS;
}
