import { HEAP, LISTS } from "./layout";

/**
 * Lists that grow: address, length and room of each stand where its name says, all in bytes, so that the TypeScript can look at it too. One that is
 * full is made twice as long in a new place.
 */
export const STRING_BYTES: usize = LISTS;
/** Where each begins; one more than there are strings. */
export const STRING_STARTS: usize = LISTS + 16;
export const STRING_HASHES: usize = LISTS + 32;
/** Kind, target and text of each link; and after each note, how many of them there are. */
export const LINK_ENDS: usize = LISTS + 48;
export const LINK_COUNTS: usize = LISTS + 64;
/** A byte for each note: whether it is a map of content by its name. */
export const MAP_NAMES: usize = LISTS + 80;
/** Ids as they are packed, and after each, how many bytes there are. */
export const ID_BYTES: usize = LISTS + 96;
export const ID_ENDS: usize = LISTS + 112;
/** What notes are found by, and a row for each of these keys. */
export const KEY_BYTES: usize = LISTS + 128;
export const KEY_ROWS: usize = LISTS + 144;
/** Where each link leads; links between two notes, from, to and relation; a note and the number of what it is called, where a link says it. */
export const TARGETS: usize = LISTS + 160;
export const EDGE_SOURCES: usize = LISTS + 176;
export const EDGE_TARGETS: usize = LISTS + 192;
export const EDGE_KINDS: usize = LISTS + 208;
export const SAID_OF: usize = LISTS + 224;
/** What is made of them: a byte for each map of content; neighbours, both ways. */
export const MAPS: usize = LISTS + 240;
export const OUT_STARTS: usize = LISTS + 256;
export const OUT_TARGETS: usize = LISTS + 272;
export const OUT_KINDS: usize = LISTS + 288;
export const IN_STARTS: usize = LISTS + 304;
export const IN_TARGETS: usize = LISTS + 320;
export const IN_KINDS: usize = LISTS + 336;

const LEAST_ROOM: u32 = 1 << 14;

let free: usize = HEAP;

/** Fresh memory, all zeros. Never given back: all of it goes when the vault is loaded. */
export function take(size: usize): usize {
  const at = free;
  // With room for what a copy writes beyond its end.
  free = (free + size + 31) & ~15;
  const lacking = <i32>((free + 0xffff) >>> 16) - memory.size();
  // More than is lacking, where there is so much; nothing where addresses end.
  const isThere = lacking <= 0 || memory.grow(max(lacking, memory.size() >>> 3)) >= 0 || memory.grow(lacking) >= 0;
  if (free < at || !isThere) unreachable();
  return at;
}

export function lengthOf(list: usize): u32 {
  return load<u32>(list, 4);
}

export function at4(list: usize, index: i32): i32 {
  return load<i32>(load<u32>(list) + ((<usize>index) << 2));
}

/** Makes the list that much longer; gives where that begins. */
export function extend(list: usize, more: u32): usize {
  const length = lengthOf(list);
  if (length + more > load<u32>(list, 8)) {
    const room = max(max(load<u32>(list, 8) << 1, length + more), LEAST_ROOM);
    const address = take(room);
    memory.copy(address, load<u32>(list), length);
    store<u32>(list, <u32>address);
    store<u32>(list, room, 8);
  }
  store<u32>(list, length + more, 4);
  return load<u32>(list) + length;
}

/** Room for that much at least: what is never written takes no memory, and to move a list does. */
export function reserve(list: usize, room: u32): void {
  store<u32>(list, <u32>take(room));
  store<u32>(list, room, 8);
}

/** For about so many notes. */
export function reserveAll(notes: u32): void {
  const few = notes + 64;
  reserve(STRING_BYTES, few << 6);
  reserve(STRING_STARTS, few << 3);
  reserve(STRING_HASHES, few << 3);
  reserve(LINK_ENDS, few * 192);
  reserve(LINK_COUNTS, few << 2);
  reserve(MAP_NAMES, few);
  reserve(ID_BYTES, few << 6);
  reserve(ID_ENDS, few << 2);
  reserve(KEY_BYTES, few << 7);
  reserve(KEY_ROWS, few << 6);
  reserve(TARGETS, few << 6);
  reserve(EDGE_SOURCES, few << 6);
  reserve(EDGE_TARGETS, few << 6);
  reserve(EDGE_KINDS, few << 6);
}

export function push4(list: usize, value: i32): void {
  store<i32>(extend(list, 4), value);
}

/** A list of that length, all zeros, in the place of what was there. */
export function reset(list: usize, length: u32): usize {
  const address = take(length);
  store<u32>(list, <u32>address);
  store<u32>(list, length, 4);
  store<u32>(list, length, 8);
  return address;
}
