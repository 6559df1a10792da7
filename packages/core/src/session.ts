import { PdError } from "./errors.js";
import type { Level } from "./level.js";
import type { NodeId } from "./node.js";
import type { OmissionReason } from "./omission.js";
import type { Tokens } from "./tokens.js";

declare const sessionIdBrand: unique symbol;

/** The handle of a disclosure session: given in, given back, and worth nothing to another caller. */
export type SessionId = string & { readonly [sessionIdBrand]: true };

export const SESSION_ID_PATTERN = /^pds_[0-9]{39}$/;

/**
 * 128 random bits, in decimal: every tokenizer takes digits in fixed groups, so each id costs the same,
 * and an answer that mentions one stays the same in all other bytes (R2.5).
 */
export function newSessionId(): SessionId {
  const random = crypto.getRandomValues(new BigUint64Array(2));
  const number = ((random[0] ?? 0n) << 64n) | (random[1] ?? 0n);
  return `pds_${number.toString().padStart(39, "0")}` as SessionId;
}

/** Who may use a session: the hash of a bearer token, or the process over stdio. */
export type Caller = string;

/** What one call added to a session. */
export interface SessionEntry {
  readonly graphId: string;
  readonly operation: string;
  /** Milliseconds since 1970: times belong to reports and events, not into answers (R2.8). */
  readonly at: number;
  readonly tokensUsed: Tokens;
  readonly tokenBudget: Tokens | null;
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

export interface SessionRecord {
  readonly id: SessionId;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Every call that is still remembered, oldest first. */
  readonly entries: readonly SessionEntry[];
  /** How many older calls were forgotten to stay within bounds; what they showed still counts as seen. */
  readonly forgotten: number;
}

/**
 * The port for sessions. `commit` merges by maximum, so parallel calls and several machines need no lock.
 * A session that is unknown, expired or another caller's is `undefined` or `false`, the three alike.
 */
export interface SessionStore {
  create(caller: Caller): Promise<SessionId>;
  /** The levels seen of these nodes; those never seen are not in the map. */
  seen(
    session: SessionId,
    caller: Caller,
    nodes: { readonly graphId: string; readonly ids: readonly NodeId[] },
  ): Promise<ReadonlyMap<NodeId, Level> | undefined>;
  commit(session: SessionId, caller: Caller, entry: SessionEntry): Promise<boolean>;
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
