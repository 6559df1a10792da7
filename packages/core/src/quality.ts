/** What the quality of a graph is judged by. Counted by the content, weighed here. */
export interface QualityCounts {
  readonly nodes: number;
  readonly brokenLinks: number;
  readonly withoutDescription: number;
  readonly orphans: number;
  readonly withoutType: number;
  /** Pairs of nodes that have no link but to each other. */
  readonly circularPairs: number;
  readonly withoutDomain: number;
  /** Groups of nodes that belong together, and how many of them have a map of content. */
  readonly clusters: number;
  readonly clustersWithMap: number;
  /** Nodes that lead nowhere. */
  readonly deadEnds: number;
}

export type Grade = "A" | "B" | "C" | "D" | "F";

export interface Quality {
  readonly score: number;
  readonly grade: Grade;
}

/** R3.7: faults are subtracted, down to 0; order is rewarded, up to 100. */
export function qualityOf(counts: QualityCounts): Quality {
  const faults =
    10 * counts.brokenLinks +
    5 * counts.withoutDescription +
    3 * counts.orphans +
    2 * counts.withoutType +
    2 * counts.circularPairs +
    counts.withoutDomain;
  const mapped = share(counts.clustersWithMap, counts.clusters);
  const leading = counts.nodes === 0 ? 0 : 1 - share(counts.deadEnds, counts.nodes);
  const score = Math.min(100, Math.round(Math.max(0, 100 - faults) + 10 * mapped + 10 * leading));
  return { score, grade: gradeOf(score) };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function gradeOf(score: number): Grade {
  if (score >= 90) return "A";
  if (score >= 75) return "B";
  if (score >= 60) return "C";
  return score >= 40 ? "D" : "F";
}
