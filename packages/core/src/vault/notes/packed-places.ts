import { MORE_TEXT_NAMES } from "../../model/node.js";
import { damaged } from "./byte-reader.js";
import type { NotePlaces } from "./note-codec.js";

/** Where a packed note's body and its sections are in its file, and its description in the packed bytes: start and end. */
export interface BodyPlaces extends NotePlaces {
  readonly description: readonly number[];
}

/** Where a packed note says what it is called, in the packed bytes: start and end of each. */
export interface NamePlaces {
  readonly bytes: Uint8Array;
  readonly path: readonly [start: number, end: number];
  readonly name: readonly [start: number, end: number];
  readonly type: readonly [start: number, end: number];
  readonly description: readonly [start: number, end: number];
  /** Start and end of one after the other. */
  readonly aliases: readonly number[];
  readonly routes: readonly number[];
}

/** One for all: indexing a vault asks for those of every note, one after the other. */
const places = { bodyStart: 0, extents: [] as readonly number[], description: [0, 0] };

/** Where the next number or string is. One variable for all: a reader for each note would be an object for the collector. */
let next = 0;

/** No string is made. Good until the next call. */
export function readBodyPlaces(bytes: Uint8Array, start: number, end: number): BodyPlaces {
  const { description } = places;
  next = start;
  for (let string = 0; string < 4; string += 1) skipString(bytes);
  const length = numberAt(bytes);
  description[0] = next;
  description[1] = next + length;
  next += length;
  for (let list = 0; list < 3; list += 1) {
    for (let left = numberAt(bytes); left > 0 && next < end; left -= 1) skipString(bytes);
  }
  for (let text = 0; text < MORE_TEXT_NAMES.length; text += 1) skipString(bytes);
  numberAt(bytes);
  places.bodyStart = numberAt(bytes);
  const extents: number[] = [];
  for (let left = numberAt(bytes); left > 0 && next < end; left -= 1) {
    skipString(bytes);
    numberAt(bytes);
    const from = numberAt(bytes);
    extents.push(from, from + numberAt(bytes));
  }
  if (next > end) throw damaged();
  places.extents = extents;
  return places;
}

type Extent = [start: number, end: number];
const names = {
  bytes: new Uint8Array(0) as Uint8Array,
  path: [0, 0] as Extent,
  name: [0, 0] as Extent,
  type: [0, 0] as Extent,
  description: [0, 0] as Extent,
  aliases: [] as number[],
  routes: [] as number[],
};

/** No string is made. Good until the next call. */
export function readNamePlaces(bytes: Uint8Array, start: number, end: number): NamePlaces {
  const { aliases, routes } = names;
  names.bytes = bytes;
  next = start;
  takeString(bytes, names.path);
  takeString(bytes, names.name);
  takeString(bytes, names.type);
  skipString(bytes);
  takeString(bytes, names.description);
  for (let left = numberAt(bytes); left > 0 && next < end; left -= 1) skipString(bytes);
  takeStrings(bytes, end, aliases);
  takeStrings(bytes, end, routes);
  if (next > end) throw damaged();
  return names;
}

function takeString(bytes: Uint8Array, extent: Extent): void {
  const length = numberAt(bytes);
  extent[0] = next;
  next += length;
  extent[1] = next;
}

function takeStrings(bytes: Uint8Array, end: number, into: number[]): void {
  if (into.length > 0) into.length = 0;
  for (let left = numberAt(bytes); left > 0 && next < end; left -= 1) {
    const length = numberAt(bytes);
    into.push(next, next + length);
    next += length;
  }
}

function numberAt(bytes: Uint8Array): number {
  let byte = next < bytes.length ? bytes[next++]! : 0;
  if (byte < 0x80) return byte;
  let value = byte & 0x7f;
  for (let factor = 0x80; byte >= 0x80 && factor <= 2 ** 49; factor *= 0x80) {
    byte = next < bytes.length ? bytes[next++]! : 0;
    value += (byte & 0x7f) * factor;
  }
  return value;
}

function skipString(bytes: Uint8Array): void {
  // First the number: reading it moves on.
  const length = numberAt(bytes);
  next += length;
}
