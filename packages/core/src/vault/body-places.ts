import { damaged } from "./byte-reader.js";
import type { NotePlaces } from "./note-codec.js";

/** Where a packed note's body and its sections are in its file, and its description in the packed bytes: start and end. */
export interface BodyPlaces extends NotePlaces {
  readonly description: readonly number[];
}

/** One for all: indexing a vault asks for those of every note, one after the other. */
const places = { bodyStart: 0, extents: [] as number[], description: [0, 0] };

/** Where the next number or string is. One variable for all: a reader for each note would be an object for the collector. */
let next = 0;

/** No string is made. Good until the next call. */
export function readBodyPlaces(bytes: Uint8Array, start: number, end: number): BodyPlaces {
  const { extents, description } = places;
  next = start;
  for (let string = 0; string < 4; string += 1) skipString(bytes);
  const length = numberAt(bytes);
  description[0] = next;
  description[1] = next + length;
  next += length;
  for (let list = 0; list < 2; list += 1) {
    for (let left = numberAt(bytes); left > 0 && next < end; left -= 1) skipString(bytes);
  }
  numberAt(bytes);
  places.bodyStart = numberAt(bytes);
  extents.length = 0;
  for (let left = numberAt(bytes); left > 0 && next < end; left -= 1) {
    skipString(bytes);
    numberAt(bytes);
    const from = numberAt(bytes);
    extents.push(from, from + numberAt(bytes));
  }
  if (next > end) throw damaged();
  return places;
}

function numberAt(bytes: Uint8Array): number {
  let byte = bytes[next++] ?? 0;
  if (byte < 0x80) return byte;
  let value = byte & 0x7f;
  for (let factor = 0x80; byte >= 0x80 && factor <= 2 ** 49; factor *= 0x80) {
    byte = bytes[next++] ?? 0;
    value += (byte & 0x7f) * factor;
  }
  return value;
}

function skipString(bytes: Uint8Array): void {
  // First the number: reading it moves on.
  const length = numberAt(bytes);
  next += length;
}
