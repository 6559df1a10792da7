// Looks at arrays that were read from a file.

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

/** The same for numbers that may be negative. */
export function noneReaches(values: Int32Array, limit: number): boolean {
  for (let at = 0; at < values.length; at++) if (values[at]! >= limit) return false;
  return true;
}

/** Whether each of these ends where it starts or later, and none beyond the limit. */
export function areSpans(starts: Uint32Array, ends: Uint32Array, limit: number): boolean {
  for (let at = 0; at < starts.length; at++) {
    const end = ends[at]!;
    if (starts[at]! > end || end > limit) return false;
  }
  return true;
}
