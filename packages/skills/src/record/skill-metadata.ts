import type { DiagnosticCode } from "@pd/core/markdown";

/** Where a skill was found. A higher source wins a name; the loser stays reachable as `name@source` (R5.4). */
export const SKILL_SOURCES = ["project", "personal", "plugin", "custom"] as const;

export type SkillSource = (typeof SKILL_SOURCES)[number];

/** All that is known of a skill without reading its body (FR-001). A name is looked up as it stands here. */
export interface SkillMetadata {
  /** As the specification has it; what the file says, normalised where that is needed and possible. */
  readonly name: string;
  /** The name by which this skill and no other is reached: `pdf`, `office:pdf` of a plugin, `pdf@personal` of a collision's loser. */
  readonly qualifiedName: string;
  readonly description: string;
  /** Parsed, never enforced (FR-017). */
  readonly allowedTools: readonly string[];
  readonly version: string | undefined;
  readonly model: string | undefined;
  readonly disableModelInvocation: boolean;
  /** Whether people may pick it by name; `user-invocable: false` says no. */
  readonly userInvocable: boolean;
  /** The absolute path of the SKILL.md that was read. */
  readonly filePath: string;
  /** The absolute path of the skill's folder. */
  readonly baseDir: string;
  readonly source: SkillSource;
  readonly pluginName: string | undefined;
  readonly license: string | undefined;
  readonly compatibility: string | undefined;
  /** Without a prototype: `__proto__` is a key like any other. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The names of declared arguments; `$0…$9` are replaced only where there are some, or a hint (R5.7). */
  readonly arguments: readonly string[];
  readonly argumentHint: string | undefined;
  /** What the file calls itself, where `name` had to be normalised: an alias. */
  readonly originalName: string | undefined;
}

/** A skill as it is handed out: its body is loaded by asking for it (R5.10). */
export interface Skill extends SkillMetadata {
  readonly bodyLoaded: boolean;
  readonly body: string | undefined;
  /** Found on first request. */
  readonly resources: SkillResources;
}

export const RESOURCE_KINDS = ["scripts", "references", "assets", "other"] as const;

export type SkillResourceKind = (typeof RESOURCE_KINDS)[number];

/** A supporting file of a skill. */
export interface SkillResource {
  /** Relative to the skill's folder, with `/` between its parts. */
  readonly path: string;
  readonly kind: SkillResourceKind;
  readonly size: number;
}

/** A skill's files, grouped by the folder they are in, sorted by path. SKILL.md is not among them. */
export interface SkillResources extends Readonly<Record<SkillResourceKind, readonly SkillResource[]>> {
  /** There were more files than are listed. */
  readonly truncated: boolean;
}

/** What reading a skill can have to say beside what core's frontmatter reader says. Closed. */
export type SkillDiagnosticCode =
  | DiagnosticCode
  // skipped
  | "frontmatter-missing"
  | "frontmatter-broken"
  | "name-missing"
  | "name-unusable"
  | "description-missing"
  | "file-unreadable"
  // kept
  | "name-normalised"
  | "name-not-folder"
  | "name-too-long"
  | "description-too-long"
  | "compatibility-too-long"
  | "key-unknown"
  | "key-case"
  | "metadata-not-text"
  | "file-name-case"
  | "invisible-characters"
  // folders
  | "collision"
  | "folder-unreadable"
  | "folder-outside"
  | "folder-name"
  | "too-many-folders"
  | "too-deep-folder"
  | "too-deep-skill"
  | "nested-skill"
  | "second-skill-file"
  | "plugin-invalid";

/** One finding about a file. `error`: the skill was skipped. `warning`: it loads, but not as written. `info`: it loads as written. */
export interface SkillDiagnostic {
  readonly code: SkillDiagnosticCode;
  readonly severity: "error" | "warning" | "info";
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
  /** What would work: a line to write, or a sentence. */
  readonly fix: string | undefined;
}
