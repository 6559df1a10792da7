import { PdError } from "./errors.js";
import { escapeControls } from "./escape-controls.js";

declare const nodeIdBrand: unique symbol;

/** An id that a graph has given out. What a user types is a reference, and becomes an id only through `Graph.resolve`. */
export type NodeId = string & { readonly [nodeIdBrand]: true };

/** Long enough for any readable id; a store that makes longer ones shortens them with a hash (R3.2). */
export const NODE_ID_LENGTH = 400;

/** Marks text as an id. For those who implement `Graph`: everyone else gets ids from one. */
export function nodeId(text: string): NodeId {
  if (text === "" || text.length > NODE_ID_LENGTH || /\p{Cc}/u.test(text)) {
    throw new PdError("content-invalid", `"${escapeControls(text.slice(0, 80))}" cannot be a node id`, {
      fix: `Use 1 to ${NODE_ID_LENGTH} characters without control characters, e.g. note:budgets.`,
    });
  }
  return text as NodeId;
}

/** The id of a section as a node of its own (R1.3). */
export function sectionNodeId(note: NodeId, anchor: string): NodeId {
  return nodeId(`${note}#${anchor}`);
}

/** The note a section belongs to; a note is its own. Coverage counts by this (R1.3). */
export function noteOf(id: NodeId): NodeId {
  const hash = id.indexOf("#");
  return hash < 0 ? id : (id.slice(0, hash) as NodeId);
}

/** What is known of a node without reading it: all that level 1 shows. */
export interface NodeSummary {
  readonly id: NodeId;
  readonly name: string;
  readonly type: string;
  readonly domain: string;
  readonly description: string;
  readonly tags: readonly string[];
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
  readonly heading: string;
  readonly depth: number;
  readonly preview: string;
}
