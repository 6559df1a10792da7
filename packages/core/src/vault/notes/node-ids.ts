import type { NodeId } from "../../model/node.js";
import { createByteReader } from "./byte-reader.js";
import { createByteWriter } from "./byte-writer.js";

/** The ids of a vault's notes, both ways. */
export interface NodeIds {
  of(number: number): NodeId;
  /** The number of a note's id; not of a section's. */
  find(id: string): number | undefined;
  readonly packed: PackedIds;
}

export interface PackedIds {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

export function packIds(ids: readonly NodeId[]): PackedIds {
  const writer = createByteWriter(1 << 14);
  const starts = new Uint32Array(ids.length + 1);
  for (const [number, id] of ids.entries()) {
    writer.string(id);
    starts[number + 1] = writer.length;
  }
  return { bytes: writer.bytes(), starts };
}

/** Whoever looks for more ids than this gets a table of all. */
const FEW = 24;
/** So many that were given out are remembered. */
const MANY = 256;

/**
 * The way back from an id: a few are looked for in the bytes, where they lie one after the other. A table of all takes as long as dozens
 * of such searches, and a short command asks for ten.
 */
export function createNodeIds(packed: PackedIds): NodeIds {
  const { bytes, starts } = packed;
  const count = starts.length - 1;
  const read = (number: number) => createByteReader(bytes, starts[number], starts[number + 1]).string() as NodeId;
  const found = new Map<string, number | undefined>();
  /** Those that were given out, and will come back as what somebody wants to see. */
  const given = new Map<string, number>();
  let all: Map<string, number> | undefined;

  function of(number: number): NodeId {
    const id = read(number);
    if (all === undefined && given.size < MANY) given.set(id, number);
    return id;
  }

  function search(id: string): number | undefined {
    const number = findIn(packed, id);
    return number !== undefined && read(number) === id ? number : undefined;
  }

  return {
    packed,
    of,
    find(id) {
      if (all !== undefined) return all.get(id);
      const known = given.get(id);
      if (known !== undefined) return known;
      if (!found.has(id) && found.size < FEW) found.set(id, search(id));
      if (found.has(id)) return found.get(id);
      all = new Map(Array.from({ length: count }, (_, number) => [read(number) as string, number]));
      return all.get(id);
    },
  };
}

/** By the bytes that the id has there, its length in front. */
function findIn({ bytes, starts }: PackedIds, id: string): number | undefined {
  const writer = createByteWriter(id.length + 8);
  writer.string(id);
  const written = writer.bytes();
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = all.indexOf(written); at >= 0; at = all.indexOf(written, at + 1)) {
    const number = startingAt(starts, at);
    if (number >= 0 && starts[number + 1] === at + written.length) return number;
  }
  return undefined;
}

/** Which of ascending starts this is, or -1. */
function startingAt(starts: Uint32Array, place: number): number {
  let from = 0;
  let to = starts.length - 1;
  while (from < to) {
    const middle = (from + to + 1) >>> 1;
    if (starts[middle]! <= place) from = middle;
    else to = middle - 1;
  }
  return starts[from] === place ? from : -1;
}
