import type { FileStamp } from "@pd/core/files";
import { LRUCache } from "lru-cache";
import { isUnchanged } from "./read-body.js";

/** What an invocation gave, and of which file. */
export interface Kept<Value> {
  readonly value: Value;
  readonly filePath: string;
  readonly stamp: FileStamp;
  readonly bytes: number;
}

export interface CacheStats {
  /** Entries held, and what they may be at most. */
  readonly size: number;
  readonly maxSize: number;
  readonly bytes: number;
  readonly hits: number;
  readonly misses: number;
  /** Hits among all lookups, 0 to 1; 0 where there was none. */
  readonly hitRate: number;
}

export interface InvocationCache<Value> {
  /** Nothing where the file is no longer the one that was read (R5.8). */
  get(filePath: string, args: string): Value | undefined;
  set(args: string, kept: Kept<Value>): void;
  /** What was kept of one skill's file, or everything. */
  clear(filePath?: string): void;
  stats(): CacheStats;
}

/** Keyed by skill and exact arguments, least recently used out first, bounded in entries and in bytes. */
export function createInvocationCache<Value>(maxSize: number, maxBytes: number): InvocationCache<Value> {
  // Made when there is something to keep: who only lists skills has none.
  let entries: LRUCache<string, Kept<Value>> | undefined;
  let hits = 0;
  let misses = 0;
  return {
    get(filePath, args) {
      const key = keyOf(filePath, args);
      const kept = entries?.get(key);
      if (kept !== undefined && isUnchanged(filePath, kept.stamp)) {
        hits += 1;
        return kept.value;
      }
      if (kept !== undefined) entries?.delete(key);
      misses += 1;
      return undefined;
    },
    set(args, kept) {
      // To the cache, no limit at all is what 0 means.
      if (maxSize === 0 || maxBytes === 0) return;
      entries ??= new LRUCache({ max: maxSize, maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes });
      entries.set(keyOf(kept.filePath, args), kept);
    },
    clear(filePath) {
      if (filePath === undefined) {
        hits = 0;
        misses = 0;
        return entries?.clear();
      }
      for (const [key, kept] of entries?.entries() ?? []) if (kept.filePath === filePath) entries?.delete(key);
    },
    stats() {
      const lookups = hits + misses;
      return {
        size: entries?.size ?? 0,
        maxSize,
        bytes: entries?.calculatedSize ?? 0,
        hits,
        misses,
        hitRate: lookups === 0 ? 0 : hits / lookups,
      };
    },
  };
}

/** No path holds a NUL, so that no other pair gives the same key. */
function keyOf(filePath: string, args: string): string {
  return args === "" ? filePath : `${filePath}\0${args}`;
}
