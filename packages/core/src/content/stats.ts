import type { NodeId, NodeSummary, Relation } from "../model/node.js";
import type { QualityCounts } from "../model/quality.js";
import type { Count, GraphStats } from "../ports/content.js";

/** What `statsOf` counts. */
export interface CountedGraph {
  readonly nodes: readonly Pick<NodeSummary, "type" | "domain">[];
  /** One for each link. */
  readonly relations: readonly Relation[];
  readonly mocs?: readonly NodeId[];
  readonly orphans?: readonly NodeId[];
  /** Faults that were counted; none of the others. */
  readonly quality?: Partial<Omit<QualityCounts, "nodes" | "orphans">>;
}

const NO_FAULTS: QualityCounts = {
  nodes: 0,
  brokenLinks: 0,
  withoutDescription: 0,
  orphans: 0,
  withoutType: 0,
  circularPairs: 0,
  withoutDomain: 0,
  clusters: 0,
  clustersWithMap: 0,
  deadEnds: 0,
};

export function statsOf({ nodes, relations, mocs = [], orphans = [], quality = {} }: CountedGraph): GraphStats {
  return {
    nodes: nodes.length,
    links: relations.length,
    byType: countsOf(tallied(nodes.map(({ type }) => type))),
    byDomain: countsOf(tallied(nodes.map(({ domain }) => domain))),
    byRelation: countsOf(tallied(relations)),
    quality: { ...NO_FAULTS, ...quality, nodes: nodes.length, orphans: orphans.length },
    mocs,
    orphans,
  };
}

/** The most frequent first. */
export function countsOf(counts: ReadonlyMap<string, number>): readonly Count[] {
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** The stats of several graphs as those of one. */
export function sumOfStats(all: readonly GraphStats[]): GraphStats {
  const total = (of: (stats: GraphStats) => number) => all.reduce((sum, stats) => sum + of(stats), 0);
  const keys = Object.keys(NO_FAULTS) as (keyof QualityCounts)[];
  const quality = Object.fromEntries(keys.map((key) => [key, total((stats) => stats.quality[key])]));
  return {
    nodes: total(({ nodes }) => nodes),
    links: total(({ links }) => links),
    byType: merged(all.flatMap(({ byType }) => byType)),
    byDomain: merged(all.flatMap(({ byDomain }) => byDomain)),
    byRelation: merged(all.flatMap(({ byRelation }) => byRelation)),
    quality: { ...NO_FAULTS, ...quality },
    mocs: all.flatMap(({ mocs }) => mocs),
    orphans: all.flatMap(({ orphans }) => orphans),
  };
}

function merged(counts: readonly Count[]): readonly Count[] {
  const sums = new Map<string, number>();
  for (const { name, count } of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return countsOf(sums);
}

function tallied(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
