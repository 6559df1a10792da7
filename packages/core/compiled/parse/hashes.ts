/**
 * Others in each vault, so that nobody can write names that all meet in one slot. The factor too: after one that is known, it is known which
 * bytes take back what a changed highest bit did.
 */
let seed: u64 = 0;
let factor: u64 = 1;

export function setSeed(value: u32): void {
  seed = (<u64>value + 1) * (((<u64>0x9e3779b9) << 32) | 0x7f4a7c15);
  factor = (seed ^ (seed >>> 29)) | 1;
}

/** Four bytes at a time, and eight of what they make: no next four can take all of that back. */
export function hashOf(from: usize, to: usize): i32 {
  let hash = seed;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    hash = (hash ^ load<u32>(at)) * factor;
    hash ^= hash >>> 32;
  }
  for (; at < to; at++) {
    hash = (hash ^ load<u8>(at)) * factor;
    hash ^= hash >>> 32;
  }
  return <i32>hash;
}

export function spreadBits(hash: i32): i32 {
  return <i32>((<u32>(hash ^ (hash >>> 15)) * 0x2c1b3c6d) >>> 7);
}

/** How many slots a table of so many texts has at first: a power of two, at least twice as many. */
export function slotsFor(texts: i32): i32 {
  let slots = 1 << 10;
  while (slots < texts * 2) slots <<= 1;
  return slots;
}
