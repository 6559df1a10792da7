/** Another one in each vault, so that nobody can write names that all meet in one slot. */
let seed: u32 = 0;

export function setSeed(value: u32): void {
  seed = value;
}

/** Four bytes at a time. */
export function hashOf(from: usize, to: usize): i32 {
  let hash: u32 = seed;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    hash = (hash ^ load<u32>(at)) * 0x85ebca6b;
    hash ^= hash >>> 15;
  }
  for (; at < to; at++) hash = (hash ^ load<u8>(at)) * 0x01000193;
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
