import { LRUCache } from "lru-cache";
import { createLedger, type Ledger } from "./ledger.js";
import type { Level } from "./level.js";
import type { NodeId } from "./node.js";
import { type Caller, newSessionId, type SessionEntry, type SessionId, type SessionStore } from "./session.js";

export interface MemorySessionStoreOptions {
  /** Past this many, the least recently used one ends. */
  readonly maxSessions?: number;
  /** An estimate of what all sessions together may hold. */
  readonly maxBytes?: number;
  /** A session that is not used for this long ends. */
  readonly idleMilliseconds?: number;
  /** How many calls a session remembers for its report. */
  readonly maxEntries?: number;
  readonly now?: () => number;
}

interface Kept {
  readonly caller: Caller;
  readonly createdAt: number;
  readonly ledgers: Map<string, Ledger>;
  readonly entries: SessionEntry[];
  usedAt: number;
  forgotten: number;
  bytes: number;
}

/** What a map entry and a short id take, as measured on V8; the bound is a bound on order, not on bytes to the letter. */
const BYTES_PER_RECORD = 160;

/** Sessions in this process's memory, bounded in number, bytes and time. */
export function createMemorySessionStore(options: MemorySessionStoreOptions = {}): SessionStore {
  const { maxSessions = 1000, maxBytes = 64 * 2 ** 20, idleMilliseconds = 60 * 60_000, maxEntries = 500 } = options;
  const now = options.now ?? Date.now;
  const listeners: ((session: SessionId) => void)[] = [];
  const sessions = new LRUCache<SessionId, Kept>({
    max: maxSessions,
    maxSize: maxBytes,
    sizeCalculation: (kept) => kept.bytes,
    noDisposeOnSet: true,
    dispose(_, id) {
      for (const listener of listeners) listener(id);
    },
  });

  function find(id: SessionId, caller: Caller): Kept | undefined {
    // A stranger who asks for it must not keep it alive.
    if (sessions.peek(id)?.caller !== caller) return undefined;
    const kept = sessions.get(id);
    if (kept === undefined) return undefined;
    if (now() - kept.usedAt > idleMilliseconds) {
      sessions.delete(id);
      return undefined;
    }
    kept.usedAt = now();
    return kept;
  }

  function endIdle(): void {
    // Least recently used first, so the first that is still alive ends the search.
    for (const id of [...sessions.rkeys()]) {
      const kept = sessions.peek(id);
      if (kept !== undefined && now() - kept.usedAt <= idleMilliseconds) return;
      sessions.delete(id);
    }
  }

  /** At the limit, the caller that holds most gives up its oldest session: nobody can push the others out. */
  function makeRoom(): void {
    if (sessions.size < maxSessions) return;
    const held = new Map<Caller, SessionId[]>();
    for (const id of sessions.rkeys()) {
      const { caller } = sessions.peek(id) as Kept;
      const ids = held.get(caller) ?? [];
      ids.push(id);
      held.set(caller, ids);
    }
    const [most] = [...held.values()].sort((a, b) => b.length - a.length);
    if (most?.[0] !== undefined) sessions.delete(most[0]);
  }

  return {
    async create(caller) {
      endIdle();
      makeRoom();
      const id = newSessionId();
      const at = now();
      sessions.set(id, {
        caller,
        createdAt: at,
        usedAt: at,
        ledgers: new Map(),
        entries: [],
        forgotten: 0,
        bytes: 1024,
      });
      return id;
    },
    async seen(session, caller, { graphId, ids }) {
      const kept = find(session, caller);
      if (kept === undefined) return undefined;
      const ledger = kept.ledgers.get(graphId);
      const levels = new Map<NodeId, Level>();
      for (const id of ids) {
        const level = ledger?.seen(id);
        if (level !== undefined) levels.set(id, level);
      }
      return levels;
    },
    async commit(session, caller, entry) {
      const kept = find(session, caller);
      if (kept === undefined) return false;
      const ledger = kept.ledgers.get(entry.graphId) ?? createLedger();
      kept.ledgers.set(entry.graphId, ledger);
      for (const { id, level } of entry.loaded) ledger.raise(id, level);
      kept.entries.push(entry);
      if (kept.entries.length > maxEntries) {
        kept.entries.shift();
        kept.forgotten += 1;
      }
      kept.bytes = sizeOf(kept);
      sessions.set(session, kept);
      return true;
    },
    async record(session, caller) {
      const kept = find(session, caller);
      if (kept === undefined) return undefined;
      const { createdAt, usedAt, forgotten } = kept;
      return { id: session, createdAt, expiresAt: usedAt + idleMilliseconds, entries: [...kept.entries], forgotten };
    },
    async end(session, caller) {
      return find(session, caller) !== undefined && sessions.delete(session);
    },
    onEnd(listener) {
      listeners.push(listener);
    },
  };
}

function sizeOf(kept: Kept): number {
  let records = 0;
  for (const ledger of kept.ledgers.values()) records += ledger.size;
  for (const entry of kept.entries) records += 2 + entry.loaded.length + entry.skipped.length;
  return 1024 + records * BYTES_PER_RECORD;
}
