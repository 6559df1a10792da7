import {
  type Cursor,
  type Edge,
  type Filter,
  type Graph,
  type Hit,
  type NodeId,
  PdError,
  type Price,
  type TokenCounter,
  tokens,
  type Why,
} from "@pd/core";
import type { RankedNode, Relevance } from "@pd/core/graph";
import type { SectionNodes } from "./section-nodes.js";
import { sectionRelevance } from "./section-relevance.js";

/** Finding in a prompt's sections. The index is made by the first search. */
export function sectionGraph(nodes: SectionNodes): Graph {
  let made: Relevance | undefined;
  const relevance = (): Relevance => {
    made ??= sectionRelevance(nodes);
    return made;
  };
  const prices = priceList(nodes);
  return {
    size: nodes.size,
    resolve: async (reference) => nodes.resolve(reference),
    summaries: async (ids) => ids.flatMap((id) => at(nodes, id, nodes.summary)),
    async page({ query = "", limit, cursor, ...filter }) {
      const mask = maskFor(nodes, filter);
      // Without a query in the order of the prompt: its author chose it.
      const all =
        query.trim() === ""
          ? Array.from({ length: nodes.size }, (_, number) => number).filter((number) => mask[number] === 1)
          : relevance()
              .order(query, { limit: nodes.size, mask })
              .map(({ node }) => node);
      const start = startOf(cursor);
      const page = all.slice(start, start + limit);
      const next = start + page.length;
      return {
        ids: page.map((number) => nodes.summary(number).id),
        next: next < all.length && page.length > 0 ? (String(next) as Cursor) : undefined,
        total: all.length,
      };
    },
    async search({ text, ...filter }, limit) {
      return relevance()
        .rank(text, { limit, mask: maskFor(nodes, filter) })
        .map((found) => hitOf(nodes, found));
    },
    async gather({ text, start = [], ...filter }, limit) {
      const numbers = start.flatMap((id) => at(nodes, id, (number) => number));
      const read = relevance().read(text, { limit, start: numbers, mask: maskFor(nodes, filter) });
      return read.map((found) => ({ ...hitOf(nodes, found), hop: found.hop, sections: [] }));
    },
    neighbours: async (ids) => ids.flatMap((id) => at(nodes, id, (number) => edgesOf(nodes, number)).flat()),
    prices: async (asked, counter) =>
      asked.flatMap(({ id }) => at(nodes, id, (number) => prices(number, counter)).flat()),
    stats: async () => statsOf(nodes),
    findings: async () => [],
  };
}

/** What is known of a node, or nothing where there is no such node. */
function at<Value>(nodes: SectionNodes, id: NodeId, known: (number: number) => Value): readonly Value[] {
  const number = nodes.numberOf(id);
  return number === undefined ? [] : [known(number)];
}

function maskFor(nodes: SectionNodes, { type, domain, tag, path }: Filter): Uint8Array {
  return Uint8Array.from({ length: nodes.size }, (_, number) => {
    const summary = nodes.summary(number);
    const passes =
      (type === undefined || type.toLowerCase() === summary.type) &&
      (domain === undefined || domain.toLowerCase() === summary.domain) &&
      (tag === undefined || summary.tags.includes(tag.toLowerCase())) &&
      (path === undefined || nodes.section(number).path.startsWith(path.toLowerCase()));
    return passes ? 1 : 0;
  });
}

function startOf(cursor: Cursor | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new PdError("input-invalid", "That cursor was not made by a scan", {
    where: "cursor",
    fix: "Use the cursor of the page before, as it is, or none.",
  });
}

function hitOf(nodes: SectionNodes, { node, score, why }: RankedNode): Hit {
  const reasons = why.map(
    ({ field, via }): Why => (via === undefined ? { field } : { field, via: nodes.summary(via).id }),
  );
  return { id: nodes.summary(node).id, score, why: reasons.length === 0 ? [{ field: "link" }] : reasons };
}

/** A section is a map of its children; both ways. */
function edgesOf(nodes: SectionNodes, number: number): readonly Edge[] {
  const { id } = nodes.summary(number);
  const { parent, children } = nodes.section(number);
  const idOf = (path: string) => nodes.summary(nodes.numberOfPath(path)!).id;
  return [
    ...(parent === undefined ? [] : [{ from: idOf(parent), to: id, relation: "clusters" as const }]),
    ...children.map((child) => ({ from: id, to: idOf(child), relation: "clusters" as const })),
  ];
}

/** Counted once for each counter. One that brings tools has none: it cannot be opened here. */
function priceList({ outline, section, summary }: SectionNodes) {
  const known = new WeakMap<TokenCounter, Map<number, readonly Price[]>>();
  return (number: number, counter: TokenCounter): readonly Price[] => {
    const list = known.get(counter) ?? new Map<number, readonly Price[]>();
    known.set(counter, list);
    const kept = list.get(number);
    if (kept !== undefined) return kept;
    const made = section(number).bringsTools ? [] : priceOf(() => outline.text(section(number).path), counter);
    const prices = made.map((price) => ({ id: summary(number).id, ...price }));
    list.set(number, prices);
    return prices;
  };
}

function priceOf(read: () => string, counter: TokenCounter): readonly Omit<Price, "id">[] {
  try {
    const text = read();
    return [{ text: tokens(counter.count(text)), json: tokens(counter.count(JSON.stringify(text))) }];
  } catch {
    // It lacks a parameter: reading it tells which.
    return [];
  }
}

async function statsOf(nodes: SectionNodes): Promise<Awaited<ReturnType<Graph["stats"]>>> {
  const all = Array.from({ length: nodes.size }, (_, number) => nodes.section(number));
  const links = all.reduce((sum, { children }) => sum + children.length, 0);
  const mocs = all.filter(({ children }) => children.length > 0);
  const [first] = nodes.size === 0 ? [] : [nodes.summary(0)];
  return {
    nodes: nodes.size,
    links,
    byType: [{ name: "section", count: nodes.size }],
    byDomain: first === undefined ? [] : [{ name: first.domain, count: nodes.size }],
    byRelation: [{ name: "clusters", count: links }],
    quality: {
      nodes: nodes.size,
      brokenLinks: 0,
      withoutDescription: all.filter(({ summary }) => summary === undefined).length,
      // The order of the prompt leads to every one of them.
      orphans: 0,
      withoutType: 0,
      circularPairs: 0,
      withoutDomain: 0,
      clusters: mocs.length,
      clustersWithMap: mocs.length,
      deadEnds: 0,
    },
    mocs: mocs.map(({ path }) => nodes.summary(nodes.numberOfPath(path)!).id),
    orphans: [],
  };
}
