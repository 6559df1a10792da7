import type { Finding } from "@pd/core";
import { pointsFor } from "./score-parts.js";

export interface FileFindings {
  readonly file: string;
  readonly findings: readonly Finding[];
}

/** The findings of one kind, file by file. */
export interface FindingGroup {
  readonly code: string;
  readonly severity: Finding["severity"];
  readonly count: number;
  /** What each of them costs the score. */
  readonly points: number;
  readonly files: readonly FileFindings[];
}

export interface FindingFilter {
  readonly words?: string | undefined;
  readonly severity?: string | undefined;
  readonly code?: string | undefined;
}

const SEVERITIES: readonly string[] = ["error", "warning", "info"];

/** What the filter leaves, by kind: the gravest first, then what costs the score most. */
export function findingGroups(findings: readonly Finding[], filter: FindingFilter = {}): readonly FindingGroup[] {
  const byCode = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (!passes(finding, filter)) continue;
    const list = byCode.get(finding.code);
    if (list === undefined) byCode.set(finding.code, [finding]);
    else list.push(finding);
  }
  return [...byCode].map(([code, list]) => groupOf(code, list)).sort(byWeight);
}

function groupOf(code: string, findings: readonly Finding[]): FindingGroup {
  const byFile = new Map<string, Finding[]>();
  for (const finding of findings) {
    const list = byFile.get(finding.file);
    if (list === undefined) byFile.set(finding.file, [finding]);
    else list.push(finding);
  }
  const gravest = SEVERITIES.find((severity) => findings.some((finding) => finding.severity === severity)) ?? "info";
  return {
    code,
    severity: gravest as Finding["severity"],
    count: findings.length,
    points: pointsFor(code),
    files: [...byFile].map(([file, own]) => ({ file, findings: own })),
  };
}

function byWeight(a: FindingGroup, b: FindingGroup): number {
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    b.points * b.count - a.points * a.count ||
    b.count - a.count ||
    (a.code < b.code ? -1 : 1)
  );
}

/** Every word has to be somewhere in the finding. */
function passes({ code, severity, file, message }: Finding, filter: FindingFilter): boolean {
  if (filter.severity !== undefined && filter.severity !== severity) return false;
  if (filter.code !== undefined && filter.code !== code) return false;
  const text = `${code} ${file} ${message}`.toLowerCase();
  const words = (filter.words ?? "").toLowerCase().split(/\s+/u);
  return words.every((word) => text.includes(word));
}

/** As editors and terminals take it. */
export function placeOf({ file, line }: Pick<Finding, "file" | "line">): string {
  return `${file}:${line}`;
}
