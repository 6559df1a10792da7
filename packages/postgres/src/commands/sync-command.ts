import { basename, resolve } from "node:path";
import { type CommandContext, defineCommand, PdError } from "@pd/core";
import * as z from "zod/mini";
import { compact } from "../content/compact.js";
import { openStore, type Store } from "../store/store.js";
import { type Synced, syncFolder } from "../sync/sync-folder.js";
import { databaseUrl, storeFields } from "./database-url.js";

/** Past this share of changed notes, a server would read them faster from an index. */
const WAITING_SHARE = 0.1;
const WAITING_LEAST = 200;
const LINE_EVERY = 1000;
const GRAPH = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;
const WATCH_MILLISECONDS = 2000;

export const syncCommand = defineCommand({
  name: "sync",
  summary: "Copy a folder of notes into PostgreSQL; what did not change is not written",
  input: z.strictObject({
    folder: z.string().check(z.minLength(1), z.describe("The folder of notes")),
    ...storeFields(),
    graph: z.optional(
      z.string().check(z.regex(GRAPH), z.describe("What the graph is called; default: the folder's name")),
    ),
    exclude: z.optional(z.array(z.string()).check(z.describe("Lines as of a .pdignore"))),
    empty: z._default(z.boolean().check(z.describe("Remove all notes where the folder has none")), false),
    watch: z._default(z.boolean().check(z.describe("Go on, and sync again what changes")), false),
  }),
  words: ["folder", "url"],
  examples: ["pd sync docs postgres://server@db.example/pd", "pd sync docs --graph handbook --watch"],
  async run(input, context) {
    const folder = resolve(context.workingFolder, input.folder);
    const graph = input.graph ?? graphOf(folder);
    const store = openStore({ url: databaseUrl(input.url), tenant: input.tenant });
    const once = () => synced(store, { ...input, folder, graph }, context);
    try {
      let done = await once();
      while (input.watch && !context.signal?.aborted) {
        await pause(context.signal);
        if (context.signal?.aborted) break;
        done = await once();
        if (done.added + done.changed + done.removed > 0) context.write(lineOf(graph, done));
      }
      return {
        exitCode: 0,
        data: { graph, ...done },
        text: [
          { kind: "line", text: lineOf(graph, done), tone: "good" },
          ...done.unread.map((path) => ({ kind: "line" as const, text: `not read: ${path}`, tone: "bad" as const })),
        ],
      };
    } finally {
      await store.close();
    }
  },
});

interface Syncing {
  readonly folder: string;
  readonly graph: string;
  readonly exclude?: readonly string[] | undefined;
  readonly empty: boolean;
}

async function synced(
  store: Store,
  { folder, graph, exclude, empty }: Syncing,
  context: CommandContext,
): Promise<Synced> {
  const { signal, write } = context;
  let told = 0;
  const onProgress = (done: number, all: number) => {
    if (done < told + LINE_EVERY) return;
    told = done;
    write(`${done} of ${all} notes`);
  };
  const done = await syncFolder(store, { folder, graph, exclude, empty, signal, onProgress });
  if (done.waiting > Math.max(WAITING_LEAST, done.notes * WAITING_SHARE)) await compact(store, graph, { signal });
  return done;
}

function graphOf(folder: string): string {
  const name = basename(folder);
  if (GRAPH.test(name)) return name;
  throw new PdError("input-invalid", "The folder's name cannot be that of a graph", {
    where: "graph",
    fix: "Give one with --graph: letters, digits, dots, dashes and underscores.",
  });
}

function lineOf(graph: string, { version, added, changed, removed, unchanged }: Synced): string {
  return `${graph}: version ${version}; ${added} added, ${changed} changed, ${removed} removed, ${unchanged} as they were`;
}

/** Ends early where the command is told to stop. */
async function pause(signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, WATCH_MILLISECONDS);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
}
