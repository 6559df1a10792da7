import type { NodeId } from "../model/node.js";
import type { Finding, GraphStats, ReadOptions } from "../ports/content.js";
import type { Names, Part } from "./combined-names.js";
import { outerPath } from "./combined-paths.js";
import type { Crossing, Crossings } from "./crossings.js";
import { countsOf, sumOfStats } from "./stats.js";

export interface Judging {
  readonly names: Names;
  readonly crossings: Crossings;
  readonly options: ReadOptions | undefined;
}

/** The figures of several readings, added up; what leads from one into another is a link, and no fault. */
export async function combinedStats(
  parts: readonly Part[],
  { names, crossings, options }: Judging,
): Promise<GraphStats> {
  const sum = sumOfStats(await Promise.all(parts.map((part) => statsOf(part, names, options))));
  const across = await crossings.all(options);
  if (across.length === 0) return sum;
  const linked = endsOf(across);
  const orphans = sum.orphans.filter((id) => !linked.has(id));
  const { quality } = sum;
  return {
    ...sum,
    links: sum.links + across.length,
    byRelation: withCrossings(sum.byRelation, across),
    orphans,
    quality: {
      ...quality,
      brokenLinks: quality.brokenLinks - across.length,
      orphans: quality.orphans - (sum.orphans.length - orphans.length),
    },
  };
}

/** Each with the name of its part before its file. */
export async function combinedFindings(
  parts: readonly Part[],
  { names, crossings, options }: Judging,
): Promise<readonly Finding[]> {
  const across = await crossings.all(options);
  const linked = await names.inner([...endsOf(across)], options);
  const found = parts.map(async (part) => {
    const mended = new Set(across.filter((one) => one.part === part.name).map(({ finding }) => keyOf(finding)));
    const paths = new Set([...linked.values()].flatMap((place) => (place.part === part ? place.summary.path : [])));
    const findings = await part.graph.findings(options);
    return findings
      .filter((finding) => !mended.has(keyOf(finding)) && !(finding.code === "orphan" && paths.has(finding.file)))
      .map((finding) => ({ ...finding, file: outerPath(part, finding.file) }));
  });
  return (await Promise.all(found)).flat();
}

async function statsOf(part: Part, names: Names, options?: ReadOptions): Promise<GraphStats> {
  const stats = await part.graph.stats(options);
  const name = await names.outer(part, [...stats.mocs, ...stats.orphans], options);
  return { ...stats, mocs: stats.mocs.map(name), orphans: stats.orphans.map(name) };
}

function endsOf(across: readonly Crossing[]): ReadonlySet<NodeId> {
  return new Set(across.flatMap(({ from, to }) => [from, to]));
}

function withCrossings(counts: GraphStats["byRelation"], across: readonly Crossing[]): GraphStats["byRelation"] {
  const sums = new Map(counts.map(({ name, count }) => [name, count]));
  for (const { relation } of across) sums.set(relation, (sums.get(relation) ?? 0) + 1);
  return countsOf(sums);
}

function keyOf({ code, file, line, message }: Finding): string {
  return JSON.stringify([code, file, line, message]);
}
