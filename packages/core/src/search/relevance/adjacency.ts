import { allBelow, isAscending } from "../postings/array-checks.js";
import { packArrays, unpackArrays } from "../postings/binary-arrays.js";

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

/** Kinds are below this: with source and target they make one number, exactly for up to five million nodes. */
const KINDS = 256;

/** A link that says the same again, or leads to its own note, is left out. */
export function buildAdjacency(nodes: number, edges: EdgeList): Adjacency {
  const sorted = sortedLinks(nodes, edges);
  const out = emptyLinks(nodes, sorted.length);
  const into = emptyLinks(nodes, sorted.length);
  const sources = new Uint32Array(sorted.length);
  for (let at = 0; at < sorted.length; at++) {
    const pair = Math.floor(sorted[at]! / KINDS);
    const source = Math.floor(pair / nodes);
    const target = pair - source * nodes;
    sources[at] = source;
    out.targets[at] = target;
    out.kinds[at] = sorted[at]! - pair * KINDS;
    out.starts[source + 1]! += 1;
    into.starts[target + 1]! += 1;
  }
  addUp(out.starts);
  addUp(into.starts);
  // Sources come in order, so that each target's are in order too.
  const places = into.starts.slice();
  for (let at = 0; at < sorted.length; at++) {
    const target = out.targets[at]!;
    const place = places[target]!;
    places[target] = place + 1;
    into.targets[place] = sources[at]!;
    into.kinds[place] = out.kinds[at]!;
  }
  return { nodes, out, in: into };
}

/** Each link once, as a number: by source, then target, then kind. The engine sorts numbers faster than a loop of ours does before it is hot. */
function sortedLinks(nodes: number, { from, to, kind }: EdgeList): Float64Array {
  const links = new Float64Array(from.length);
  let inside = 0;
  for (let at = 0; at < from.length; at++) {
    const source = from[at]!;
    const target = to[at]!;
    if (source < nodes && target < nodes && source !== target)
      links[inside++] = (source * nodes + target) * KINDS + kind[at]!;
  }
  const sorted = links.subarray(0, inside).sort();
  let count = 0;
  for (let at = 0; at < inside; at++) if (at === 0 || sorted[at] !== sorted[count - 1]) sorted[count++] = sorted[at]!;
  return sorted.subarray(0, count);
}

function emptyLinks(nodes: number, links: number) {
  return { starts: new Uint32Array(nodes + 1), targets: new Uint32Array(links), kinds: new Uint8Array(links) };
}

function addUp(starts: Uint32Array): void {
  for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!;
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
