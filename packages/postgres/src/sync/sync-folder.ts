import { createHash } from "node:crypto";
import { PdError } from "@pd/core";
import { folderNotes, type NoteConventions } from "@pd/core/vault";
import { checkSchema } from "../store/migrate.js";
import type { Sql, Store, StoreCall } from "../store/store.js";
import { POSTGRES_ERRORS } from "../store/store-errors.js";
import { createRowWriter } from "./row-writer.js";

export interface SyncOptions extends StoreCall {
  readonly folder: string;
  readonly graph: string;
  /** What the folder leaves out, as in a `.pdignore`. */
  readonly exclude?: readonly string[] | undefined;
  /** Removes all notes where the folder has none; otherwise that is refused. */
  readonly empty?: boolean | undefined;
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
}

export interface Synced {
  readonly version: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  /** Files that could not be read; what the database has of them stays. */
  readonly unread: readonly string[];
  /** Notes that changed since the last snapshot, and how many there are in all. */
  readonly waiting: number;
  readonly notes: number;
}

const SYNC_MILLISECONDS = 6 * 60 * 60_000;

/**
 * Brings a graph to what a folder shows. Compared by digest: what did not change is not written, and nothing at all is where nothing changed.
 * Writers take turns. New rows belong to the next version, which nobody reads until the row of the graph is moved: a sync that was cut off
 * leaves the graph as it was, and the next one goes on from the rows that are there.
 */
export async function syncFolder(store: Store, options: SyncOptions): Promise<Synced> {
  const found = folderNotes(options.folder, { exclude: options.exclude });
  return store.runAlone(
    async (sql, check) => {
      await checkSchema(store, sql);
      // Held until the connection ends, whatever happens.
      await sql`set lock_timeout = 0`;
      await sql`select pg_advisory_lock(${lockOf(store, options.graph)})`;
      return syncing({ sql, store, check }, { ...options, found });
    },
    { timeoutMilliseconds: SYNC_MILLISECONDS, ...options },
  );
}

/** The connection that holds the lock. */
interface Holding {
  readonly sql: Sql;
  readonly store: Store;
  check(): void;
}

/** 53 bits, so that the number is exact. */
function lockOf({ tenant }: Store, graph: string): number {
  return createHash("sha256").update(`pd.sync/${tenant}/${graph}`).digest().readUIntBE(0, 6);
}

interface Syncing extends SyncOptions {
  readonly found: ReturnType<typeof folderNotes>;
}

async function syncing({ sql, store, check }: Holding, options: Syncing): Promise<Synced> {
  const { graph, found, onProgress, signal } = options;
  const now = await graphRow(sql, store, graph);
  const next = now.version + 1;
  const [live, pending] = [
    await digestsOf(sql, store, { graph, version: now.version }),
    await pendingOf(sql, store, graph, next),
  ];
  const writer = createRowWriter({ sql, tenant: store.tenant, check }, { graph, next, pending });
  const seen = new Set<string>();
  const unread: string[] = [];
  let [added, changed, unchanged, place] = [0, 0, 0, 0];
  for await (const note of found.notes()) {
    signal?.throwIfAborted();
    onProgress?.(place, found.files);
    place += 1;
    seen.add(note.path);
    if (note.bytes === undefined) {
      unread.push(note.path);
      continue;
    }
    const digest = createHash("sha256").update(note.bytes).digest("hex");
    if (live.get(note.path) === digest) {
      unchanged += 1;
      continue;
    }
    if (live.has(note.path)) changed += 1;
    else added += 1;
    await writer.write({ path: note.path, bytes: note.bytes, digest, place });
  }
  await writer.finish();
  onProgress?.(found.files, found.files);
  const gone = [...live.keys()].filter((path) => !seen.has(path));
  if (gone.length > 0 && gone.length === live.size && seen.size === 0 && options.empty !== true)
    throw emptied(store, graph);
  const replaced = [...gone, ...writer.paths.filter((path) => live.has(path))];
  const isSame =
    replaced.length === 0 &&
    writer.paths.length === 0 &&
    !now.isNew &&
    sameConventions(now.conventions, found.conventions);
  check();
  if (!isSame) await publish(sql, store, { graph, next, replaced, conventions: found.conventions });
  const version = isSame ? now.version : next;
  const notes = live.size - gone.length + added;
  const waiting = await waitingSince(sql, store, graph, version);
  return { version, added, changed, removed: gone.length, unchanged, unread, waiting, notes };
}

async function graphRow(sql: Sql, { tenant }: Store, graph: string) {
  const [row] = await sql<{ version: number; conventions: NoteConventions }[]>`
    select version, conventions from pd.graph where tenant = ${tenant} and id = ${graph}`;
  return row === undefined ? { version: 0, conventions: undefined, isNew: true } : { ...row, isNew: false };
}

/** What is in force, by path. */
async function digestsOf(
  sql: Sql,
  { tenant }: Store,
  { graph, version }: { readonly graph: string; readonly version: number },
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ path: string; digest: string }[]>`
    select path, encode(digest, 'hex') as digest from pd.note
    where tenant = ${tenant} and graph = ${graph} and born <= ${version} and (died is null or died > ${version})`;
  return new Map(rows.map(({ path, digest }) => [path, digest]));
}

/** Rows that a sync left behind which was cut off. */
async function pendingOf(
  sql: Sql,
  { tenant }: Store,
  graph: string,
  next: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ path: string; digest: string }[]>`
    select path, encode(digest, 'hex') as digest from pd.note where tenant = ${tenant} and graph = ${graph} and born >= ${next}`;
  return new Map(rows.map(({ path, digest }) => [path, digest]));
}

interface Publishing {
  readonly graph: string;
  readonly next: number;
  readonly replaced: readonly string[];
  readonly conventions: NoteConventions;
}

/** In one statement: what was replaced ends, and the graph moves. */
async function publish(sql: Sql, { tenant }: Store, { graph, next, replaced, conventions }: Publishing): Promise<void> {
  await sql`
    with ended as (
      update pd.note set died = ${next}, died_at = now()
      where tenant = ${tenant} and graph = ${graph} and path = any(${[...replaced]}) and born < ${next} and died is null
    )
    insert into pd.graph (tenant, id, version, conventions)
    values (${tenant}, ${graph}, ${next}, ${sql.json({ ...conventions })})
    on conflict (tenant, id) do update set version = excluded.version, conventions = excluded.conventions`;
}

async function waitingSince(sql: Sql, { tenant }: Store, graph: string, version: number): Promise<number> {
  const [row] = await sql<{ waiting: number }[]>`
    select count(*)::integer as waiting from pd.note
    where tenant = ${tenant} and graph = ${graph} and born <= ${version} and (died is null or died > ${version})
      and born > coalesce((select max(version) from pd.snapshot where tenant = ${tenant} and graph = ${graph}), 0)`;
  return row?.waiting ?? 0;
}

function sameConventions(one: NoteConventions | undefined, other: NoteConventions): boolean {
  return one?.namedByFile === other.namedByFile && one.logseq === other.logseq;
}

function emptied({ shown }: Store, graph: string): PdError {
  return new PdError(POSTGRES_ERRORS["sync-refused"], `The folder has no notes, and "${graph}" at ${shown} has some`, {
    where: "folder",
  });
}
