import { PdError } from "../errors.js";
import type { CompiledModuleName, OnEvent } from "../event.js";
import { readBodies, withFields } from "./body-pass.js";
import { type Built, buildState } from "./build-state.js";
import type { Ignored } from "./ignore.js";
import { inSteps, type Steps } from "./in-steps.js";
import { indexFields } from "./index-fields.js";
import { folderFinding } from "./problems.js";
import { refreshState } from "./refresh.js";
import { readSnapshot, type SnapshotFile, snapshotFile, writeSnapshot } from "./snapshot-file.js";
import type { VaultState } from "./vault-state.js";
import { type Walked, walk } from "./walk.js";
import { type FolderWatch, watchFolders } from "./watch.js";

export interface LoaderOptions {
  readonly root: string;
  readonly graphId: string;
  /** Asked before each look at the folder: what it leaves out may change too. */
  readonly ignored: () => Ignored;
  readonly cache: string | undefined;
  readonly watch: boolean;
  /** Names, descriptions, tags, headings and link texts can be searched before bodies are read. */
  readonly partial: boolean;
  readonly onProgress: ((read: number, all: number) => void) | undefined;
  readonly onIndexing: ((indexed: number, all: number) => void) | undefined;
  readonly onEvent: OnEvent | undefined;
}

/** Keeps the newest version of a vault. Work on it is done one after the other; versions are swapped whole. */
export interface VaultLoader {
  current(): VaultState;
  /** A version with all its terms: the one given, once its bodies have been read. */
  completed(state: VaultState): Promise<VaultState>;
  refresh(): Promise<boolean>;
  close(): Promise<void>;
}

/** A vault of which more than this share has changed since its snapshot is read anew: a change takes four times as long as a note of many. */
const MOST_CHANGED = 1 / 4;
/** As long as it is more than so many. */
const FEW_CHANGES = 100;

/** How long after a change the snapshot is written, so that a burst of edits makes one. */
const SAVE_AFTER_MILLISECONDS = 2000;

export async function createVaultLoader(options: LoaderOptions): Promise<VaultLoader> {
  const { root, graphId, ignored, onEvent } = options;
  const snapshot = options.cache === undefined ? undefined : snapshotFile(options.cache, root, "1");
  const said = () => ({ at: Date.now(), graphId });
  let versions = 0;
  let closed = false;
  let saving: NodeJS.Timeout | undefined;
  const nextVersion = () => `${++versions}`;

  const started = performance.now();
  const saved = readSaved();
  const walked = walk(root, ignored(), saved?.folders);
  const restored = await warm(saved, walked);
  const { state: first, completion } = restored ?? (await cold(walked));
  let current: VaultState = first;
  onEvent?.({
    kind: "vault-loaded",
    ...said(),
    nodes: current.count,
    ...(restored === undefined ? { from: "files" } : { from: "snapshot", reread: restored.reread }),
    milliseconds: performance.now() - started,
  });

  /** Everything that makes a new version waits for what is under way. */
  let work: Promise<unknown> = completion.then(
    (state) => {
      current = state;
      if (restored === undefined)
        onEvent?.({ kind: "vault-indexed", ...said(), milliseconds: performance.now() - started });
      if (restored?.unchanged !== true) save();
    },
    (cause: unknown) => {
      if (!closed) onEvent?.({ kind: "vault-failed", ...said(), message: "Body text could not be indexed", cause });
    },
  );
  /** Of several that ask while work is under way, the first to look sees it all. */
  let waiting: Promise<boolean> | undefined;

  const watching: FolderWatch | undefined = options.watch
    ? watchFolders({
        root,
        onChange: () => void refresh(),
        onDegraded: (reason, pollMilliseconds) =>
          onEvent?.({ kind: "watch-degraded", ...said(), reason, pollMilliseconds }),
      })
    : undefined;
  watching?.follow(walked.folders);

  async function cold({ folders, findings, memory }: Walked) {
    const all = folders.reduce((sum, { notes }) => sum + notes.length, 0);
    const onProgress = options.onProgress === undefined ? undefined : (read: number) => options.onProgress?.(read, all);
    const built = await inSteps(buildState({ root, folders, version: nextVersion(), onProgress, onAbandoned }));
    const { state: read, texts, kept } = built;
    const problems = [...read.problems, ...findings.map(folderFinding)];
    if (!options.partial) {
      const state = { ...read, problems, folders: memory };
      return { state, completion: inSteps(indexing(state, built), throwIfClosed) };
    }
    const builder = await inSteps(indexFields(read.notes, texts, onAbandoned));
    const state = { ...(await inSteps(withFields(read, builder))), problems, folders: memory };
    return { state, completion: inSteps(readBodies(root, state, builder, { kept, onRead }), throwIfClosed) };
  }

  function* indexing(state: VaultState, { texts, kept }: Built): Steps<VaultState> {
    const builder = yield* indexFields(state.notes, texts, onAbandoned);
    return yield* readBodies(root, state, builder, { kept, onRead });
  }

  function onRead(read: number, all: number): void {
    options.onIndexing?.(read, all);
  }

  function onAbandoned(module: CompiledModuleName, cause: unknown): void {
    onEvent?.({ kind: "module-abandoned", ...said(), module, reason: reasonOf(cause) });
  }

  /** Whatever is wrong with it, the files are read instead. */
  function readSaved(): VaultState | undefined {
    if (snapshot === undefined) return undefined;
    try {
      return readSnapshot(snapshot, nextVersion());
    } catch (error) {
      reject(error);
      return undefined;
    }
  }

  function reject(error: unknown): void {
    onEvent?.({ kind: "snapshot-rejected", ...said(), reason: reasonOf(error) });
  }

  /** From the snapshot and what changed since. */
  async function warm(before: VaultState | undefined, now: Walked) {
    if (before === undefined) return undefined;
    try {
      const most = Math.max(FEW_CHANGES, before.count * MOST_CHANGED);
      const refreshing = { root, state: before, walked: now, version: nextVersion(), most };
      const refreshed = await inSteps(refreshState(refreshing));
      if (refreshed === undefined) return undefined;
      const { state } = refreshed;
      const completed = { ...state, folders: now.memory };
      // Folders that had just changed then can be remembered now.
      const unchanged = state === before && now.memory.folders.length === before.folders?.folders.length;
      const reread = refreshed.added + refreshed.changed;
      return { state: completed, unchanged, reread, completion: Promise.resolve(completed) };
    } catch (error) {
      reject(error);
      return undefined;
    }
  }

  function refresh(): Promise<boolean> {
    waiting ??= look();
    return waiting;
  }

  function look(): Promise<boolean> {
    const run = work.then(async () => {
      waiting = undefined;
      if (closed) return false;
      const now = walk(root, ignored());
      watching?.follow(now.folders);
      const { state, ...counts } = await inSteps(
        refreshState({ root, state: current, walked: now, version: nextVersion() }),
        throwIfClosed,
      );
      if (state === current) return false;
      current = { ...state, folders: now.memory };
      onEvent?.({ kind: "vault-changed", ...said(), ...counts });
      save();
      return true;
    });
    const settled = run.catch((cause: unknown) => {
      if (!closed) onEvent?.({ kind: "vault-failed", ...said(), message: "A change could not be taken in", cause });
      return false;
    });
    work = settled;
    return settled;
  }

  function save(): void {
    clearTimeout(saving);
    if (snapshot === undefined) return;
    saving = setTimeout(() => writeNow(snapshot), SAVE_AFTER_MILLISECONDS);
    saving.unref();
  }

  /** A cache that cannot be written is slower, and nothing else. */
  function writeNow(file: SnapshotFile): void {
    saving = undefined;
    try {
      writeSnapshot(file, current);
    } catch (cause) {
      onEvent?.({ kind: "vault-failed", ...said(), message: "The snapshot could not be written", cause });
    }
  }

  function throwIfClosed(): void {
    if (closed) throw new PdError("cancelled", "The vault was closed");
  }

  return {
    current: () => current,
    async completed(state) {
      if (state.complete) return state;
      return completion;
    },
    refresh,
    async close() {
      closed = true;
      watching?.close();
      await work;
      const unsaved = saving !== undefined;
      clearTimeout(saving);
      if (unsaved && snapshot !== undefined) writeNow(snapshot);
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : "it cannot be read";
}
