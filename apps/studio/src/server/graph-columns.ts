import type { Content, Edge, Graph, NodeId, TokenCounter } from "@pd/core";
import { RELATIONS } from "@pd/core";
import type { GraphColumns } from "../wire.js";

export interface ColumnsOptions {
  readonly counter: TokenCounter;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A whole graph as columns. It asks the half of the content that finds, never the half that reads: names, kinds, tags,
 * links and prices are all there is in it.
 */
export async function graphColumns(content: Content, { counter, signal }: ColumnsOptions): Promise<GraphColumns> {
  const reading = await content.open({ signal });
  try {
    const { graph, version } = reading;
    const ids = await allIds(graph, signal);
    const [summaries, edges, prices] = [
      await graph.summaries(ids, { signal }),
      await graph.neighbours(ids, { signal }),
      await graph.prices(
        ids.map((id) => ({ id })),
        counter,
        { signal },
      ),
    ];
    const types = nameTable();
    const domains = nameTable();
    const tags = nameTable();
    const priced = new Map(prices.map(({ id, text }) => [id, text]));
    const nodes = {
      ids: summaries.map(({ id }) => id),
      names: summaries.map(({ name }) => name),
      types: summaries.map(({ type }) => types.place(type)),
      domains: summaries.map(({ domain }) => domains.place(domain)),
      tags: summaries.map((summary) => summary.tags.map((tag) => tags.place(tag))),
      tokens: summaries.map(({ id }) => priced.get(id) ?? 0),
    };
    return {
      graphId: content.id,
      version,
      ...nodes,
      typeNames: types.names,
      domainNames: domains.names,
      tagNames: tags.names,
      ...edgeColumns(edges, nodes.ids),
    };
  } finally {
    reading.release();
  }
}

const PAGE = 1000;

async function allIds(graph: Graph, signal: AbortSignal | undefined): Promise<readonly NodeId[]> {
  const ids: NodeId[] = [];
  let page = await graph.page({ limit: PAGE }, { signal });
  ids.push(...page.ids);
  while (page.next !== undefined) {
    page = await graph.page({ limit: PAGE, cursor: page.next }, { signal });
    ids.push(...page.ids);
  }
  return ids;
}

/** Names in the order they are met, each by its place. */
function nameTable() {
  const places = new Map<string, number>();
  const names: string[] = [];
  function place(name: string): number {
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, names.length);
    return names.push(name) - 1;
  }
  return { names, place };
}

/** Each link once: a graph tells of it from both its ends. A link to oneself says nothing in a picture. */
function edgeColumns(
  edges: readonly Edge[],
  ids: readonly NodeId[],
): Pick<GraphColumns, "from" | "to" | "relations" | "relationNames"> {
  const places = new Map(ids.map((id, index) => [id, index]));
  const seen = new Set<string>();
  const [from, to, relations]: [number[], number[], number[]] = [[], [], []];
  for (const edge of edges) {
    const [source, target] = [places.get(edge.from), places.get(edge.to)];
    if (source === undefined || target === undefined || source === target) continue;
    const relation = RELATIONS.indexOf(edge.relation);
    const key = `${source} ${target} ${relation}`;
    if (seen.has(key)) continue;
    seen.add(key);
    from.push(source);
    to.push(target);
    relations.push(relation);
  }
  return { from, to, relations, relationNames: RELATIONS };
}
