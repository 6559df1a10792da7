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
import { openStore, type Sql, type StoreOptions } from "../store/store.js";

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

type Transaction = Pick<Sql, never> & Parameters<Parameters<Sql["begin"]>[1]>[0];

interface SeenRow {
  readonly node: NodeId;
  readonly level: Level;
  readonly digests: Seen["digests"];
}

/** A session's row is locked before anything of it is written: commits of one session take turns, those of others do not wait. */
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

  /** Marks it as used; false for one that is unknown, expired or another caller's. */
  async function use(sql: Transaction, id: SessionId, caller: string): Promise<boolean> {
    const used = await sql`
      update pd.session set used_at = greatest(used_at, ${now()})
      where tenant = ${tenant} and id = ${id} and caller = ${caller} and used_at >= ${since()}`;
    return used.count === 1;
  }

  async function raise(sql: Transaction, id: SessionId, { graphId, loaded, digests }: SessionCommit): Promise<void> {
    if (loaded.length === 0) return;
    const before = await sql<SeenRow[]>`
      select node, level, digests from pd.seen
      where tenant = ${tenant} and session = ${id} and graph = ${graphId} and node = any(${loaded.map((one) => one.id)})`;
    const seen = new Map<NodeId, Seen>(before.map(({ node, level, digests }) => [node, { level, digests }]));
    for (const one of loaded) seen.set(one.id, mergeSeen(seen.get(one.id), one.level, digests.get(one.id)));
    const rows = [...seen].map(([node, one]) => ({
      tenant,
      session: id,
      graph: graphId,
      node,
      level: one.level,
      digests: sql.json({ ...one.digests }),
    }));
    await sql`
      insert into pd.seen ${sql(rows, "tenant", "session", "graph", "node", "level", "digests")}
      on conflict (tenant, session, graph, node) do update set level = excluded.level, digests = excluded.digests`;
  }

  async function remember(sql: Transaction, id: SessionId, { digests: _, ...entry }: SessionCommit): Promise<void> {
    await sql`insert into pd.entry (tenant, session, entry) values (${tenant}, ${id}, ${sql.json(entry as never)})`;
    const old = await sql`
      delete from pd.entry where tenant = ${tenant} and session = ${id} and number <= (
        select number from pd.entry where tenant = ${tenant} and session = ${id} order by number desc offset ${maxEntries} limit 1
      )`;
    if (old.count > 0)
      await sql`update pd.session set forgotten = forgotten + ${old.count} where tenant = ${tenant} and id = ${id}`;
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
    commit: (id, caller, commit) =>
      store.run((sql) =>
        sql.begin(async (transaction) => {
          if (!(await use(transaction, id, caller))) return false;
          await raise(transaction, id, commit);
          await remember(transaction, id, commit);
          return true;
        }),
      ),
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
