import type { Store, StoreCall } from "../store/store.js";
import { loadVersion, newestVersion } from "./graph-version.js";

export interface Compacted {
  readonly version: number;
  readonly notes: number;
  readonly bytes: number;
  /** Old states of notes that nobody reads any more. */
  readonly removed: number;
  /** Another process does the same: nothing was done. */
  readonly isBusy: boolean;
}

const PART_BYTES = 4 * 2 ** 20;
const COMPACT_MILLISECONDS = 60 * 60_000;
/** Whoever still reads a version that is older than this finds some of its texts gone. */
const KEPT_HOURS = 1;

/** Writes the index of the newest version, so that servers load that and the few notes that changed since. Readers notice nothing. */
export async function compact(store: Store, graph: string, call: StoreCall = {}): Promise<Compacted> {
  const newest = await newestVersion(store, graph);
  const { stored, number } = await loadVersion(store, graph, { newest });
  const bytes = stored.toBytes();
  const outcome = { version: number, notes: stored.count, bytes: bytes.length };
  return store.runAlone(
    async (sql, check) => {
      const [lease] = await sql<{ mine: boolean }[]>`
        select pg_try_advisory_lock(hashtextextended(${`pd.compact/${store.tenant}/${graph}`}, 0)) as mine`;
      if (lease?.mine !== true) return { ...outcome, removed: 0, isBusy: true };
      // Below zero nobody looks for them: a snapshot is there once all its parts are.
      await sql`delete from pd.snapshot where tenant = ${store.tenant} and graph = ${graph} and version < 0`;
      const own = { tenant: store.tenant, graph, version: -number };
      for (let at = 0, part = 0; at < bytes.length; at += PART_BYTES, part += 1) {
        check();
        await sql`insert into pd.snapshot ${sql({ ...own, part, bytes: bytes.subarray(at, at + PART_BYTES) })}`;
      }
      check();
      await sql`delete from pd.snapshot where tenant = ${store.tenant} and graph = ${graph} and version >= 0`;
      await sql`update pd.snapshot set version = ${number} where tenant = ${store.tenant} and graph = ${graph} and version = ${-number}`;
      const removed = await sql`
        delete from pd.note where tenant = ${store.tenant} and graph = ${graph}
          and died <= ${number} and died_at < now() - make_interval(hours => ${KEPT_HOURS})`;
      return { ...outcome, removed: removed.count, isBusy: false };
    },
    { timeoutMilliseconds: COMPACT_MILLISECONDS, ...call },
  );
}
