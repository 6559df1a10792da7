import { PdError, type ReadOptions } from "@pd/core";
import {
  emptyStoredVersion,
  type NoteConventions,
  type ReadFiles,
  type StoredVersion,
  storedVersionFromBytes,
} from "@pd/core/vault";
import type { Sql, Store } from "../store/store.js";
import { POSTGRES_ERRORS } from "../store/store-errors.js";

/** A version of a graph as a process holds it. */
export interface HeldVersion {
  readonly number: number;
  readonly conventions: NoteConventions;
  readonly stored: StoredVersion;
}

interface GraphRow {
  readonly version: number;
  readonly conventions: NoteConventions;
}

/** Notes that are parsed together while a graph is loaded. */
const CHUNK = 2000;
/** Loading a graph may take long: it is bounded by each statement, not as a whole. */
const LOAD_MILLISECONDS = 30 * 60_000;

/** The row that says which version is the newest; it is moved after all others. */
export async function newestVersion(store: Store, graph: string, options?: ReadOptions): Promise<GraphRow> {
  const [row] = await store.run(
    (sql) =>
      sql<GraphRow[]>`select version, conventions from pd.graph where tenant = ${store.tenant} and id = ${graph}`,
    { signal: options?.signal },
  );
  if (row === undefined)
    throw new PdError(POSTGRES_ERRORS["graph-missing"], `${store.shown} has no graph "${graph}"`, { where: "graph" });
  return row;
}

/** The newest version, from the one that is held where that helps, else from the last snapshot, else from all notes. */
export async function loadVersion(
  store: Store,
  graph: string,
  { newest, held }: { readonly newest: GraphRow; readonly held?: HeldVersion | undefined },
): Promise<HeldVersion> {
  const { version, conventions } = newest;
  const isSame = held !== undefined && sameConventions(held.conventions, conventions) && held.number <= version;
  if (isSame && held.number === version) return held;
  return store.run(
    async (sql) => {
      const at = { store, graph, sql };
      const start = isSame ? held : await snapshotBefore(at, newest);
      return { number: version, conventions, stored: await withChanges(at, start, version) };
    },
    { timeoutMilliseconds: LOAD_MILLISECONDS },
  );
}

interface At {
  readonly store: Store;
  readonly graph: string;
  readonly sql: Sql;
}

async function snapshotBefore({ store, graph, sql }: At, { version, conventions }: GraphRow): Promise<HeldVersion> {
  const options = { id: graph, conventions };
  const parts = await sql<{ version: number; bytes: Uint8Array }[]>`
    select version, bytes from pd.snapshot
    where tenant = ${store.tenant} and graph = ${graph} and version = (
      select max(version) from pd.snapshot where tenant = ${store.tenant} and graph = ${graph} and version <= ${version}
    )
    order by part`;
  const [first] = parts;
  if (first !== undefined) {
    try {
      const stored = storedVersionFromBytes(Buffer.concat(parts.map(({ bytes }) => bytes)), options);
      return { number: first.version, conventions, stored };
    } catch (error) {
      // Of another version of pd, or damaged: the notes themselves are what counts.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return { number: 0, conventions, stored: await emptyStoredVersion(options) };
}

async function withChanges(
  { store, graph, sql }: At,
  { number, stored }: HeldVersion,
  to: number,
): Promise<StoredVersion> {
  if (number === to) return stored;
  let now = stored;
  const gone = await sql<{ path: string }[]>`
    select distinct path from pd.note as old
    where tenant = ${store.tenant} and graph = ${graph} and died > ${number} and died <= ${to} and not exists (
      select from pd.note as live where live.tenant = old.tenant and live.graph = old.graph and live.path = old.path
        and live.born <= ${to} and (live.died is null or live.died > ${to})
    )`;
  if (gone.length > 0) now = await now.with(new Map(gone.map(({ path }) => [path, undefined])));
  const changed = sql<{ path: string; bytes: Uint8Array }[]>`
    select path, bytes from pd.note
    where tenant = ${store.tenant} and graph = ${graph} and born > ${number} and born <= ${to} and (died is null or died > ${to})
    order by born, place`;
  for await (const rows of changed.cursor(CHUNK))
    now = await now.with(new Map(rows.map(({ path, bytes }) => [path, bytes])));
  return now;
}

/** Texts of notes as a version has them, whatever is written meanwhile. */
export function filesAt(store: Store, graph: string, version: number): ReadFiles {
  return async (paths, options) => {
    const rows = await store.run(
      (sql) => sql<{ path: string; bytes: Uint8Array }[]>`
        select path, bytes from pd.note
        where tenant = ${store.tenant} and graph = ${graph} and path = any(${[...paths]})
          and born <= ${version} and (died is null or died > ${version})`,
      { signal: options?.signal },
    );
    const found = new Map(rows.map(({ path, bytes }) => [path, bytes]));
    return paths.map((path) => found.get(path));
  };
}

function sameConventions(one: NoteConventions, other: NoteConventions): boolean {
  return one.namedByFile === other.namedByFile && one.logseq === other.logseq;
}
