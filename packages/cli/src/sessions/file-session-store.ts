import { existsSync, readFileSync, statSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import {
  type Caller,
  escapeControls,
  mergeSeen,
  PdError,
  type SessionCommit,
  type SessionId,
  type SessionStore,
  seenIn,
} from "@pd/core";
import { writeAtomicSync } from "@pd/core/files";
import {
  ANOTHER_VERSION,
  DAMAGED,
  KEPT_VERSION,
  type KeptSession,
  newKeptSession,
  parseKept,
  SESSION_BYTES,
} from "./kept-session.js";
import { lockFile } from "./session-lock.js";

export interface FileSessionOptions {
  readonly now?: () => number;
  /** A session that is not used for this long begins anew. */
  readonly idleMilliseconds?: number;
  /** Under which name what was seen of a graph is kept; its id, unless told otherwise. */
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
    async seen(asked, _caller: Caller, { graphId, ...request }) {
      return asked === session ? seenIn(current().seen.get(nameOf(graphId)) ?? new Map(), request) : undefined;
    },
    async commit(asked, _caller, commit) {
      if (asked !== session) return false;
      await locked(file, () => writeKept(file, merged(current(), commit, { name: nameOf(commit.graphId), at: now() })));
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

function merged(
  kept: KeptSession,
  { digests, ...entry }: SessionCommit,
  { name, at }: { readonly name: string; readonly at: number },
): KeptSession {
  const nodes = new Map(kept.seen.get(name));
  for (const { id, level } of entry.loaded) nodes.set(id, mergeSeen(nodes.get(id), level, digests.get(id)));
  const seen = new Map(kept.seen).set(name, nodes);
  const entries = [...kept.entries, entry];
  const forgotten = Math.max(0, entries.length - MAX_ENTRIES);
  return { ...kept, usedAt: at, seen, entries: entries.slice(forgotten), forgotten: kept.forgotten + forgotten };
}

function readKept(file: string): KeptSession | undefined {
  const shown = escapeControls(file);
  const stats = statsOf(file, shown);
  if (stats === undefined || (stats.isFile() && stats.size === 0)) return undefined;
  if (!stats.isFile()) throw noSession(shown, "is not a file");
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
  const plain = { ...kept, seen: [...kept.seen].map(([graphId, nodes]) => [graphId, [...nodes]]) };
  writeAtomicSync(file, [
    new TextEncoder().encode(`${JSON.stringify({ pd: "session", version: KEPT_VERSION, ...plain })}\n`),
  ]);
}

async function locked(file: string, work: () => void): Promise<void> {
  const shown = escapeControls(file);
  const release = await lockFile(file, () => noSession(shown, "is held by another process")).catch((cause: unknown) => {
    if (cause instanceof PdError) throw cause;
    throw noSession(shown, `cannot be written: "${escapeControls(dirname(file))}" takes no files`, cause);
  });
  try {
    work();
  } catch (cause) {
    if (cause instanceof PdError) throw cause;
    throw noSession(shown, "cannot be written", cause);
  } finally {
    await release();
  }
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
