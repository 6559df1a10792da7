import type { SkillFindingCode } from "./skill-findings.js";

/** `error`: against the specification, or it cannot work. `warning`: likely a mistake. `info`: a recommendation. */
export type SkillFindingSeverity = "error" | "warning" | "info";

export interface SkillFinding {
  readonly code: SkillFindingCode;
  readonly severity: SkillFindingSeverity;
  /** Relative to the skill's folder. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** What is wrong. */
  readonly message: string;
  /** What would work: a line to write, or a sentence. */
  readonly fix: string;
}

export interface Found {
  readonly line?: number | undefined;
  readonly severity?: SkillFindingSeverity;
  readonly message: string;
  readonly fix: string;
}

/** Collects findings of one file. */
export type Report = (code: SkillFindingCode, found: Found) => undefined;
