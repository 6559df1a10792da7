import type { NodeId } from "../model/node.js";

/** A name of a node, or its id. */
export type NameEntry = readonly [name: string, id: NodeId];

/** Finds the nodes by how a name of theirs begins, whatever its case, in the order of the names. The names are sorted when somebody first asks. */
export function createNamesBeginning(
  names: () => Iterable<NameEntry>,
): (prefix: string, limit: number) => readonly NodeId[] {
  let sorted: readonly NameEntry[] | undefined;
  return (prefix, limit) => {
    sorted ??= Array.from(names(), ([name, id]): NameEntry => [name.toLowerCase(), id]).sort(byName);
    const start = prefix.toLowerCase();
    const found = new Set<NodeId>();
    for (let at = firstFrom(sorted, start); found.size < limit && sorted[at]?.[0].startsWith(start); at += 1)
      found.add(sorted[at]![1]);
    return [...found];
  };
}

function byName([a, one]: NameEntry, [b, other]: NameEntry): number {
  if (a !== b) return a < b ? -1 : 1;
  return one < other ? -1 : 1;
}

function firstFrom(sorted: readonly NameEntry[], start: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]![0] < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
