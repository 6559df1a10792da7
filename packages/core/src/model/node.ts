import { escapeControls } from "../text/escape-controls.js";
import { PdError } from "./errors.js";

declare const nodeIdBrand: unique symbol;

/** An id that a graph has given out. What a user types is a reference, and becomes an id only through `Graph.resolve`. */
export type NodeId = string & { readonly [nodeIdBrand]: true };

/** Long enough for any readable id; a store that makes longer ones shortens them with a hash (R3.2). */
export const NODE_ID_LENGTH = 400;

/** Marks text as an id. For those who implement `Graph`: everyone else gets ids from one. */
export function nodeId(text: string): NodeId {
  if (text === "" || text.length > NODE_ID_LENGTH || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) {
    throw new PdError("content-invalid", `"${escapeControls(text.slice(0, 80))}" cannot be a node id`, {
      fix: `Use 1 to ${NODE_ID_LENGTH} characters without control characters and line ends, e.g. note:budgets.`,
    });
  }
  return text as NodeId;
}

/** The id of a section as a node of its own (R1.3). */
export function sectionNodeId(note: NodeId, anchor: string): NodeId {
  return nodeId(`${note}#${anchor}`);
}

/** Lines of a file, counted from 1; the last one belongs to them. */
export type Lines = readonly [first: number, last: number];

/** Whether all of some lines are among others. */
export function holdsLines(whole: Lines, part: Lines): boolean {
  return whole[0] <= part[0] && part[1] <= whole[1];
}

const LINES = /@(\d{1,9})(?:-(\d{1,9}))?$/;

/** The id of a passage as a node of its own (R1.9). */
export function passageNodeId(note: NodeId, [first, last]: Lines): NodeId {
  return nodeId(`${note}@${first}-${last}`);
}

/** What a reference says before its lines, and which lines: `note:budgets@12-18`, or `budgets.md@12` for one line. */
export function splitLines(reference: string): { readonly name: string; readonly lines: Lines } | undefined {
  const found = LINES.exec(reference);
  if (found === null || found.index === 0) return undefined;
  const first = Number(found[1]);
  const last = Number(found[2] ?? found[1]);
  return first === 0 || last < first ? undefined : { name: reference.slice(0, found.index), lines: [first, last] };
}

/** The note that a section or a passage belongs to; a note is its own. Coverage counts by this (R1.3, R1.9). */
export function noteOf(id: NodeId): NodeId {
  const hash = id.indexOf("#");
  if (hash >= 0) return id.slice(0, hash) as NodeId;
  return (isPassageId(id) ? id.slice(0, id.lastIndexOf("@")) : id) as NodeId;
}

/** No other id ends like this (R1.9). */
export function isPassageId(id: string): boolean {
  return /@\d+-\d+$/.test(id);
}

/**
 * Further texts of frontmatter that level 1 shows, by their keys. Notes, snapshots, views, their schemas and versions have a field for each that
 * is named here; `gate/render-text.ts` decides where a text for a model has it.
 */
const MORE_TEXTS = [] as const satisfies readonly string[];

export const MORE_TEXT_NAMES: readonly string[] = MORE_TEXTS;

export type MoreTexts = { readonly [Name in (typeof MORE_TEXTS)[number]]?: string | undefined };

/** The further texts of something that has more fields, those that say something. */
export function moreTexts(of: MoreTexts, change: (text: string) => string = (text) => text): MoreTexts {
  const texts = new Map<string, string | undefined>(Object.entries(of));
  return Object.fromEntries(
    MORE_TEXT_NAMES.flatMap((name) => {
      const text = texts.get(name) ?? "";
      return text === "" ? [] : [[name, change(text)]];
    }),
  );
}

/** What is known of a node without reading it: all that level 1 shows. */
export interface NodeSummary extends MoreTexts {
  readonly id: NodeId;
  readonly name: string;
  readonly type: string;
  readonly domain: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Where its file is, relative to the root of its content; none where it has no file (R1.10). */
  readonly path?: string | undefined;
  /** Of a section: the first and the last line in that file, counted from 1. */
  readonly lines?: Lines | undefined;
  /** Of a passage: the headings that it stands under, outermost first. */
  readonly headings?: readonly string[] | undefined;
}

export const RELATIONS = ["references", "clusters", "extends", "contradicts", "embeds"] as const;

export type Relation = (typeof RELATIONS)[number];

export interface Link {
  readonly target: NodeId;
  /** The target's name and description, so that an agent can choose without another call. */
  readonly name: string;
  readonly description: string;
  readonly relation: Relation;
  /** The sentence that holds the link; empty for a relation that only the frontmatter declares. */
  readonly context: string;
  /** Declared in the frontmatter alone: the body does not repeat it, so level 4 keeps it (R1.1). */
  readonly declared?: boolean;
}

export interface SectionPreview {
  /** By which it can be opened as a node of its own (R1.3); none where it cannot. */
  readonly id?: NodeId | undefined;
  readonly heading: string;
  readonly depth: number;
  readonly lines?: Lines | undefined;
  readonly preview: string;
}
