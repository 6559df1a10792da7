import { PdError } from "../model/errors.js";
import type { Level } from "../model/level.js";
import type { NodeId } from "../model/node.js";
import type { OmissionReason } from "../model/omission.js";
import type { Digests, Seen } from "../model/seen.js";
import type { Caller, SessionId } from "../model/session-id.js";
import type { Tokens } from "../model/tokens.js";

export type { Caller, SessionId } from "../model/session-id.js";

/** What one call added to a session. */
export interface SessionEntry {
  readonly graphId: string;
  readonly operation: string;
  /** Milliseconds since 1970: times belong to reports and events, not into answers (R2.8). */
  readonly at: number;
  readonly tokensUsed: Tokens;
  readonly tokenBudget: Tokens | null;
  /** How many nodes the graph had; by this a report says how much of it was read. */
  readonly graphSize?: number;
  readonly loaded: readonly LoadRecord[];
  readonly skipped: readonly SkipRecord[];
}

export interface LoadRecord {
  readonly id: NodeId;
  readonly level: Level;
  /** What the session had seen of it before. */
  readonly from?: Level;
}

export interface SkipRecord {
  readonly id: NodeId;
  readonly reason: OmissionReason;
  readonly tokens?: Tokens;
}

/** What one call delivered: its entry, which reports show, and what it showed of each node, which only the ledger keeps. */
export interface SessionCommit extends SessionEntry {
  readonly digests: ReadonlyMap<NodeId, Digests>;
}

export interface SessionRecord {
  readonly id: SessionId;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Every call that is still remembered, oldest first. */
  readonly entries: readonly SessionEntry[];
  /** How many older calls were forgotten to stay within bounds; what they showed still counts as seen. */
  readonly forgotten: number;
}

export interface SeenRequest {
  readonly graphId: string;
  readonly ids: readonly NodeId[];
  /** Notes of which every section and passage that was seen is asked for too: who has read a section has read its passages (R1.9). */
  readonly partsOf?: readonly NodeId[];
}

/**
 * The port for sessions. `commit` merges as `mergeSeen` does, levels by maximum and digests by the last one, so parallel calls and several
 * machines need no lock: whichever comes last, nothing counts as seen that was not shown.
 * A session that is unknown, expired or another caller's is `undefined` or `false`, the three alike.
 */
export interface SessionStore {
  create(caller: Caller): Promise<SessionId>;
  /** What was seen of these nodes; those never seen are not in the map. */
  seen(session: SessionId, caller: Caller, nodes: SeenRequest): Promise<ReadonlyMap<NodeId, Seen> | undefined>;
  commit(session: SessionId, caller: Caller, commit: SessionCommit): Promise<boolean>;
  record(session: SessionId, caller: Caller): Promise<SessionRecord | undefined>;
  end(session: SessionId, caller: Caller): Promise<boolean>;
  /** Calls back when a session is gone, whatever the cause, so that what was kept for it can go too. */
  onEnd?(listener: (session: SessionId) => void): void;
}

/** Unknown, expired and another caller's read the same: an answer must not tell which ids exist. */
export function unknownSession(): PdError {
  return new PdError("session-unknown", "That session is unknown or has expired", {
    where: "session",
    fix: 'Call with session "new" and use the id that comes back.',
  });
}
