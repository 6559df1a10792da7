import { lstatSync, realpathSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Content, Reading } from "../content.js";
import { utf8Length } from "../counters.js";
import { isPdError, PdError } from "../errors.js";
import { escapeControls } from "../escape-controls.js";
import { guarded, type OnEvent } from "../event.js";
import { cacheFolder } from "../node/cache-folder.js";
import { readContainedSync } from "../node/contained-file.js";
import { createIgnore, IGNORE_FILE, type Ignored } from "./ignore.js";
import { slug } from "./note-id.js";
import { createVaultGraph } from "./vault-graph.js";
import { createVaultLoader, type VaultLoader } from "./vault-loader.js";
import { createOutlines, createVaultSource, type Outlines } from "./vault-source.js";
import type { VaultState } from "./vault-state.js";

export interface VaultOptions {
  /** The `graphId` of requests; the folder's name if it is not given. */
  readonly id?: string;
  /** Picks up changes while it is open. Off if it is not given. */
  readonly watch?: boolean;
  /** Where the snapshot goes: a folder, or `false` for nowhere. The user's cache folder if it is not given. */
  readonly cache?: string | false;
  /** Answers before body text is indexed; matches in it are missing until then. */
  readonly partial?: boolean;
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
  const loader: VaultLoader = await createVaultLoader({
    root,
    graphId: id,
    ignored: () => readIgnore(root),
    cache: options.cache === false ? undefined : (options.cache ?? cacheFolder()),
    watch: options.watch === true,
    partial: options.partial === true,
    onProgress: options.onProgress,
    onIndexing: options.onIndexing,
    onEvent: options.onEvent === undefined ? undefined : guarded(options.onEvent),
  });
  const partial = options.partial === true;
  return {
    id,
    root,
    async open(): Promise<Reading> {
      const state = loader.current();
      const completed = partial ? async () => state : () => loader.completed(state);
      return readingOf({ root, state, partial, completed, outlines });
    },
    ready: async () => void (await loader.completed(loader.current())),
    refresh: () => loader.refresh(),
    close: () => loader.close(),
  };
}

interface Read {
  readonly root: string;
  readonly state: VaultState;
  readonly partial: boolean;
  readonly completed: () => Promise<VaultState>;
  readonly outlines: Outlines;
}

function readingOf({ root, state, partial, completed, outlines }: Read): Reading {
  return {
    version: state.version,
    graph: createVaultGraph({ root, state, partial, completed }),
    source: createVaultSource(root, state, outlines),
    // Versions are plain values: whoever still reads one keeps it, and the collector takes it after that.
    release: () => undefined,
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
  throw unreadable(folder, "is no folder");
}

function unreadable(folder: string, why: string, cause?: unknown): PdError {
  return new PdError("vault-unreadable", `"${escapeControls(folder)}" ${why}`, {
    where: escapeControls(folder),
    fix: "Give the path of a folder that holds markdown files.",
    cause,
  });
}

/** A `.pdignore` larger than this is none. */
const IGNORE_BYTES = 64 * 1024;

function readIgnore(root: string): Ignored {
  try {
    // Most vaults have none, and to learn it from an error takes longer than to look.
    if (lstatSync(join(root, IGNORE_FILE), { throwIfNoEntry: false }) === undefined) return createIgnore("");
    const { bytes } = readContainedSync(root, IGNORE_FILE, { maxBytes: IGNORE_BYTES });
    return createIgnore(new TextDecoder().decode(bytes));
  } catch (error) {
    return createIgnore("", isPdError(error) ? `cannot be followed: ${error.message}` : "cannot be read");
  }
}
