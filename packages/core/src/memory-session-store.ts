import { LRUCache } from "lru-cache";
import { createLedger, type Ledger } from "./ledger.js";
import type { Level } from "./level.js";
import type { NodeId } from "./node.js";
import { type Caller, newSessionId, type SessionEntry, type SessionId, type SessionStore } from "./session.js";

export interface MemorySessionStoreOptions {
  /** Past this many, whoever has most of them loses the one that was used least recently. */
  readonly maxSessions?: number;
  /** An estimate of what all sessions together may hold; past it, whoever holds most loses likewise. */
  readonly maxBytes?: number;
  /** A session that is not used for this long ends. */
  readonly idleMilliseconds?: number;
  /** How many calls a session remembers for its report. */
  readonly maxEntries?: number;
  /** How many nodes these calls together name, shown or left out. */
  readonly maxRecords?: number;
  readonly now?: () => number;
}

interface Kept {
  readonly caller: Caller;
  readonly createdAt: number;
  readonly ledgers: Map<string, Ledger>;
  readonly entries: SessionEntry[];
  usedAt: number;
  forgotten: number;
  /** Nodes that entries name. */
  records: number;
  bytes: number;
}

/** What a map entry and a short id take, as measured on V8; the bound is a bound on order, not on bytes to the letter. */
const BYTES_PER_RECORD = 160;
const BYTES_PER_SESSION = 1024;
/** Beside the nodes it names. */
const RECORDS_PER_ENTRY = 2;

/** Sessions in this process's memory, bounded in number, bytes and time. */
export function createMemorySessionStore(options: MemorySessionStoreOptions = {}): SessionStore {
  const { maxSessions = 1000, maxBytes = 64 * 2 ** 20, idleMilliseconds = 60 * 60_000 } = options;
  const { maxEntries = 500, maxRecords = 4000 } = options;
  const now = options.now ?? Date.now;
  const listeners: ((session: SessionId) => void)[] = [];
  let bytes = 0;
  const sessions = new LRUCache<SessionId, Kept>({
    // To the cache, 0 means no limit.
    max: Math.max(1, maxSessions),
    dispose(kept, id) {
      bytes -= kept.bytes;
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

  /** The caller that holds most gives up the session it used least recently: nobody can push the others out. */
  function makeRoom(share: (kept: Kept) => number): void {
    const held = new Map<Caller, { readonly oldest: SessionId; all: number }>();
    for (const id of sessions.rkeys()) {
      const kept = sessions.peek(id)!;
      const own = held.get(kept.caller);
      if (own === undefined) held.set(kept.caller, { oldest: id, all: share(kept) });
      else own.all += share(kept);
    }
    const [most] = [...held.values()].sort((a, b) => b.all - a.all);
    if (most !== undefined) sessions.delete(most.oldest);
  }

  function makeRoomFor(more: number): void {
    while (bytes + more > maxBytes && sessions.size > 0) makeRoom(({ bytes: held }) => held);
  }

  /** What a call adds to a session, and what is forgotten for it. */
  function remember(kept: Kept, entry: SessionEntry): void {
    const ledger = kept.ledgers.get(entry.graphId) ?? createLedger();
    kept.ledgers.set(entry.graphId, ledger);
    const known = ledger.size;
    for (const { id, level } of entry.loaded) ledger.raise(id, level);
    kept.entries.push(entry);
    kept.records += recordsOf(entry);
    let records = ledger.size - known + recordsOf(entry);
    while (kept.entries.length > 1 && (kept.entries.length > maxEntries || kept.records > maxRecords)) {
      const oldest = recordsOf(kept.entries.shift()!);
      kept.records -= oldest;
      records -= oldest;
      kept.forgotten += 1;
    }
    kept.bytes += records * BYTES_PER_RECORD;
    bytes += records * BYTES_PER_RECORD;
  }

  return {
    async create(caller) {
      endIdle();
      if (sessions.size >= maxSessions) makeRoom(() => 1);
      makeRoomFor(BYTES_PER_SESSION);
      const id = newSessionId();
      const at = now();
      sessions.set(id, {
        caller,
        createdAt: at,
        usedAt: at,
        ledgers: new Map(),
        entries: [],
        forgotten: 0,
        records: 0,
        bytes: BYTES_PER_SESSION,
      });
      bytes += BYTES_PER_SESSION;
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
      remember(kept, entry);
      makeRoomFor(0);
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

function recordsOf({ loaded, skipped }: SessionEntry): number {
  return RECORDS_PER_ENTRY + loaded.length + skipped.length;
}
