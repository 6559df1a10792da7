import type { DiagnosticCode } from "../../model/frontmatter-findings.js";

export type { DiagnosticCode } from "../../model/frontmatter-findings.js";

/** What a frontmatter value can be. Maps, never plain objects: `__proto__` and `constructor` are keys like any other. */
export type FrontmatterValue =
  | string
  | number
  | boolean
  | null
  | readonly FrontmatterValue[]
  | ReadonlyMap<string, FrontmatterValue>;

/** One finding. The reader does not know the file's name: the caller adds it. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  /** Counted from 1, from the start of the file. */
  readonly line: number;
  readonly message: string;
  /** What to write at `line` instead. For a value over several lines it replaces all of them. */
  readonly fix?: string;
  /** The key concerned; for a nested one the path, joined by dots. */
  readonly key?: string;
}

/**
 * How the frontmatter was read.
 *
 * - `none`: there is none, the body is the whole file.
 * - `fast`, `yaml`: valid; read by the fast path or by the `yaml` package. Both give the same values.
 * - `repaired`: not valid YAML; every deviation is among the diagnostics.
 * - `broken`: fenced, but nothing could be read.
 * - `unclosed`: the closing fence is missing; the leading `key: value` lines were read.
 * - `too-large`: over the byte cap, not parsed.
 * - `incomplete`: the text was cut before the closing fence; read more of the file and ask again.
 */
export type FrontmatterStatus =
  | "none"
  | "fast"
  | "yaml"
  | "repaired"
  | "broken"
  | "unclosed"
  | "too-large"
  | "incomplete";

export interface Frontmatter {
  readonly status: FrontmatterStatus;
  /** Typed as the YAML 1.2 core schema has it, in the order of the file. */
  readonly data: ReadonlyMap<string, FrontmatterValue>;
  readonly diagnostics: readonly Diagnostic[];
  /** Where the body starts, in the units of what was read: UTF-16 units of a text, bytes of a byte array. */
  readonly end: number;
  /**
   * A value as its author wrote it: "1.10", "yes", "0123" and "2024-01-01" where YAML sees numbers or booleans,
   * "[file]" or "[[Note]]" where YAML sees a list. Block lists, block maps and empty values have no text.
   */
  text(...path: readonly string[]): string | undefined;
  /** The items of a list as written; one item for a scalar, none for a map or nothing. */
  texts(key: string): readonly string[];
  /** The line a top-level key stands on, counted from 1, from the start of the file. */
  line(key: string): number | undefined;
}

/** What one stage reports at most: a hostile file could have thousands. */
export const MAX_DIAGNOSTICS = 100;

/** What each of the readers hands back: entries in order, with where each key starts. */
export interface Entries {
  readonly data: Map<string, FrontmatterValue>;
  /** Offsets of the keys of `data`, in the same order. */
  readonly starts: readonly number[];
  /** Path → source text, for values whose text is not the value itself. */
  readonly written: ReadonlyMap<string, string> | undefined;
}

/** The key of `written` for a nested value. NUL cannot occur in a key: it is replaced before parsing. */
export function writtenPath(parent: string, child: string | number): string {
  return `${parent}\0${child}`;
}
