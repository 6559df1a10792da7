// Looks at arrays that were read from a file. The same few functions for all of them: each is soon compiled, and a start is short.

export function isAscending(values: Uint32Array): boolean {
  let before = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (value < before) return false;
    before = value;
  }
  return true;
}

export function allBelow(values: Uint32Array, limit: number): boolean {
  for (let at = 0; at < values.length; at++) if (values[at]! >= limit) return false;
  return true;
}

/** Whether each of these ends where it starts or later. */
export function neverAbove(starts: Uint32Array, ends: Uint32Array): boolean {
  for (let at = 0; at < starts.length; at++) if (starts[at]! > ends[at]!) return false;
  return true;
}
