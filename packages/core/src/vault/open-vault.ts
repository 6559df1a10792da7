import { realpathSync, statSync } from "node:fs";
import { basename } from "node:path";
import { cancellable } from "../content/cancellable.js";
import { cacheFolder } from "../files/cache-folder.js";
import { utf8Length } from "../model/counters.js";
import { isPdError, PdError } from "../model/errors.js";
import { guarded, type OnEvent } from "../model/event.js";
import type { Content, NodeSource, Read, Reading } from "../ports/content.js";
import { escapeControls } from "../text/escape-controls.js";
import { readIgnore } from "./ignore/read-ignore.js";
import { createOtherFiles, type OtherFiles } from "./links/other-files.js";
import { createVaultLoader, type VaultLoader } from "./load/vault-loader.js";
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
    ignored: () => readIgnore(root, options),
    maxFiles: options.maxFiles,
    cache: options.cache === false ? undefined : (options.cache ?? cacheFolder()),
    watch: options.watch === true,
    partial: options.partial === true,
    onProgress: options.onProgress,
    onIndexing: options.onIndexing,
    onEvent: options.onEvent === undefined ? undefined : guarded(options.onEvent),
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
          renew: () => loader.renew(state),
        });
      }),
    ready: async () => void (await loader.completed(loader.current())),
    refresh: () => loader.refresh(),
    close: () => loader.close(),
  };
}

interface VersionRead {
  readonly id: string;
  readonly root: string;
  readonly state: VaultState;
  readonly partial: boolean;
  readonly completed: () => Promise<VaultState>;
  readonly otherFiles: () => OtherFiles;
  readonly outlines: Outlines;
  readonly renew: () => Promise<boolean>;
}

function readingOf({ id, root, state, partial, completed, otherFiles, outlines, renew }: VersionRead): Reading {
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
    graph: createVaultGraph({ id, root, files, state, partial, completed: whole, otherFiles }),
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
  throw unreadable(folder, "is no folder");
}

function unreadable(folder: string, why: string, cause?: unknown): PdError {
  return new PdError("vault-unreadable", `"${escapeControls(folder)}" ${why}`, {
    where: escapeControls(folder),
    fix: "Give the path of a folder that holds markdown files.",
    cause,
  });
}
