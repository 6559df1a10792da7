import type { Cursor } from "./content.js";
import type { Level } from "./level.js";
import type { NodeId } from "./node.js";
import type { Tokens } from "./tokens.js";
import type { Why } from "./view.js";

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
}

/** What an operation may say beside its nodes. The gate words it, so that no free text of a plan reaches an answer. */
export type Notice =
  | { readonly code: "nothing-found" }
  | { readonly code: "nothing-here" }
  | { readonly code: "reference-unknown"; readonly reference: string }
  | { readonly code: "index-partial" };

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
  /** `false`: what the session has seen at its level is named, not shown again (R2.7). */
  readonly repeat: boolean;
  readonly data?: Data | undefined;
  readonly cursor?: Cursor | undefined;
  readonly notices?: readonly Notice[];
}
