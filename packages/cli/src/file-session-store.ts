import { closeSync, existsSync, openSync, readFileSync, statSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import {
  type Caller,
  escapeControls,
  type Level,
  type NodeId,
  PdError,
  type SessionEntry,
  type SessionId,
  type SessionStore,
} from "@pd/core";
import { writeAtomicSync } from "@pd/core/node";
import {
  ANOTHER_VERSION,
  DAMAGED,
  type KeptSession,
  newKeptSession,
  parseKept,
  SESSION_BYTES,
} from "./kept-session.js";

export interface FileSessionOptions {
  readonly now?: () => number;
  /** A session that is not used for this long begins anew. */
  readonly idleMilliseconds?: number;
  /** Under which name the levels of a graph are kept; its id, unless told otherwise. */
  readonly nameOf?: (graphId: string) => string;
}

/** A store for the one session that a file holds. */
export interface FileSessionStore extends SessionStore {
  /** The session in the file, or a new one. */
  readonly session: SessionId;
  /** It was there already. */
  readonly isContinued: boolean;
}

const IDLE_MILLISECONDS = 24 * 60 * 60_000;
const MAX_ENTRIES = 500;
/** A lock that is older was left by a process that is gone: nothing is held that long. */
const STALE_LOCK_MILLISECONDS = 10_000;
const LOCK_TRIES = 400;

/**
 * One session in one file, so that it lasts from one call to the next. Written whole and swapped in; a commit reads the file anew
 * and merges under a lock, so that calls at the same time add to each other.
 */
export function openFileSession(file: string, options: FileSessionOptions = {}): FileSessionStore {
  const { now = Date.now, idleMilliseconds = IDLE_MILLISECONDS, nameOf = (graphId) => graphId } = options;
  const found = readKept(file);
  const isContinued = found !== undefined && now() - found.usedAt <= idleMilliseconds;
  const first: KeptSession = isContinued ? found : newKeptSession(now());
  const session = first.id;

  function current(): KeptSession {
    const kept = readKept(file);
    return kept?.id === session ? kept : first;
  }

  return {
    session,
    isContinued,
    create: async () => session,
    async seen(asked, _caller: Caller, { graphId, ids }) {
      if (asked !== session) return undefined;
      const levels = current().seen.get(nameOf(graphId));
      const found = ids.flatMap((id): readonly (readonly [NodeId, Level])[] => {
        const level = levels?.get(id);
        return level === undefined ? [] : [[id, level]];
      });
      return new Map(found);
    },
    async commit(asked, _caller, entry) {
      if (asked !== session) return false;
      await locked(file, () => writeKept(file, merged(current(), entry, { name: nameOf(entry.graphId), at: now() })));
      return true;
    },
    async record(asked) {
      if (asked !== session) return undefined;
      const { createdAt, usedAt, entries, forgotten } = current();
      return { id: session, createdAt, expiresAt: usedAt + idleMilliseconds, entries, forgotten };
    },
    async end(asked) {
      if (asked !== session || !existsSync(file)) return false;
      unlinkSync(file);
      return true;
    },
  };
}

/** What was seen only ever goes up. */
function merged(
  kept: KeptSession,
  entry: SessionEntry,
  { name, at }: { readonly name: string; readonly at: number },
): KeptSession {
  const seen = new Map([...kept.seen].map(([graph, levels]) => [graph, new Map(levels)]));
  const levels = seen.get(name) ?? new Map<NodeId, Level>();
  for (const { id, level } of entry.loaded) if (level > (levels.get(id) ?? -1)) levels.set(id, level);
  seen.set(name, levels);
  const entries = [...kept.entries, entry];
  const forgotten = Math.max(0, entries.length - MAX_ENTRIES);
  return { ...kept, usedAt: at, seen, entries: entries.slice(forgotten), forgotten: kept.forgotten + forgotten };
}

function readKept(file: string): KeptSession | undefined {
  const shown = escapeControls(file);
  const stats = statsOf(file, shown);
  if (stats === undefined || (stats.isFile() && stats.size === 0)) return undefined;
  if (!stats.isFile()) throw noSession(shown, "is no file");
  if (stats.size > SESSION_BYTES) throw noSession(shown, "is too large for a session");
  return parseKept(readText(file, shown), (why) => noSession(shown, why));
}

function statsOf(file: string, shown: string) {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (cause) {
    throw noSession(shown, "cannot be a file", cause);
  }
}

function readText(file: string, shown: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw noSession(shown, "cannot be read", cause);
  }
}

function writeKept(file: string, kept: KeptSession): void {
  const plain = { ...kept, seen: [...kept.seen].map(([graphId, levels]) => [graphId, [...levels]]) };
  writeAtomicSync(file, [new TextEncoder().encode(`${JSON.stringify({ pd: "session", version: 1, ...plain })}\n`)]);
}

/** The lock is a file that only one process can make. */
async function locked(file: string, work: () => void): Promise<void> {
  const lock = `${file}.lock`;
  for (let tries = 0; !tryLock(lock, file); tries += 1) {
    if (tries === LOCK_TRIES) throw noSession(escapeControls(file), "is held by another process");
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20));
  }
  try {
    work();
  } catch (cause) {
    if (cause instanceof PdError) throw cause;
    throw noSession(escapeControls(file), "cannot be written", cause);
  } finally {
    remove(lock);
  }
}

function tryLock(lock: string, file: string): boolean {
  try {
    closeSync(openSync(lock, "wx", 0o600));
    return true;
  } catch (cause) {
    if (codeOf(cause) !== "EEXIST") {
      throw noSession(
        escapeControls(file),
        `cannot be written: "${escapeControls(dirname(file))}" takes no files`,
        cause,
      );
    }
  }
  const stats = statSync(lock, { throwIfNoEntry: false });
  if (stats !== undefined && Date.now() - stats.mtimeMs > STALE_LOCK_MILLISECONDS) remove(lock);
  return false;
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process took it away first.
  }
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
}

/** Only of what was a session once is it said that it can be deleted: a mistyped name may be a file that somebody needs. */
function noSession(file: string, why: string, cause?: unknown): PdError {
  const isSpent = SPENT.has(why);
  return new PdError("session-unknown", `"${file}" ${why}`, {
    where: "--session",
    fix: isSpent
      ? "Give another file, or delete this one to begin anew."
      : "Give the path of another file, or of a new one.",
    cause,
  });
}

const SPENT: ReadonlySet<string> = new Set([ANOTHER_VERSION, DAMAGED]);
