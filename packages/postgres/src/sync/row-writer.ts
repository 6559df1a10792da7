import type { Sql } from "../store/store.js";

export interface RowWriting {
  readonly graph: string;
  readonly next: number;
  /** Digests by path of rows that a sync left behind which was cut off. */
  readonly pending: ReadonlyMap<string, string>;
}

export interface RowPlace {
  readonly sql: Sql;
  readonly tenant: string;
  /** Throws where the lock is no longer held. */
  check(): void;
}

export interface NoteRow {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** In hexadecimal. */
  readonly digest: string;
  /** Its place in the folder, by which ties are ordered. */
  readonly place: number;
}

export interface RowWriter {
  /** Of all rows that were given. */
  readonly paths: readonly string[];
  write(row: NoteRow): Promise<void>;
  finish(): Promise<void>;
}

/** Rows of one statement: bounded in number and in bytes. */
const BATCH_ROWS = 200;
const BATCH_BYTES = 4 * 2 ** 20;

/** Writes rows of the next version in batches; those that are there already are kept, and those that are no longer wanted removed. */
export function createRowWriter({ sql, tenant, check }: RowPlace, { graph, next, pending }: RowWriting): RowWriter {
  const unwanted = new Map(pending);
  const paths: string[] = [];
  let rows: { path: string; digest: Buffer; bytes: Uint8Array; place: number }[] = [];
  let size = 0;

  async function flush(): Promise<void> {
    if (rows.length === 0) return;
    const batch = rows.map((row) => ({ tenant, graph, born: next, ...row }));
    rows = [];
    size = 0;
    check();
    await sql`
      insert into pd.note ${sql(batch, "tenant", "graph", "born", "path", "digest", "bytes", "place")}
      on conflict (tenant, graph, path, born) do update set digest = excluded.digest, bytes = excluded.bytes, place = excluded.place`;
  }

  return {
    paths,
    async write({ path, bytes, digest, place }) {
      paths.push(path);
      unwanted.delete(path);
      const isThere = pending.get(path) === digest;
      if (isThere) return;
      rows.push({ path, digest: Buffer.from(digest, "hex"), bytes, place });
      size += bytes.length;
      if (rows.length >= BATCH_ROWS || size >= BATCH_BYTES) await flush();
    },
    async finish() {
      await flush();
      if (unwanted.size > 0)
        await sql`delete from pd.note where tenant = ${tenant} and graph = ${graph} and born >= ${next} and path = any(${[...unwanted.keys()]})`;
    },
  };
}
