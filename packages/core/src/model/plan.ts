import type { Level } from "./level.js";
import type { NodeId } from "./node.js";
import type { Tokens } from "./tokens.js";
import type { Why } from "./view.js";

declare const cursorBrand: unique symbol;

/** Where a listing goes on. Opaque to all but the content that made it. */
export type Cursor = string & { readonly [cursorBrand]: true };

/** One node that an operation would like shown, and how far up it may go. */
export interface Want {
  readonly id: NodeId;
  /** The gate never shows it lower than this: it leaves it out instead. */
  readonly least: Level;
  readonly most: Level;
  readonly score?: number;
  readonly why?: readonly Why[];
  readonly hop?: number;
  /** What a skill is invoked with. */
  readonly argument?: string;
  /** Which links and previews are asked for, where it is not what the level has (R1.8). */
  readonly rows?: AskedRows | undefined;
  /** The body comes in place of a lower level where it costs no more. */
  readonly orBody?: boolean;
  /** Shortens its text where that does not fit whole (R1.9). */
  readonly cut?: CutText | undefined;
  /** The question that the cut is made for: a part of a text comes once for each (R1.9). */
  readonly cutFor?: string | undefined;
  /** The part of it that matched best: the gate says what that costs to open (R3.5). */
  readonly best?: NodeId | undefined;
}

/** Gives the part of a text that takes no more than so many tokens by this count; nothing where no part does. */
export type CutText = (text: string, room: number, count: (text: string) => number) => string | undefined;

/** Links and previews as they are asked for. What is asked for comes whatever the session has seen. */
export interface AskedRows {
  readonly links?: "none" | "best" | "all" | undefined;
  readonly previews?: "short" | "all" | undefined;
  /** How many of `links: "all"` or `previews: "all"` were shown before. */
  readonly from?: number | undefined;
}

/** What an operation may say beside its nodes. The gate words it, so that no free text of a plan reaches an answer. */
export type Notice =
  /** `among`: what was looked among, where it is not the whole and there may be no operation that says what there is. */
  | { readonly code: "nothing-found"; readonly among?: "skills" }
  | { readonly code: "nothing-here" }
  | { readonly code: "vault-closed"; readonly reason: string }
  | { readonly code: "reference-unknown"; readonly reference: string }
  | { readonly code: "ambiguous-name"; readonly reference: string; readonly candidates: readonly NodeId[] }
  | { readonly code: "index-partial" }
  | { readonly code: "weak-match"; readonly words: readonly string[]; readonly isEmpty?: boolean }
  /** An embedder was to be asked, and did not give the question's vector. */
  | { readonly code: "meaning-missing" }
  /** The share of texts that have a vector. */
  | { readonly code: "meaning-partial"; readonly share: number }
  | { readonly code: "figures-cut"; readonly tokens: Tokens };

/** The figures of an answer, whose lists can be cut to what a budget holds. */
export interface Figures<Data = unknown> {
  /** How many rows the longest list has. */
  readonly rows: number;
  /** With at most this many rows in a list; fewer rows never take more room. */
  upTo(rows: number): Data;
}

export interface NextPage {
  /** What the pages are of. */
  readonly of: "nodes" | "links" | "sections";
  /** Behind all that is wanted; none on the last page. */
  readonly cursor: Cursor | undefined;
  /** Behind the first of them. */
  after(shown: number): Promise<Cursor | undefined>;
}

/** What an operation decides, before anything is read: ids and levels, best first. */
export interface Plan<Data = unknown> {
  readonly wants: readonly Want[];
  /** Looked at and not wanted: the answer names them as left out. */
  readonly passed?: readonly NodeId[];
  /** How many nodes the operation looked at to decide. */
  readonly visited: number;
  readonly budget?: Tokens | undefined;
  /** `pinned`: a scan stays a scan. `raised`: never below what the session has seen (R2.1). */
  readonly levels: "pinned" | "raised";
  /** The share of the budget that goes to the lowest levels before anything is raised (R2.5). */
  readonly breadth: number;
  /** Nodes that were asked for by name: one that fits as it was asked for is not shortened for the sake of one that does not. */
  readonly wholeFirst?: boolean;
  /** `false`: what the session has seen at its level is named, not shown again (R2.7). */
  readonly repeat: boolean;
  readonly figures?: Figures<Data> | undefined;
  /** Where a list goes on, and where it does so behind its first few: what did not fit is on the next page. */
  readonly next?: NextPage | undefined;
  readonly notices?: readonly Notice[];
}
