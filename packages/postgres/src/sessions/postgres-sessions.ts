import {
  type Level,
  mergeSeen,
  type NodeId,
  newSessionId,
  type Seen,
  type SessionCommit,
  type SessionEntry,
  type SessionId,
  type SessionStore,
} from "@pd/core";
import { openStore, type StoreOptions } from "../store/store.js";

export interface PostgresSessionsOptions extends StoreOptions {
  /** A session that is not used for this long ends. */
  readonly idleMilliseconds?: number | undefined;
  /** How many calls a session remembers for its report. */
  readonly maxEntries?: number | undefined;
  readonly now?: (() => number) | undefined;
}

/** Sessions that several servers share. */
export interface PostgresSessions extends SessionStore {
  close(): Promise<void>;
}

const IDLE_MILLISECONDS = 60 * 60_000;
const MAX_ENTRIES = 500;
/** Ended sessions that a new one clears away, so that none has to wait for long. */
const CLEARED_AT_ONCE = 50;

interface SeenRow {
  readonly node: NodeId;
  readonly level: Level;
  readonly digests: Seen["digests"];
}

export function postgresSessions(options: PostgresSessionsOptions): PostgresSessions {
  const { idleMilliseconds = IDLE_MILLISECONDS, maxEntries = MAX_ENTRIES, now = Date.now } = options;
  const store = openStore(options);
  const { tenant } = store;
  const since = () => now() - idleMilliseconds;

  async function create(caller: string): Promise<SessionId> {
    const at = now();
    return store.run(async (sql) => {
      await sql`
        delete from pd.session where tenant = ${tenant} and id in (
          select id from pd.session where tenant = ${tenant} and used_at < ${since()}
          limit ${CLEARED_AT_ONCE} for update skip locked
        )`;
      for (;;) {
        const id = newSessionId();
        const made = await sql`
          insert into pd.session (tenant, id, caller, created_at, used_at)
          values (${tenant}, ${id}, ${caller}, ${at}, ${at}) on conflict do nothing`;
        if (made.count === 1) return id;
      }
    });
  }

  /**
   * In one statement, so that it is done whole or not at all: the session's row is locked first, and commits of one session take turns. Levels merge by
   * maximum and digests as `mergeSeen` merges them.
   */
  async function raise(id: SessionId, caller: string, { digests, ...entry }: SessionCommit): Promise<boolean> {
    const seen = new Map<NodeId, Seen>();
    for (const one of entry.loaded) seen.set(one.id, mergeSeen(seen.get(one.id), one.level, digests.get(one.id)));
    const rows = [...seen].map(([node, one]) => ({ node, level: one.level, digests: { ...one.digests } }));
    const [done] = await store.run(
      (sql) => sql<{ used: number }[]>`
        with used as (
          update pd.session set used_at = greatest(used_at, ${now()})
          where tenant = ${tenant} and id = ${id} and caller = ${caller} and used_at >= ${since()} returning id
        ), raised as (
          insert into pd.seen as old (tenant, session, graph, node, level, digests)
          select ${tenant}, used.id, ${entry.graphId}, shown.node, shown.level, shown.digests
          from used, jsonb_to_recordset(${sql.json(rows as never)}) as shown (node text, level smallint, digests jsonb)
          on conflict (tenant, session, graph, node) do update set
            level = greatest(old.level, excluded.level),
            digests = case
              when old.digests ->> 'version' is not distinct from excluded.digests ->> 'version' then old.digests || excluded.digests
              else excluded.digests
            end
        ), noted as (
          insert into pd.entry (tenant, session, entry) select ${tenant}, used.id, ${sql.json(entry as never)} from used
        )
        select count(*)::integer as used from used`,
    );
    return done?.used === 1;
  }

  /** What is beyond the bound is forgotten, and counted. */
  async function forget(id: SessionId): Promise<void> {
    await store.run(
      (sql) => sql`
        with old as (
          delete from pd.entry where tenant = ${tenant} and session = ${id} and number <= (
            select number from pd.entry where tenant = ${tenant} and session = ${id} order by number desc offset ${maxEntries} limit 1
          ) returning number
        )
        update pd.session set forgotten = forgotten + (select count(*)::integer from old)
        where tenant = ${tenant} and id = ${id} and exists (select from old)`,
    );
  }

  return {
    create,
    async seen(id, caller, { graphId, ids }) {
      const rows = await store.run(
        (sql) => sql<(SeenRow | { readonly node: null })[]>`
          with used as (
            update pd.session set used_at = greatest(used_at, ${now()})
            where tenant = ${tenant} and id = ${id} and caller = ${caller} and used_at >= ${since()} returning id
          )
          select seen.node, seen.level, seen.digests from used left join pd.seen as seen
            on seen.tenant = ${tenant} and seen.session = used.id and seen.graph = ${graphId} and seen.node = any(${[...ids]})`,
      );
      if (rows.length === 0) return undefined;
      return new Map(
        rows.flatMap((row): readonly (readonly [NodeId, Seen])[] =>
          row.node === null ? [] : [[row.node, { level: row.level, digests: row.digests }]],
        ),
      );
    },
    async commit(id, caller, commit) {
      if (!(await raise(id, caller, commit))) return false;
      await forget(id);
      return true;
    },
    async record(id, caller) {
      const rows = await store.run(
        (sql) => sql<{ createdAt: number; usedAt: number; forgotten: number; entry: SessionEntry | null }[]>`
          select session.created_at as "createdAt", session.used_at as "usedAt", session.forgotten, entry.entry
          from pd.session as session left join pd.entry as entry
            on entry.tenant = session.tenant and entry.session = session.id
          where session.tenant = ${tenant} and session.id = ${id} and session.caller = ${caller} and session.used_at >= ${since()}
          order by entry.number`,
      );
      const [first] = rows;
      if (first === undefined) return undefined;
      const { createdAt, usedAt, forgotten } = first;
      const entries = rows.flatMap(({ entry }) => (entry === null ? [] : [entry]));
      return { id, createdAt, expiresAt: usedAt + idleMilliseconds, entries, forgotten };
    },
    async end(id, caller) {
      const ended = await store.run(
        (sql) =>
          sql`delete from pd.session where tenant = ${tenant} and id = ${id} and caller = ${caller} and used_at >= ${since()}`,
      );
      return ended.count === 1;
    },
    close: () => store.close(),
  };
}
