import type { FileStamp } from "../../files/contained-file.js";
import type { MoreTexts, Relation } from "../../model/node.js";

/** What is kept of a note once its file was read. No text of its body: sections and links are places in the file. */
export interface Note extends MoreTexts {
  /** Relative to the vault, with `/` between its parts. */
  readonly path: string;
  readonly stamp: FileStamp;
  readonly name: string;
  readonly type: string;
  readonly domain: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  /** Its addresses in a documentation site, as published first. */
  readonly routes: readonly string[];
  /** Which of its fields the frontmatter itself has, and which were made up from elsewhere. */
  readonly declares: Declared;
  /** Most of its body is links: the shape of a map of content. */
  readonly isMostlyLinks: boolean;
  /** Where the body begins, in bytes. */
  readonly bodyStart: number;
  /** In the order of the file; at least one. */
  readonly sections: readonly NoteSection[];
  readonly links: readonly NoteLink[];
  /** What links can name beside headings: block ids, such as `quote` for `^quote`, and with a `#` the names that HTML gives (`<a id="x">`). */
  readonly blocks: readonly string[];
  /** Where it declares no description: sentences that describe it instead of the first, where many notes say that one. */
  readonly standIns: readonly string[];
}

export interface Declared {
  readonly description: boolean;
  readonly type: boolean;
  readonly domain: boolean;
}

/** A part of a note under a heading; the text before the first one has the heading `""` and depth 0. Places are in bytes. */
export interface NoteSection {
  readonly heading: string;
  readonly depth: number;
  readonly start: number;
  /** Up to the next heading, whatever its depth. */
  readonly end: number;
}

/** How a link is written, which decides how it is resolved. `declared`: in the frontmatter, as a relation. */
export const LINK_FORMS = ["wikilink", "path", "declared"] as const;

export interface NoteLink {
  readonly form: (typeof LINK_FORMS)[number];
  /** What the form alone says; a link in a map of content becomes `clusters` later. */
  readonly relation: Relation;
  readonly target: string;
  /** A heading, or a block id with its `^`; empty where the whole note is meant. */
  readonly anchor: string;
  /** What the link shows, where that is not its target. */
  readonly text: string;
  /** Its place in the file, in bytes; 0 for declared ones. */
  readonly start: number;
  readonly line: number;
}
