import type { NodeId } from "../node.js";
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

/** The way back from an id is made when it is first needed: a list of descriptions never needs it. */
export function createNodeIds(packed: PackedIds): NodeIds {
  const { bytes, starts } = packed;
  const count = starts.length - 1;
  const of = (number: number) => createByteReader(bytes, starts[number], starts[number + 1]).string() as NodeId;
  let numbers: Map<string, number> | undefined;
  return {
    packed,
    of,
    find(id) {
      numbers ??= new Map(Array.from({ length: count }, (_, number) => [of(number) as string, number]));
      return numbers.get(id);
    },
  };
}
