/**
 * Looks at arrays that were read from a file, where they lie in memory. A short process goes over megabytes before V8 has compiled a loop,
 * ten times as slowly, and compiles each that is long enough beside it. `src/graph/array-checks.ts` and `src/node/checksum.ts` say the same.
 */

// The lanes of the checksum.
export let a: i32 = 0;
export let b: i32 = 0;
export let c: i32 = 0;
export let d: i32 = 0;

/** Adds sixteen bytes at a time to the lanes. */
export function add(from: usize, end: usize): void {
  let one = a;
  let two = b;
  let three = c;
  let four = d;
  for (let at = from; at < end; at += 16) {
    one = (one ^ load<i32>(at)) * 0x01000193;
    two = (two ^ load<i32>(at, 4)) * 0x85ebca6b;
    three = (three ^ load<i32>(at, 8)) * 0xc2b2ae35;
    four = (four ^ load<i32>(at, 12)) * 0x27d4eb2d;
    one += rotl<i32>(two, 7);
    three += rotl<i32>(four, 9);
  }
  a = one;
  b = two;
  c = three;
  d = four;
}

export function isAscending(from: usize, end: usize): bool {
  let before: u32 = 0;
  for (let at = from; at < end; at += 4) {
    const value = load<u32>(at);
    if (value < before) return false;
    before = value;
  }
  return true;
}

export function allBelow(from: usize, end: usize, limit: u32): bool {
  for (let at = from; at < end; at += 4) if (load<u32>(at) >= limit) return false;
  return true;
}

/** The same for numbers that may be negative. */
export function noneReaches(from: usize, end: usize, limit: i32): bool {
  for (let at = from; at < end; at += 4) if (load<i32>(at) >= limit) return false;
  return true;
}

export function neverAbove(from: usize, end: usize, ends: usize): bool {
  for (let at = from; at < end; at += 4) if (load<u32>(at) > load<u32>(at - from + ends)) return false;
  return true;
}
