import type { DiagnosticCode } from "@pd/core/markdown";

/** Everything that `validateSkill` can find, beside what core's reader says of the frontmatter itself. Closed. */
export type SkillFindingCode =
  | DiagnosticCode
  // the file
  | "file-missing"
  | "file-name-case"
  | "file-unreadable"
  | "frontmatter-missing"
  | "frontmatter-broken"
  // the six keys of the specification
  | "name-missing"
  | "name-not-text"
  | "name-pattern"
  | "name-too-long"
  | "name-not-folder"
  | "description-missing"
  | "description-not-text"
  | "description-too-long"
  | "description-markup"
  | "license-not-text"
  | "compatibility-not-text"
  | "compatibility-too-long"
  | "metadata-not-map"
  | "metadata-not-text"
  | "allowed-tools-form"
  | "allowed-tools-separator"
  // other keys
  | "key-unknown"
  | "key-of-some-agents"
  | "flag-not-boolean"
  // the body
  | "body-empty"
  | "body-many-tokens"
  | "body-many-lines"
  | "link-missing"
  | "link-case"
  | "link-outside"
  | "link-too-deep"
  | "link-form"
  | "links-unchecked";

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
