import type { SessionLogEntry } from "@pd/core";

export interface ShownGraph {
  readonly graphId: string;
  indexOf(id: string): number | undefined;
}

/** A name that two programs give to the same notes differently has most of its nodes here, not all: notes come and go. */
const SAME = 0.5;

/**
 * By which names a session calls the graph that is shown: its own, and those that are not served here but whose nodes are these. The same
 * folder has another name where another program opened it.
 */
export function namesOf(
  graph: ShownGraph,
  entries: readonly SessionLogEntry[],
  served: ReadonlySet<string>,
): ReadonlySet<string> {
  const foreign = new Map<string, { here: number; all: number }>();
  for (const { graphId, id } of entries.flatMap(({ disclosed, omitted }) => [...disclosed, ...omitted])) {
    if (served.has(graphId)) continue;
    const { here, all } = foreign.get(graphId) ?? { here: 0, all: 0 };
    foreign.set(graphId, { here: here + (graph.indexOf(id) === undefined ? 0 : 1), all: all + 1 });
  }
  const same = [...foreign].filter(([, { here, all }]) => here >= SAME * all).map(([name]) => name);
  return new Set([graph.graphId, ...same]);
}
