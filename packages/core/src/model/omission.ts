import type { Level } from "./level.js";
import type { NodeId } from "./node.js";
import type { Tokens } from "./tokens.js";

/**
 * `budget`: it did not fit. `limit`: more nodes were found than asked for. `seen`: the session has it already, and asked for no repeats.
 * `changed`: it no longer matches its index entry. `unreadable`: reading failed. `unknown`: the graph has no such node.
 */
export const OMISSION_REASONS = ["budget", "limit", "seen", "changed", "unreadable", "unknown"] as const;

export type OmissionReason = (typeof OMISSION_REASONS)[number];

export interface Omission {
  readonly id: NodeId;
  readonly reason: OmissionReason;
  /** The level at which it was asked for. */
  readonly level: Level;
  /** What it costs at that level, in the form asked for: the least `tokenBudget` that shows it so by itself. */
  readonly tokens?: Tokens;
  readonly score?: number;
  /** The level at which the session has seen it. */
  readonly seenAt?: Level;
}
