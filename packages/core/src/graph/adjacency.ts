import { allBelow, isAscending } from "./array-checks.js";
import { packArrays, unpackArrays } from "./binary-arrays.js";

/** Links as one list each way: the neighbours of node n stand from `starts[n]` to `starts[n + 1]`. */
export interface Links {
  readonly starts: Uint32Array;
  /** Ascending within a node. */
  readonly targets: Uint32Array;
  /** The relation of each, as the caller numbers them. */
  readonly kinds: Uint8Array;
}

export interface Adjacency {
  readonly nodes: number;
  readonly out: Links;
  /** The same links seen from their targets. */
  readonly in: Links;
}

/** Links as they were found, in any order. Parallel arrays. */
export interface EdgeList {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  readonly kind: ArrayLike<number>;
}

/** A link that says the same again, or leads to its own note, is left out. */
export function buildAdjacency(nodes: number, edges: EdgeList): Adjacency {
  const { from, to, kind } = edges;
  // Sorting by target, then by source, leaves each source's targets ascending; likewise the other way round.
  const byKind = countingSort(edgesInside(nodes, edges), kind, 256);
  const bySource = countingSort(countingSort(byKind, to, nodes), from, nodes);
  let count = 0;
  for (let at = 0; at < bySource.length; at++) {
    const edge = bySource[at]!;
    const before = bySource[count - 1]!;
    const again = count > 0 && from[edge] === from[before] && to[edge] === to[before] && kind[edge] === kind[before];
    if (!again) bySource[count++] = edge;
  }
  const once = bySource.subarray(0, count);
  return {
    nodes,
    out: linksOf(once, from, to, kind, nodes),
    in: linksOf(countingSort(once, to, nodes), to, from, kind, nodes),
  };
}

function edgesInside(nodes: number, { from, to }: EdgeList): Uint32Array {
  const inside = new Uint32Array(from.length);
  let count = 0;
  for (let at = 0; at < from.length; at++) {
    if (from[at]! < nodes && to[at]! < nodes && from[at] !== to[at]) inside[count++] = at;
  }
  return inside.subarray(0, count);
}

function countingSort(edges: Uint32Array, key: ArrayLike<number>, keys: number): Uint32Array {
  const places = new Uint32Array(keys + 1);
  for (let at = 0; at < edges.length; at++) places[key[edges[at]!]! + 1]! += 1;
  for (let at = 1; at <= keys; at++) places[at]! += places[at - 1]!;
  const sorted = new Uint32Array(edges.length);
  for (let at = 0; at < edges.length; at++) {
    const edge = edges[at]!;
    const place = places[key[edge]!]!;
    sorted[place] = edge;
    places[key[edge]!] = place + 1;
  }
  return sorted;
}

function linksOf(
  edges: Uint32Array,
  near: ArrayLike<number>,
  far: ArrayLike<number>,
  kind: ArrayLike<number>,
  nodes: number,
): Links {
  const starts = new Uint32Array(nodes + 1);
  const targets = new Uint32Array(edges.length);
  const kinds = new Uint8Array(edges.length);
  for (let at = 0; at < edges.length; at++) {
    const edge = edges[at]!;
    starts[near[edge]! + 1]! += 1;
    targets[at] = far[edge]!;
    kinds[at] = kind[edge]!;
  }
  for (let at = 1; at <= nodes; at++) starts[at]! += starts[at - 1]!;
  return { starts, targets, kinds };
}

export function degree({ starts }: Links, node: number): number {
  return starts[node + 1]! - starts[node]!;
}

export function adjacencyToBytes({ out, in: into }: Adjacency): Uint8Array {
  return packArrays([out.starts, out.targets, out.kinds, into.starts, into.targets, into.kinds]);
}

/** Throws a `RangeError` where the bytes cannot be links of that many nodes. */
export function adjacencyFromBytes(bytes: Uint8Array): Adjacency {
  const arrays = unpackArrays(bytes, [4, 4, 1, 4, 4, 1]);
  const links = (at: number): Links => ({
    starts: arrays[at] as Uint32Array,
    targets: arrays[at + 1] as Uint32Array,
    kinds: arrays[at + 2] as Uint8Array,
  });
  const out = links(0);
  const into = links(3);
  const nodes = out.starts.length - 1;
  for (const { starts, targets, kinds } of [out, into]) {
    const agree = nodes >= 0 && starts.length === nodes + 1 && starts[0] === 0 && starts[nodes] === targets.length;
    if (!agree || !isAscending(starts) || kinds.length !== targets.length || !allBelow(targets, nodes)) {
      throw new RangeError("The saved links are damaged");
    }
  }
  return { nodes, out, in: into };
}
