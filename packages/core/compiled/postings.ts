// Turns documents → terms into terms → notes: `graph/postings.ts`, to the byte. The host copies the lists of some notes at a time to the memory,
// twice over, first to measure and then to fill: where each note's documents begin, where each document's list begins and ends, and all their bytes.

/** A term's tally: in the first pass how long its list is, in the second where its next entry goes. */
const STRIDE: usize = 16;
/** The last note that has it, counted from 1. */
const LAST: usize = 4;
const FREQUENCY: usize = 8;
/** How often the note at hand has it; 0 between notes. */
const COUNT: usize = 12;

const COUNT_BITS: u32 = 2;
const LARGE_COUNT: u32 = 3;
const MOST_COUNTED: u32 = 255;

let terms: u32 = 0;
/** They begin the memory. */
const tallies: usize = 0;
/** The tallies of the note at hand. */
let order: usize = 0;
/** By note, its first document; one more than there are notes. */
let bounds: usize = 0;
let starts: usize = 0;
let ends: usize = 0;
/** Where the bytes of the lists stand. */
let lists: usize = 0;

export function begin(
  count: u32,
  orderAt: usize,
  boundsAt: usize,
  startsAt: usize,
  endsAt: usize,
  listsAt: usize,
): void {
  terms = count;
  order = orderAt;
  bounds = boundsAt;
  starts = startsAt;
  ends = endsAt;
  lists = listsAt;
}

/** The first pass over so many notes from a number on; `skipped` are the bytes before those that were copied. */
export function measureNotes(from: u32, count: u32, skipped: u32): void {
  for (let note: u32 = 0; note < count; note += 1) {
    const last = gatherNote(note, skipped);
    const number = from + note + 1;
    for (let at = order; at < last; at += 4) {
      const tally: usize = load<u32>(at);
      const size = entrySize(number - load<u32>(tally, LAST), load<u32>(tally, COUNT));
      store<u32>(tally, load<u32>(tally) + size);
      store<u32>(tally, number, LAST);
      store<u32>(tally, load<u32>(tally, FREQUENCY) + 1, FREQUENCY);
      store<u32>(tally, 0, COUNT);
    }
  }
}

/** How many terms occur. */
export function countLists(): u32 {
  let lists: u32 = 0;
  for (let term: u32 = 0; term < terms; term += 1) {
    if (load<u32>(tallies + <usize>term * STRIDE, FREQUENCY) > 0) lists += 1;
  }
  return lists;
}

/** Gives each term that occurs its place, which it writes with the term and its frequency; gives the length of all lists. */
export function layOut(listed: usize, places: usize, frequencies: usize): u32 {
  let total: u32 = 0;
  let at: usize = 0;
  for (let term: u32 = 0; term < terms; term += 1) {
    const tally = tallies + <usize>term * STRIDE;
    const frequency = load<u32>(tally, FREQUENCY);
    if (frequency === 0) continue;
    store<u32>(listed + at, term);
    store<u32>(frequencies + at, frequency);
    store<u32>(places + at, total);
    at += 4;
    const size = load<u32>(tally);
    store<u32>(tally, total);
    store<u32>(tally, 0, LAST);
    total += size;
  }
  store<u32>(places + at, total);
  return total;
}

/** The second pass. `into` is where the postings begin. */
export function writeNotes(from: u32, count: u32, skipped: u32, into: usize): void {
  for (let note: u32 = 0; note < count; note += 1) {
    const last = gatherNote(note, skipped);
    const number = from + note + 1;
    for (let at = order; at < last; at += 4) {
      const tally: usize = load<u32>(at);
      const place = into + load<u32>(tally);
      store<u32>(tally, <u32>(writeEntry(place, number - load<u32>(tally, LAST), load<u32>(tally, COUNT)) - into));
      store<u32>(tally, number, LAST);
      store<u32>(tally, 0, COUNT);
    }
  }
}

/** Adds up a note's counts in the tallies; gives the end of `order`. */
function gatherNote(note: u32, skipped: u32): usize {
  const first = load<u32>(bounds);
  const from = load<u32>(bounds + ((<usize>note) << 2)) - first;
  const to = load<u32>(bounds + ((<usize>note) << 2), 4) - first;
  let next = order;
  for (let document: usize = from; document < to; document += 1) {
    const start = load<u32>(starts + (document << 2));
    const end = load<u32>(ends + (document << 2));
    if (start < end) next = gather(lists + start - skipped, lists + end - skipped, next);
  }
  return next;
}

/** The same for a document, after those before it. */
function gather(start: usize, end: usize, before: usize): usize {
  let next = before;
  let at = start;
  while (at < end) {
    // A number of up to four bytes, without a branch: how many it has cannot be foreseen, nor whether a count follows.
    const four = load<u32>(at);
    const last = ctz(~four & 0x80808080);
    const bytes = four & (0xffffffff >> (31 - last));
    const value = (bytes & 0x7f) | ((bytes >> 1) & 0x3f80) | ((bytes >> 2) & 0x1fc000) | ((bytes >> 3) & 0xfe00000);
    at += (last + 1) >> 3;
    const counted = four & 1;
    const count = ((<u32>load<u8>(at) - 1) & (0 - counted)) + 1;
    at += counted;
    if (value >> 2 >= terms) continue;
    const tally = tallies + <usize>(value >> 2) * STRIDE;
    const had = load<u32>(tally, COUNT);
    store<u32>(tally, had + count, COUNT);
    // Written in any case, and kept where it is the first: which of both cannot be foreseen.
    store<u32>(next, <u32>tally);
    next += had === 0 ? 4 : 0;
  }
  return next;
}

function entryOf(gap: u32, count: u32): u32 {
  return (gap << COUNT_BITS) | (min(count, LARGE_COUNT + 1) - 1);
}

/** How many bytes a number takes, seven bits in each. */
function sizeOf(value: u32): u32 {
  return ((38 - clz(value | 1)) * 37) >> 8;
}

function entrySize(gap: u32, count: u32): u32 {
  return sizeOf(entryOf(gap, count)) + <u32>(count > LARGE_COUNT);
}

/** Up to four bytes at once, and those after them stay: others may have been written there. */
function writeEntry(start: usize, gap: u32, count: u32): usize {
  const value = entryOf(gap, count);
  const size = sizeOf(value);
  const spread = (value & 0x7f) | ((value & 0x3f80) << 1) | ((value & 0x1fc000) << 2) | ((value & 0xfe00000) << 3);
  const bits = size << 3;
  const own: u32 = 0xffffffff >> (32 - bits);
  const entry = spread | (0x80808080 & (own >> 8));
  store<u32>(start, (load<u32>(start) & ~own) | entry);
  if (count <= LARGE_COUNT) return start + size;
  store<u8>(start + size, min(count, MOST_COUNTED));
  return start + size + 1;
}
