import type * as z from "zod/mini";
import { printable } from "../text/printable.js";
import { type Lines, MORE_TEXT_NAMES, moreTexts, type NodeId, type NodeSummary, type Relation } from "./node.js";
import type { Tokens } from "./tokens.js";
import type {
  fullNodeSchema,
  indexNodeSchema,
  linksNodeSchema,
  scanNodeSchema,
  sectionsNodeSchema,
} from "./view-schema.js";

/** The fields by which a hit or a hop explains itself. They name fields and ids, never words of a body (R1.5). */
export const WHY_FIELDS = ["name", "description", "tag", "heading", "body", "link", "meaning"] as const;

export interface Why {
  readonly field: (typeof WHY_FIELDS)[number];
  readonly via?: NodeId;
}

/** Read-only all the way down: a view is a record of what was shown. */
type Frozen<Value> = Value extends object ? { readonly [Key in keyof Value]: Frozen<Value[Key]> } : Value;
type Shown<Schema extends z.core.$ZodType> = Frozen<Omit<z.infer<Schema>, "id" | "tokens" | "why" | "lines">> & {
  readonly id: NodeId;
  /** What opening the node in full would cost (R2.6). */
  readonly tokens?: Tokens;
  readonly why?: readonly Why[];
};
type Located<Schema extends z.core.$ZodType> = Shown<Schema> & { readonly lines?: Lines };

export interface IndexNode extends Shown<typeof indexNodeSchema> {
  readonly description?: never;
  readonly tags?: never;
  readonly path?: never;
  readonly lines?: never;
  readonly links?: never;
  readonly content?: never;
}

export interface ScanNode extends Located<typeof scanNodeSchema> {
  readonly links?: never;
  readonly content?: never;
}

export interface LinksNode extends Located<typeof linksNodeSchema> {
  readonly links: readonly LinkRow[];
  readonly content?: never;
}

export interface SectionsNode extends Located<typeof sectionsNodeSchema> {
  readonly links?: readonly LinkRow[];
  readonly content: { readonly sections: readonly SectionRow[]; readonly full?: never };
}

export interface FullNode extends Located<typeof fullNodeSchema> {
  readonly links?: readonly LinkRow[];
  readonly content: { readonly full: string; readonly sections?: readonly SectionRow[] };
}

/** A node as an answer shows it. The level says which fields exist; there is no view with more. */
export type NodeView = IndexNode | ScanNode | LinksNode | SectionsNode | FullNode;

/** A link as a view shows it: what earned no place is not there, and shortened text ends in an ellipsis. */
export interface LinkRow {
  readonly target: NodeId;
  readonly name: string;
  readonly relation: Relation;
  readonly description?: string;
  readonly context?: string;
}

/** A section as a view shows it, with what opening it would cost. */
export interface SectionRow {
  readonly id?: NodeId;
  readonly heading: string;
  readonly depth: number;
  readonly lines?: Lines;
  readonly tokens?: Tokens;
  readonly preview?: string;
}

/** How many rows a view left out. */
export interface More {
  readonly links?: number;
  readonly sections?: number;
}

export interface Annotations {
  readonly tokens?: Tokens | undefined;
  readonly score?: number | undefined;
  readonly why?: readonly Why[] | undefined;
  readonly hop?: number | undefined;
  readonly best?: { readonly id: NodeId; readonly tokens: Tokens } | undefined;
  readonly more?: More | undefined;
  /** Only a part of the text is shown. */
  readonly cut?: true | undefined;
}

// Views are built up field by field for their level and never cut down from a fuller object (R1.4):
// a summary that carries more than its type says cannot smuggle it through, and no control character reaches a model.

export function indexView(summary: NodeSummary, notes: Annotations = {}): IndexNode {
  const { id, name, type, domain } = summary;
  return annotate({ id, level: 0, name: printable(name), type: printable(type), domain: printable(domain) }, notes);
}

export function scanView(summary: NodeSummary, notes: Annotations = {}): ScanNode {
  return annotate(scan(summary, 1), notes);
}

export function linksView(summary: NodeSummary, links: readonly LinkRow[], notes: Annotations = {}): LinksNode {
  return annotate({ ...scan(summary, 2), links: links.map(linkView) }, notes);
}

export interface Outline {
  /** Where they were asked for. */
  readonly links?: readonly LinkRow[] | undefined;
  readonly sections: readonly SectionRow[];
}

export function sectionsView(summary: NodeSummary, outline: Outline, notes: Annotations = {}): SectionsNode {
  const { links, sections } = outline;
  const beside = links === undefined ? {} : { links: links.map(linkView) };
  return annotate({ ...scan(summary, 3), ...beside, content: { sections: sections.map(sectionView) } }, notes);
}

export interface Opened {
  readonly full: string;
  /** What the frontmatter alone declares: the body holds the others (R1.1). More where they were asked for. */
  readonly links: readonly LinkRow[];
  readonly sections?: readonly SectionRow[] | undefined;
}

export function fullView(summary: NodeSummary, { full, links, sections }: Opened, notes: Annotations = {}): FullNode {
  const beside = links.length === 0 ? {} : { links: links.map(linkView) };
  const outline = sections === undefined ? {} : { sections: sections.map(sectionView) };
  const { tags, path, lines, ...rest } = scan(summary, 4);
  const { headings = [] } = summary;
  const place = {
    ...(headings.length === 0 ? {} : { headings: headings.map(printable) }),
    ...(path === undefined ? {} : { path }),
    ...(lines === undefined ? {} : { lines }),
  };
  // The text stands before a key that is always there, so that what it costs can be told without the rest.
  return annotate({ ...rest, content: { full: printable(full), ...outline }, tags, ...place, ...beside }, notes);
}

function scan<At extends 1 | 2 | 3 | 4>(summary: NodeSummary, level: At) {
  const { id, name, type, domain, description, tags, path, lines } = summary;
  return {
    id,
    level,
    name: printable(name),
    type: printable(type),
    domain: printable(domain),
    description: printable(description),
    ...(MORE_TEXT_NAMES.length === 0 ? {} : moreTexts(summary, printable)),
    tags: tags.map(printable),
    ...(path === undefined ? {} : { path: printable(path) }),
    ...(lines === undefined ? {} : { lines }),
  };
}

function linkView({ target, name, relation, description, context }: LinkRow): LinkRow {
  return {
    target,
    name: printable(name),
    relation,
    ...(description === undefined || description === "" ? {} : { description: printable(description) }),
    ...(context === undefined || context === "" ? {} : { context: printable(context) }),
  };
}

function sectionView({ id, heading, depth, lines, tokens, preview }: SectionRow): SectionRow {
  return {
    ...(id === undefined ? {} : { id }),
    heading: printable(heading),
    depth,
    ...(lines === undefined ? {} : { lines }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(preview === undefined || preview === "" ? {} : { preview: printable(preview) }),
  };
}

type WritableAnnotations = { -readonly [Key in keyof Annotations]?: NonNullable<Annotations[Key]> };

/** Adds what is said of a node to a view that nobody else holds yet. Copies would cost more than all the rest of a list. */
function annotate<View extends object>(fresh: View, notes: Annotations): View & Readonly<WritableAnnotations> {
  const { tokens, score, why, hop, best, more, cut } = notes;
  const view: View & WritableAnnotations = fresh;
  if (tokens !== undefined) view.tokens = tokens;
  // Two decimals order any list that a person or a model reads; more would only cost tokens. JSON has no infinite numbers.
  const rounded = Math.round((score ?? Number.NaN) * 100) / 100;
  if (Number.isFinite(rounded)) view.score = rounded;
  if (why !== undefined && why.length > 0) view.why = why.map(whyView);
  if (hop !== undefined) view.hop = hop;
  if (best !== undefined) view.best = best;
  if (more !== undefined) view.more = more;
  if (cut !== undefined) view.cut = cut;
  return view;
}

function whyView({ field, via }: Why): Why {
  return via === undefined ? { field } : { field, via };
}
