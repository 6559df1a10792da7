import type { ReadOptions } from "./content.js";

/** `sha256:` and 64 lower-case hexadecimal digits, over a file's bytes as they are. */
export type Sha256Digest = `sha256:${string}`;

/**
 * Skills as a door hands them on (SEP-2640): entries first, a file's bytes only when somebody asks for that file.
 * Paths are `/`-separated and relative, without `.` and `..`: they are addresses, and the door makes its URIs of them.
 */
export interface SkillPort {
  /** In order of their paths, so that a listing is the same each time. Looks at one page's files at the most, to say their digests. */
  list(request: SkillPageRequest, options?: ReadOptions): Promise<SkillPage>;
  /** By `SkillEntry.path`, listed or not. */
  get(path: string, options?: ReadOptions): Promise<SkillEntry | undefined>;
  /** One file's bytes, by the path of its skill and its own path inside. `undefined` where the entry has no such file. */
  read(file: SkillFileAddress, options?: ReadOptions): Promise<Uint8Array | undefined>;
  /** Calls back after skills came, went or changed. Gives back how to stop that. Absent: they never change while they are open. */
  onChange?(listener: () => void): () => void;
}

export interface SkillPageRequest {
  readonly limit: number;
  /** `SkillPage.next` of the page before. One of another list is a `cursor-stale`. */
  readonly cursor?: string | undefined;
}

export interface SkillPage {
  readonly skills: readonly SkillEntry[];
  readonly next?: string | undefined;
}

export interface SkillEntry {
  /**
   * The address of the skill's folder, unique in the port, e.g. `pdf-forms` or `acme/pdf-forms`. Its last segment is the `name` in the
   * frontmatter, whatever the folder is called on disk.
   */
  readonly path: string;
  /** SKILL.md's frontmatter as JSON, as it is written: a host compares it with the file, so nothing may be repaired in it. */
  readonly frontmatter: SkillFrontmatter;
  /** Every file of the skill, `SKILL.md` among them, in order of their paths. */
  readonly files: readonly SkillFileEntry[];
}

export interface SkillFrontmatter {
  readonly name: string;
  readonly description: string;
  readonly [key: string]: unknown;
}

export interface SkillFileEntry {
  /** Inside the skill's folder: `SKILL.md`, `references/forms.md`. */
  readonly path: string;
  readonly digest: Sha256Digest;
  /** In bytes. */
  readonly size: number;
}

export interface SkillFileAddress {
  /** `SkillEntry.path`. */
  readonly skill: string;
  /** `SkillFileEntry.path`. */
  readonly file: string;
}
