import { LRUCache } from "lru-cache";
import type { SessionId } from "../ports/session.js";

/** Bodies that a session has opened, kept until it ends (R3.8): opening one again costs no read. */
export interface BodyCache {
  get(session: SessionId, key: string): string | undefined;
  set(session: SessionId, key: string, body: string): void;
  drop(session: SessionId): void;
  readonly bytes: number;
  readonly figures: BodyCacheFigures;
}

/** How often a body was at hand, and what they take. */
export interface BodyCacheFigures {
  readonly hits: number;
  readonly misses: number;
  readonly bytes: number;
  readonly maxBytes: number;
}

/** What a body takes beside its text: its place in the cache, its key there and the one by session. */
const ENTRY_BYTES = 320;

export function createBodyCache(maxBytes: number): BodyCache {
  let hits = 0;
  let misses = 0;
  const keysOf = new Map<SessionId, Set<string>>();
  const bodies = new LRUCache<string, { readonly session: SessionId; readonly key: string; readonly body: string }>({
    maxSize: maxBytes,
    // V8 keeps two bytes a character at the most.
    sizeCalculation: ({ key, body }) => 2 * (key.length + body.length) + ENTRY_BYTES,
    dispose({ session, key }) {
      const keys = keysOf.get(session);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(session);
    },
  });
  return {
    get(session, key) {
      const found = bodies.get(session + key);
      if (found === undefined) misses += 1;
      else hits += 1;
      return found?.body;
    },
    set(session, key, body) {
      bodies.set(session + key, { session, key, body });
      if (!bodies.has(session + key)) return;
      const keys = keysOf.get(session) ?? new Set();
      keysOf.set(session, keys.add(key));
    },
    drop(session) {
      for (const key of [...(keysOf.get(session) ?? [])]) bodies.delete(session + key);
    },
    get bytes() {
      return bodies.calculatedSize;
    },
    get figures() {
      return { hits, misses, bytes: bodies.calculatedSize, maxBytes };
    },
  };
}
