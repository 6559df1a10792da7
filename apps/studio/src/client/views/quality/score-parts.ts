import { faultScale, type Grade, type QualityCounts, qualityOf } from "@pd/core";

/** One line of the sum behind a score (R3.7). */
export interface ScorePart {
  /** The code of the findings that it counts, where there are some. */
  readonly code?: string | undefined;
  readonly label: string;
  /** How the points came about: "3 × 10", "4 of 5 groups". */
  readonly working: string;
  readonly points: number;
}

export interface ScoreSum {
  readonly start: number;
  readonly faults: readonly ScorePart[];
  /** What is left after the faults; it does not fall below 0. */
  readonly afterFaults: number;
  readonly isFloored: boolean;
  readonly rewards: readonly ScorePart[];
  readonly isCapped: boolean;
  readonly score: number;
  readonly grade?: Grade | undefined;
}

type Weighed = readonly [code: string, label: string, count: keyof QualityCounts, points: number];

const WEIGHTS: readonly Weighed[] = [
  ["broken-link", "Broken links", "brokenLinks", 10],
  ["no-description", "Without a description", "withoutDescription", 5],
  ["orphan", "Orphans: no link in or out", "orphans", 3],
  ["no-type", "Without a type", "withoutType", 2],
  ["circular-pair", "Pairs that link only to each other", "circularPairs", 2],
  ["no-domain", "Without a domain", "withoutDomain", 1],
];

/** What a finding of a kind costs; most cost nothing. */
export function pointsFor(code: string): number {
  return WEIGHTS.find(([name]) => name === code)?.[3] ?? 0;
}

/** The score written out as the sum that it is. */
export function scoreSum(counts: QualityCounts): ScoreSum {
  const scale = faultScale(counts);
  const per = scale === 1 ? "" : ` × 25 of ${counts.nodes.toLocaleString("en")}`;
  const faults = WEIGHTS.map(([code, label, count, points]) => ({
    code,
    label,
    working: `${counts[count].toLocaleString("en")} × ${points}${per}`,
    points: -counts[count] * points * scale,
  }));
  const lost = faults.reduce((sum, { points }) => sum + points, 0);
  const afterFaults = Math.max(0, 100 + lost);
  const rewards = rewardsFor(counts);
  const sum = afterFaults + rewards.reduce((total, { points }) => total + points, 0);
  const { score, grade } = qualityOf(counts);
  return { start: 100, faults, afterFaults, isFloored: 100 + lost < 0, rewards, isCapped: sum > 100, score, grade };
}

function rewardsFor({ clusters, clustersWithMap, nodes, deadEnds }: QualityCounts): readonly ScorePart[] {
  const leading = nodes - deadEnds;
  return [
    {
      label: "Domains that have a map of content",
      working: `${clustersWithMap.toLocaleString("en")} of ${clusters.toLocaleString("en")}`,
      points: tenth(clustersWithMap, clusters),
    },
    {
      label: "Notes that lead somewhere",
      working: `${leading.toLocaleString("en")} of ${nodes.toLocaleString("en")}`,
      points: tenth(leading, nodes),
    },
  ];
}

/** A share of ten points, with one decimal: the whole is rounded once, at the end. */
function tenth(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole) / 10;
}
