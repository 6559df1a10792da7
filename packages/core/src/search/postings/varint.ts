/** Where the number that was read last ends. One variable for all: a pair of numbers for each would be an object for the collector. */
export let varintEnd = 0;

/** The number at `start`, small ones in few bytes. Nothing is read from `end` on. */
export function varintAt(bytes: Uint8Array, start: number, end: number): number {
  let byte = bytes[start]!;
  varintEnd = start + 1;
  if (byte < 128) return byte;
  let at = start + 1;
  let value = byte & 127;
  for (let shift = 7; byte >= 128 && at < end && shift < 35; shift += 7) {
    byte = bytes[at++]!;
    value |= (byte & 127) << shift;
  }
  varintEnd = at;
  return value;
}
