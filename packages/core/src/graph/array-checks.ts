import { checksOf } from "../checked-memory.js";

// Looks at arrays that were read from a file: compiled ones where the memory has such, since a start is over before V8 has compiled these.

export function isAscending(values: Uint32Array): boolean {
  const compiled = checksOf(values);
  if (compiled !== undefined) return compiled.isAscending(values.byteOffset, endOf(values)) === 1;
  let before = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (value < before) return false;
    before = value;
  }
  return true;
}

export function allBelow(values: Uint32Array, limit: number): boolean {
  const compiled = checksOf(values);
  if (compiled !== undefined) return compiled.allBelow(values.byteOffset, endOf(values), limit) === 1;
  for (let at = 0; at < values.length; at++) if (values[at]! >= limit) return false;
  return true;
}

/** The same for numbers that may be negative. */
export function noneReaches(values: Int32Array, limit: number): boolean {
  const compiled = checksOf(values);
  if (compiled !== undefined) return compiled.noneReaches(values.byteOffset, endOf(values), limit) === 1;
  for (let at = 0; at < values.length; at++) if (values[at]! >= limit) return false;
  return true;
}

/** Whether each of these ends where it starts or later. */
export function neverAbove(starts: Uint32Array, ends: Uint32Array): boolean {
  const compiled = starts.buffer === ends.buffer && starts.length <= ends.length ? checksOf(starts) : undefined;
  if (compiled !== undefined) return compiled.neverAbove(starts.byteOffset, endOf(starts), ends.byteOffset) === 1;
  for (let at = 0; at < starts.length; at++) if (starts[at]! > ends[at]!) return false;
  return true;
}

function endOf({ byteOffset, byteLength }: Uint32Array | Int32Array): number {
  return byteOffset + byteLength;
}
