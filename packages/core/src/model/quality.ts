/** What the quality of a graph is judged by. Counted by the content, weighed here. A missing field counts as far as the others have it (`heldAgainst`). */
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
  /** None where there is nothing to grade. */
  readonly grade?: Grade | undefined;
}

/** The size of a vault for which the weights were set; in a larger one, faults are counted per so many notes (R3.7a). */
const MEASURED_NOTES = 25;

/** R3.7: faults are subtracted, down to 0; order is rewarded, up to 100. Where there is nothing, there is nothing to grade. */
export function qualityOf(counts: QualityCounts): Quality {
  if (counts.nodes === 0) return { score: 0 };
  const faults =
    10 * counts.brokenLinks +
    5 * counts.withoutDescription +
    3 * counts.orphans +
    2 * counts.withoutType +
    2 * counts.circularPairs +
    counts.withoutDomain;
  const mapped = share(counts.clustersWithMap, counts.clusters);
  const leading = 1 - share(counts.deadEnds, counts.nodes);
  const score = Math.min(100, Math.round(Math.max(0, 100 - faults * faultScale(counts)) + 10 * mapped + 10 * leading));
  return { score, grade: gradeOf(score) };
}

/**
 * How many of the notes without a field count as faulty, given how many have it: none where no note has it, and in a large vault no more than have it.
 * What most notes do without is a habit of some of them, not a rule that the others break (R3.7a). Up to 25 notes all count, as the seed has it.
 */
export function heldAgainst(without: number, having: number): number {
  return having === 0 ? 0 : Math.min(without, Math.max(having, MEASURED_NOTES));
}

/** By what each fault's points are multiplied: 1 up to 25 notes, less in a larger vault, so that a grade means the same for 20 notes and 7,000. */
export function faultScale({ nodes }: Pick<QualityCounts, "nodes">): number {
  return Math.min(1, MEASURED_NOTES / Math.max(1, nodes));
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
