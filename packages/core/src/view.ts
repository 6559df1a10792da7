import type * as z from "zod/mini";
import type { Link, NodeId, NodeSummary, SectionPreview } from "./node.js";
import type { Tokens } from "./tokens.js";
import type {
  fullNodeSchema,
  indexNodeSchema,
  linksNodeSchema,
  scanNodeSchema,
  sectionsNodeSchema,
} from "./view-schema.js";

/** The fields by which a hit or a hop explains itself. They name fields and ids, never words of a body (R1.5). */
export const WHY_FIELDS = ["name", "description", "tag", "heading", "body", "link"] as const;

export interface Why {
  readonly field: (typeof WHY_FIELDS)[number];
  readonly via?: NodeId;
}

/** Read-only all the way down: a view is a record of what was shown. */
type Frozen<Value> = Value extends object ? { readonly [Key in keyof Value]: Frozen<Value[Key]> } : Value;
type Shown<Schema extends z.core.$ZodType> = Frozen<Omit<z.infer<Schema>, "id" | "tokens" | "why">> & {
  readonly id: NodeId;
  /** What opening the node in full would cost (R2.6). */
  readonly tokens?: Tokens;
  readonly why?: readonly Why[];
};

export interface IndexNode extends Shown<typeof indexNodeSchema> {
  readonly description?: never;
  readonly tags?: never;
  readonly links?: never;
  readonly content?: never;
}

export interface ScanNode extends Shown<typeof scanNodeSchema> {
  readonly links?: never;
  readonly content?: never;
}

export interface LinksNode extends Shown<typeof linksNodeSchema> {
  readonly content?: never;
}

export interface SectionsNode extends Shown<typeof sectionsNodeSchema> {
  readonly content: { readonly sections: readonly SectionPreview[]; readonly full?: never };
}

export interface FullNode extends Shown<typeof fullNodeSchema> {
  readonly content: { readonly full: string; readonly sections?: never };
}

/** A node as an answer shows it. The level says which fields exist; there is no view with more. */
export type NodeView = IndexNode | ScanNode | LinksNode | SectionsNode | FullNode;

export interface Annotations {
  readonly tokens?: Tokens | undefined;
  readonly score?: number | undefined;
  readonly why?: readonly Why[] | undefined;
  readonly hop?: number | undefined;
}

// Views are built up field by field for their level and never cut down from a fuller object (R1.4):
// a summary that carries more than its type says cannot smuggle it through.

export function indexView(summary: NodeSummary, notes: Annotations = {}): IndexNode {
  const { id, name, type, domain } = summary;
  return annotate({ id, level: 0, name, type, domain }, notes);
}

export function scanView(summary: NodeSummary, notes: Annotations = {}): ScanNode {
  return annotate(scan(summary, 1), notes);
}

export function linksView(summary: NodeSummary, links: readonly Link[], notes: Annotations = {}): LinksNode {
  return annotate({ ...scan(summary, 2), links: links.map(linkView) }, notes);
}

export interface Outline {
  readonly links: readonly Link[];
  readonly sections: readonly SectionPreview[];
}

export function sectionsView(summary: NodeSummary, outline: Outline, notes: Annotations = {}): SectionsNode {
  const sections = outline.sections.map(({ heading, depth, preview }) => ({ heading, depth, preview }));
  return annotate({ ...scan(summary, 3), links: outline.links.map(linkView), content: { sections } }, notes);
}

export interface Opened {
  readonly full: string;
  readonly links: readonly Link[];
}

/** The body already holds its links and sections; only what the frontmatter alone declares stays beside it (R1.1). */
export function fullView(summary: NodeSummary, { full, links }: Opened, notes: Annotations = {}): FullNode {
  const declared = links.filter((link) => link.declared === true).map(linkView);
  const beside = declared.length === 0 ? {} : { links: declared };
  return annotate({ ...scan(summary, 4), ...beside, content: { full } }, notes);
}

function scan<At extends 1 | 2 | 3 | 4>(summary: NodeSummary, level: At) {
  const { id, name, type, domain, description, tags } = summary;
  return { id, level, name, type, domain, description, tags: [...tags] };
}

function linkView({ target, name, description, relation, context }: Link) {
  return { target, name, description, relation, context };
}

interface Noted {
  tokens?: Tokens;
  score?: number;
  why?: readonly Why[];
  hop?: number;
}

/** Adds what is said of a node to a view that nobody else holds yet. Copies would cost more than all the rest of a list. */
function annotate<View extends object>(fresh: View, { tokens, score, why, hop }: Annotations): View & Readonly<Noted> {
  const view: View & Noted = fresh;
  if (tokens !== undefined) view.tokens = tokens;
  // Two decimals order any list that a person or a model reads; more would only cost tokens. JSON has no infinite numbers.
  const rounded = Math.round((score ?? Number.NaN) * 100) / 100;
  if (Number.isFinite(rounded)) view.score = rounded;
  if (why !== undefined && why.length > 0) view.why = why.map(whyView);
  if (hop !== undefined) view.hop = hop;
  return view;
}

function whyView({ field, via }: Why): Why {
  return via === undefined ? { field } : { field, via };
}
