import { LRUCache } from "lru-cache";
import { PdError } from "../model/errors.js";
import { newSessionId, OWN_SESSION_ID_DIGITS, SESSION_ID_DIGITS } from "../model/session-id.js";
import type { Caller, SessionCommit, SessionEntry, SessionId, SessionStore } from "../ports/session.js";
import { createLedger, type Ledger } from "./ledger.js";
import { type HeldSession, sessionToEnd } from "./session-eviction.js";

export interface MemorySessionStoreOptions {
  /** Past this many, the caller with the most sessions loses one; `session-eviction.ts` says which. */
  readonly maxSessions?: number;
  /** An estimate of what all sessions together may hold; past it, the caller that holds most loses one. */
  readonly maxBytes?: number;
  /** A session that is not used for this long ends. */
  readonly idleMilliseconds?: number;
  /** How many calls a session remembers for its report. */
  readonly maxEntries?: number;
  /** How many nodes these calls together name, shown or left out. */
  readonly maxRecords?: number;
  /** Digits of an id, 9 to 39: 39 are 128 bits, for callers that are strangers to each other; 9 do where one process has the store to itself. */
  readonly idDigits?: number;
  readonly now?: () => number;
}

interface Kept {
  readonly caller: Caller;
  readonly number: number;
  readonly createdAt: number;
  readonly ledgers: Map<string, Ledger>;
  readonly entries: SessionEntry[];
  usedAt: number;
  forgotten: number;
  /** Nodes that entries name. */
  records: number;
  bytes: number;
}

/** What a map entry, a short id and its digests take, as measured on V8; the bound is a bound on order, not on bytes to the letter. */
const BYTES_PER_RECORD = 160;
const BYTES_PER_NODE = 400;
const BYTES_PER_SESSION = 1024;
/** Beside the nodes it names. */
const RECORDS_PER_ENTRY = 2;

/** Sessions in this process's memory, bounded in number, bytes and time. */
export function createMemorySessionStore(options: MemorySessionStoreOptions = {}): SessionStore {
  const { maxSessions = 1000, maxBytes = 64 * 2 ** 20, idleMilliseconds = 60 * 60_000 } = options;
  const { maxEntries = 500, maxRecords = 4000, idDigits = SESSION_ID_DIGITS } = options;
  checkDigits(idDigits);
  const now = options.now ?? Date.now;
  const listeners: ((session: SessionId) => void)[] = [];
  let bytes = 0;
  let made = 0;
  const sessions = new LRUCache<SessionId, Kept>({
    // To the cache, 0 means no limit.
    max: Math.max(1, maxSessions),
    dispose(kept, id) {
      bytes -= kept.bytes;
      for (const listener of listeners) listener(id);
    },
  });

  function freeId(): SessionId {
    for (;;) {
      const id = newSessionId(idDigits);
      if (!sessions.has(id)) return id;
    }
  }

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

  /** The caller that holds most gives up a session: nobody can push the others out. */
  function makeRoom(share: (kept: Kept) => number): void {
    const held = new Map<Caller, { readonly sessions: HeldSession[]; all: number }>();
    for (const id of sessions.rkeys()) {
      const kept = sessions.peek(id)!;
      const { caller, number, entries, forgotten } = kept;
      const own = held.get(caller) ?? { sessions: [], all: 0 };
      held.set(caller, own);
      own.sessions.push({ id, number, calls: entries.length + forgotten, share: share(kept) });
      own.all += share(kept);
    }
    const [most] = [...held.values()].sort((a, b) => b.all - a.all);
    const ended = most === undefined ? undefined : sessionToEnd(most.sessions);
    if (ended !== undefined) sessions.delete(ended);
  }

  function makeRoomFor(more: number): void {
    while (bytes + more > maxBytes && sessions.size > 0) makeRoom(({ bytes: held }) => held);
  }

  /** What a call adds to a session, and what is forgotten for it. */
  function remember(kept: Kept, { digests, ...entry }: SessionCommit): void {
    const ledger = kept.ledgers.get(entry.graphId) ?? createLedger();
    kept.ledgers.set(entry.graphId, ledger);
    const known = ledger.size;
    for (const { id, level } of entry.loaded) ledger.raise(id, level, digests.get(id));
    kept.entries.push(entry);
    kept.records += recordsOf(entry);
    let records = recordsOf(entry);
    while (kept.entries.length > 1 && (kept.entries.length > maxEntries || kept.records > maxRecords)) {
      const oldest = recordsOf(kept.entries.shift()!);
      kept.records -= oldest;
      records -= oldest;
      kept.forgotten += 1;
    }
    const more = records * BYTES_PER_RECORD + (ledger.size - known) * BYTES_PER_NODE;
    kept.bytes += more;
    bytes += more;
  }

  return {
    async create(caller) {
      endIdle();
      if (sessions.size >= maxSessions) makeRoom(() => 1);
      makeRoomFor(BYTES_PER_SESSION);
      const id = freeId();
      const at = now();
      made += 1;
      sessions.set(id, {
        caller,
        number: made,
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
    async seen(session, caller, { graphId, ...asked }) {
      const kept = find(session, caller);
      return kept === undefined ? undefined : (kept.ledgers.get(graphId)?.find(asked) ?? new Map());
    },
    async commit(session, caller, commit) {
      const kept = find(session, caller);
      if (kept === undefined) return false;
      remember(kept, commit);
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

function checkDigits(digits: number): void {
  if (Number.isInteger(digits) && digits >= OWN_SESSION_ID_DIGITS && digits <= SESSION_ID_DIGITS) return;
  throw new PdError("input-invalid", `${digits} digits cannot make a session id`, {
    where: "idDigits",
    fix: `Use a whole number from ${OWN_SESSION_ID_DIGITS} to ${SESSION_ID_DIGITS}.`,
  });
}

function recordsOf({ loaded, skipped }: SessionEntry): number {
  return RECORDS_PER_ENTRY + loaded.length + skipped.length;
}
