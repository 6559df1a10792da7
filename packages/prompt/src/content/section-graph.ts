import {
  createFilterMask,
  createNamesBeginning,
  type Edge,
  findingIn,
  type Graph,
  type NodeId,
  type Price,
  priceOf,
  statsOf,
  type TokenCounter,
} from "@pd/core";
import type { Relevance } from "@pd/core/search";
import type { SectionNodes } from "./section-nodes.js";
import { sectionRelevance } from "./section-relevance.js";

/** Finding in a prompt's sections, listed in the order of the prompt: its author chose it. The index is made by the first search. */
export function sectionGraph(nodes: SectionNodes): Graph {
  let made: Relevance | undefined;
  const prices = priceList(nodes);
  const ranked = {
    version: nodes.version,
    size: nodes.size,
    mask: createFilterMask(nodes.size, (number) => ({ ...nodes.summary(number), path: nodes.section(number).path })),
    idOf: (number: number) => nodes.summary(number).id,
    numberOf: nodes.numberOf,
    relevance() {
      made ??= sectionRelevance(nodes);
      return made;
    },
    standing: "link",
  } as const;
  const beginning = createNamesBeginning(() =>
    Array.from({ length: nodes.size }, (_, number) => nodes.summary(number)).flatMap(({ id, name }) => [
      [id, id] as const,
      [name, id] as const,
    ]),
  );
  return {
    ...findingIn(ranked),
    size: nodes.size,
    resolve: async (references) => references.map((reference) => nodes.resolve(reference)),
    namesakes: async (references) => references.map((reference) => nodes.namesakes(reference)),
    beginning: async (prefix, limit) => beginning(prefix, limit),
    summaries: async (ids) => ids.flatMap((id) => at(nodes, id, nodes.summary)),
    neighbours: async (ids) => ids.flatMap((id) => at(nodes, id, (number) => edgesOf(nodes, number)).flat()),
    prices: async (asked, counter) =>
      asked.flatMap(({ id }) => at(nodes, id, (number) => prices(number, counter)).flat()),
    stats: async () => sectionStats(nodes),
    findings: async () => [],
  };
}

/** What is known of a node, or nothing where there is no such node. */
function at<Value>(nodes: SectionNodes, id: NodeId, known: (number: number) => Value): readonly Value[] {
  const number = nodes.numberOf(id);
  return number === undefined ? [] : [known(number)];
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
    const made = section(number).bringsTools ? [] : pricesOf(() => outline.text(section(number).path), counter);
    const prices = made.map((price) => ({ id: summary(number).id, ...price }));
    list.set(number, prices);
    return prices;
  };
}

function pricesOf(read: () => string, counter: TokenCounter): readonly Omit<Price, "id">[] {
  try {
    return [priceOf(read(), counter)];
  } catch {
    // It lacks a parameter: reading it tells which.
    return [];
  }
}

/** The order of the prompt leads to every section, so none is an orphan or a dead end. */
function sectionStats(nodes: SectionNodes) {
  const all = Array.from({ length: nodes.size }, (_, number) => nodes.section(number));
  const mocs = all.filter(({ children }) => children.length > 0);
  return statsOf({
    nodes: all.map((_, number) => nodes.summary(number)),
    relations: all.flatMap(({ children }) => children.map(() => "clusters" as const)),
    mocs: mocs.map(({ path }) => nodes.summary(nodes.numberOfPath(path)!).id),
    quality: {
      withoutDescription: all.filter(({ summary }) => summary === undefined).length,
      clusters: mocs.length,
      clustersWithMap: mocs.length,
    },
  });
}
