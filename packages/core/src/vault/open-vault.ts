import { realpathSync, statSync } from "node:fs";
import { basename } from "node:path";
import { cancellable } from "../content/cancellable.js";
import { cacheFolder } from "../files/cache-folder.js";
import { utf8Length } from "../model/counters.js";
import { isPdError, PdError } from "../model/errors.js";
import { guarded, type OnEvent } from "../model/event.js";
import type { Content, NodeSource, Read, Reading } from "../ports/content.js";
import type { Embedder } from "../ports/embedder.js";
import { escapeControls } from "../text/escape-controls.js";
import type { DialectChoice } from "./dialects/find-site.js";
import { readIgnore } from "./ignore/read-ignore.js";
import { createOtherFiles, type OtherFiles } from "./links/other-files.js";
import { createVaultLoader, type VaultLoader } from "./load/vault-loader.js";
import type { Pace } from "./meaning/pace.js";
import type { MeaningOptions, VaultMeaning, VectorCount } from "./meaning/vault-meaning.js";
import { contentVersion } from "./notes/note-digest.js";
import { slug } from "./notes/note-id.js";
import { createVaultGraph } from "./read/vault-graph.js";
import { createOutlines, createVaultSource, filesIn, type Outlines } from "./read/vault-source.js";
import type { VaultState } from "./vault-state.js";

export interface VaultOptions {
  /** The `graphId` of requests; the folder's name if it is not given. */
  readonly id?: string;
  /** Files and folders that it may have; more are refused. 200,000 if it is not given. */
  readonly maxFiles?: number | undefined;
  /** Lines as in a `.pdignore`, after those of the file: paths, `tag:private`, `property:status=draft`. */
  readonly exclude?: readonly string[] | undefined;
  /** `false`: what a `.gitignore` names is served all the same. */
  readonly gitignore?: boolean | undefined;
  /** Which documentation-site generator it is read for, and which version and language; found by its files where it is not given. */
  readonly dialect?: DialectChoice | undefined;
  /** Picks up changes while it is open. Off if it is not given. */
  readonly watch?: boolean;
  /** Where the snapshot goes: a folder, or `false` for nowhere. The user's cache folder if it is not given. */
  readonly cache?: string | false;
  /** Answers before body text is indexed; matches in it are missing until then. */
  readonly partial?: boolean;
  /** Finds notes in other words too (R3.6a). Its vectors are made in the background and kept beside the snapshot. */
  readonly embedder?: Embedder | undefined;
  /** `false`: the embedder is never asked, and vectors that are kept are only counted. */
  readonly asksEmbedder?: boolean | undefined;
  /** How fast the embedder is asked while vectors are made, where not as by default. */
  readonly embedderPace?: Partial<Pace> | undefined;
  /** How many notes have been read of how many, while it loads. */
  readonly onProgress?: (read: number, all: number) => void;
  /** How many of them have their text indexed, from time to time, after that. */
  readonly onIndexing?: (indexed: number, all: number) => void;
  readonly onEvent?: OnEvent;
}

/** A folder of markdown as content. */
export interface Vault extends Content {
  /** The real path of the folder. */
  readonly root: string;
  /** All body text is indexed. */
  ready(): Promise<void>;
  /** Once no vector is being made any more: all are there, or the embedder failed. How many there are; nothing without an embedder. */
  vectors(options?: { readonly wait?: boolean }): Promise<VectorCount | undefined>;
  /** Looks at the folder now. Gives back whether anything had changed. */
  refresh(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens a folder of notes as it is. Resolves as soon as levels 0 to 3 and the search in names, descriptions, tags, headings and link texts
 * can be served; body text is indexed meanwhile, and operations that rank wait for it.
 */
export async function openVault(folder: string, options: VaultOptions = {}): Promise<Vault> {
  const root = realFolder(folder);
  const id = options.id ?? idOf(root);
  const outlines = createOutlines();
  const cache = options.cache === false ? undefined : (options.cache ?? cacheFolder());
  const onEvent = options.onEvent === undefined ? undefined : guarded(options.onEvent);
  const meaning = await meaningOf(options, { root, graphId: id, cache, onEvent });
  const loader: VaultLoader = await createVaultLoader({
    root,
    graphId: id,
    ignored: () => readIgnore(root, options),
    maxFiles: options.maxFiles,
    cache,
    watch: options.watch === true,
    partial: options.partial === true,
    onProgress: options.onProgress,
    onIndexing: options.onIndexing,
    onEvent,
    onVersion: meaning?.follow,
    onRenewed() {
      // Made of a damaged snapshot and a right file.
      outlines.links.clear();
      outlines.sections.clear();
    },
  });
  const partial = options.partial === true;
  const otherFiles = () => createOtherFiles(root, () => readIgnore(root, options));
  return {
    id,
    root,
    open: (request) =>
      cancellable(request, async () => {
        const state = loader.current();
        const completed = partial ? async () => state : () => loader.completed(state);
        return readingOf({
          id,
          root,
          state,
          partial,
          completed,
          otherFiles,
          outlines,
          meaning,
          renew: () => loader.renew(state),
        });
      }),
    ready: async () => void (await loader.completed(loader.current())),
    async vectors({ wait = true } = {}) {
      if (meaning === undefined) return undefined;
      const state = await loader.completed(loader.current());
      if (wait) await meaning.settled();
      const { made, all } = meaning.count(state);
      return { made, all };
    },
    refresh: () => loader.refresh(),
    async close() {
      await loader.close();
      await meaning?.close();
    },
  };
}

type Kept = Pick<MeaningOptions, "root" | "graphId" | "cache" | "onEvent">;

/** Loaded where somebody has an embedder: others need none of it. */
async function meaningOf(
  { embedder, asksEmbedder = true, embedderPace }: VaultOptions,
  kept: Kept,
): Promise<VaultMeaning | undefined> {
  if (embedder === undefined) return undefined;
  const { createVaultMeaning } = await import("./meaning/vault-meaning.js");
  return createVaultMeaning({ ...kept, embedder, asks: asksEmbedder, pace: embedderPace });
}

interface VersionRead {
  readonly id: string;
  readonly root: string;
  readonly state: VaultState;
  readonly partial: boolean;
  readonly completed: () => Promise<VaultState>;
  readonly otherFiles: () => OtherFiles;
  readonly outlines: Outlines;
  readonly meaning: VaultMeaning | undefined;
  readonly renew: () => Promise<boolean>;
}

function readingOf({
  id,
  root,
  state,
  partial,
  completed,
  otherFiles,
  outlines,
  meaning,
  renew,
}: VersionRead): Reading {
  let known = state;
  const files = filesIn(root, state);
  async function whole(): Promise<VaultState> {
    known = await completed();
    return known;
  }
  return {
    // When it is asked for: it looks at every note.
    get version() {
      return contentVersion(known);
    },
    graph: createVaultGraph({ id, root, files, state, partial, completed: whole, otherFiles, meaning }),
    source: renewing(createVaultSource(files, state, { outlines, completed: whole }), renew),
    renew,
    // Versions are plain values: whoever still reads one keeps it, and the collector takes it after that.
    release: () => undefined,
  };
}

/** A node that cannot be read is left out of an answer, which goes on: what is damaged is mended for the next one. */
function renewing(source: NodeSource, renew: () => Promise<boolean>): NodeSource {
  async function watched<Value>(reading: Promise<readonly Read<Value>[]>): Promise<readonly Read<Value>[]> {
    const all = await reading;
    if (all.some((one) => "failure" in one && !isPdError(one.failure))) void renew();
    return all;
  }
  return {
    links: (asked, options) => watched(source.links(asked, options)),
    sections: (asked, options) => watched(source.sections(asked, options)),
    content: (asked, options) => watched(source.content(asked, options)),
  };
}

/** The `graphId` of a folder that is given none: its name, with what an id may hold. */
export function idOf(root: string): string {
  const short = slug(basename(root));
  // As most are: nothing to look up in Unicode's tables.
  if (/^[a-z0-9][a-z0-9._-]{0,63}$/.test(short)) return short;
  const plain = short.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[^\p{L}\p{N}]+/u, "");
  let id = "";
  // By characters: half of one is no letter.
  for (const character of plain) if (utf8Length(id + character) <= 64) id += character;
  return id || "vault";
}

function realFolder(folder: string): string {
  try {
    const root = realpathSync.native(folder);
    if (statSync(root).isDirectory()) return root;
  } catch (cause) {
    throw unreadable(folder, "does not exist or cannot be read", cause);
  }
  throw unreadable(folder, "is not a folder");
}

function unreadable(folder: string, why: string, cause?: unknown): PdError {
  return new PdError("vault-unreadable", `"${escapeControls(folder)}" ${why}`, {
    where: escapeControls(folder),
    fix: "Give the path of a folder that holds markdown files.",
    cause,
  });
}
