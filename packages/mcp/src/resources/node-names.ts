import type { Content, NodeId, ReadOptions } from "@pd/core";

/** So many nodes are looked at for a completion, maps of content and hubs first; what comes after is found by searching. */
const INDEXED = 20_000;
const PAGE = 1000;
const SEARCHED = 20;

interface Names {
  readonly version: string;
  /** Lower-case id or name, and the id; sorted, so that what begins alike stands together. */
  readonly sorted: readonly (readonly [string, NodeId])[];
}

/** Finds the ids of nodes whose id or name begins like this; where none does, those that match its words. Level 0: it reads no node. */
export interface NodeNames {
  beginning(content: Content, value: string, options: ReadOptions): Promise<readonly NodeId[]>;
}

export function createNodeNames(): NodeNames {
  const indexes = new Map<string, Names>();
  return {
    async beginning(content, value, options) {
      const { version, graph, release } = await content.open(options);
      try {
        let names = indexes.get(content.id);
        if (names?.version !== version) {
          names = { version, sorted: await sortedNames(graph, options) };
          indexes.set(content.id, names);
        }
        const found = startingWith(names.sorted, value.toLowerCase());
        if (found.length > 0 || value.trim() === "") return found;
        return (await graph.search({ text: value.slice(0, 200) }, SEARCHED, options)).map(({ id }) => id);
      } finally {
        release();
      }
    },
  };
}

type Graph = Awaited<ReturnType<Content["open"]>>["graph"];

async function sortedNames(graph: Graph, options: ReadOptions): Promise<Names["sorted"]> {
  const names: (readonly [string, NodeId])[] = [];
  let { ids, next } = await graph.page({ limit: PAGE }, options);
  for (let seen = 0; ids.length > 0; seen += ids.length) {
    for (const { id, name } of await graph.summaries(ids, options)) {
      names.push([id.toLowerCase(), id], [name.toLowerCase(), id]);
    }
    if (next === undefined || seen >= INDEXED) break;
    ({ ids, next } = await graph.page({ limit: PAGE, cursor: next }, options));
  }
  return names.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

function startingWith(sorted: Names["sorted"], prefix: string): readonly NodeId[] {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.[0] ?? "") < prefix) low = middle + 1;
    else high = middle;
  }
  const found = new Set<NodeId>();
  for (let at = low; sorted[at]?.[0].startsWith(prefix); at += 1) {
    const id = sorted[at]?.[1];
    if (id !== undefined) found.add(id);
  }
  return [...found];
}
