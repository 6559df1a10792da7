import { type Content, cancellable } from "@pd/core";
import { checkSchema } from "../store/migrate.js";
import { openStore, type StoreOptions } from "../store/store.js";
import { filesAt, type HeldVersion, loadVersion, newestVersion } from "./graph-version.js";

export interface PostgresOptions extends StoreOptions {
  /** The graph in the database, as `pd sync` named it. */
  readonly graph: string;
  /** The `graphId` of requests; the graph's own name if it is not given. */
  readonly id?: string | undefined;
}

/** A graph in a database as content: the answers are those of the folder that was synced. */
export interface PostgresContent extends Content {
  /** Connects and loads the newest version, so that the first request need not. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Nothing is connected before the first request. Each request sees the newest version there is, and goes on seeing it. */
export function openPostgres({ graph, id = graph, ...options }: PostgresOptions): PostgresContent {
  const store = openStore(options);
  let held: HeldVersion | undefined;
  let isChecked = false;
  /** One after the other: requests that come meanwhile share what is loaded. */
  let loading: Promise<HeldVersion> | undefined;

  async function load(): Promise<HeldVersion> {
    if (!isChecked) await store.run((sql) => checkSchema(store, sql));
    isChecked = true;
    const newest = await newestVersion(store, graph);
    held = await loadVersion(store, graph, { newest, held });
    return held;
  }

  async function current(): Promise<HeldVersion> {
    if (loading !== undefined) {
      // It may have looked before the change that this request must see.
      await loading.catch(() => undefined);
      if (loading !== undefined) return loading;
    }
    loading = load().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  return {
    id,
    open: (request) =>
      cancellable(request, async () => {
        const { number, stored } = await current();
        return stored.reading(filesAt(store, graph, number));
      }),
    ready: async () => void (await current()),
    close: () => store.close(),
  };
}
