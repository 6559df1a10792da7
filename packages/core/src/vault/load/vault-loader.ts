import { isPdError, PdError } from "../../model/errors.js";
import type { OnEvent } from "../../model/event.js";
import type { Ignored } from "../ignore/ignore.js";
import { type HiddenFiles, sameHidden } from "../notes/hidden-files.js";
import { closedBy, folderFinding } from "../read/problems.js";
import { keepSnapshot } from "../snapshot/kept-snapshot.js";
import type { VaultState } from "../vault-state.js";
import { refreshState } from "../watch/refresh.js";
import { type FolderWatch, watchFolders } from "../watch/watch.js";
import { inSteps } from "./in-steps.js";
import { type Walked, walk } from "./walk.js";

export interface LoaderOptions {
  readonly root: string;
  readonly graphId: string;
  /** Asked before each look at the folder: what it leaves out may change too. */
  readonly ignored: () => Ignored;
  readonly maxFiles?: number | undefined;
  readonly cache: string | undefined;
  readonly watch: boolean;
  /** Names, descriptions, tags, headings and link texts can be searched before bodies are read. */
  readonly partial: boolean;
  readonly onProgress: ((read: number, all: number) => void) | undefined;
  readonly onIndexing: ((indexed: number, all: number) => void) | undefined;
  readonly onEvent: OnEvent | undefined;
  /** What came from a snapshot was wrong: whatever was made of it has to go. */
  readonly onRenewed: () => void;
  /** A version of which all bodies have been read is the newest. */
  readonly onVersion?: ((state: VaultState) => void) | undefined;
}

/** Keeps the newest version of a vault. Work on it is done one after the other; versions are swapped whole. */
export interface VaultLoader {
  current(): VaultState;
  /** A version with all its terms: the one given, once its bodies have been read. */
  completed(state: VaultState): Promise<VaultState>;
  refresh(): Promise<boolean>;
  /** After a failure that nothing else explains. Where this version came from a snapshot: reads the files instead, and says so. */
  renew(state: VaultState): Promise<boolean>;
  close(): Promise<void>;
}

/** A vault of which more than this share has changed since its snapshot is read anew: a change takes four times as long as a note of many. */
const MOST_CHANGED = 1 / 4;
/** As long as it is more than so many. */
const FEW_CHANGES = 100;

export async function createVaultLoader(options: LoaderOptions): Promise<VaultLoader> {
  const { root, graphId, ignored, maxFiles, onEvent } = options;
  const stamp = () => ({ at: Date.now(), graphId });
  const snapshot =
    options.cache === undefined
      ? undefined
      : keepSnapshot({
          cache: options.cache,
          root,
          current: () => current,
          onRejected: (reason) => onEvent?.({ kind: "snapshot-rejected", ...stamp(), reason }),
          onUnwritten: (cause) =>
            onEvent?.({ kind: "vault-failed", ...stamp(), message: "The snapshot could not be written", cause }),
        });
  let versions = 0;
  let closed = false;
  const nextVersion = () => `${++versions}`;

  const started = performance.now();
  const saved = snapshot?.read(nextVersion());
  const walked = walk(root, ignored(), { before: saved?.folders, maxFiles });
  const restored = await warm(saved === undefined ? undefined : { ...saved, rules: walked.rules }, walked);
  const { state: first, completion } = restored ?? (await cold(walked));
  let current: VaultState = first;
  /** Versions that lean on the snapshot: whatever in it was not looked at yet may be wrong. */
  const leaning = new WeakSet<VaultState>(restored === undefined ? [] : [first]);
  let renewing: Promise<boolean> | undefined;
  onEvent?.({
    kind: "vault-loaded",
    ...stamp(),
    nodes: current.count,
    ...(restored === undefined ? { from: "files" } : { from: "snapshot", reread: restored.reread }),
    milliseconds: performance.now() - started,
  });

  /** Everything that makes a new version waits for what is under way. */
  let work: Promise<unknown> = completion.then(
    (state) => {
      current = state;
      options.onVersion?.(state);
      if (restored === undefined)
        onEvent?.({ kind: "vault-indexed", ...stamp(), milliseconds: performance.now() - started });
      if (restored?.unchanged !== true) snapshot?.save();
    },
    (cause: unknown) => {
      if (!closed) onEvent?.({ kind: "vault-failed", ...stamp(), message: "Body text could not be indexed", cause });
    },
  );
  /** Of several that ask while work is under way, the first to look sees it all. */
  let waiting: Promise<boolean> | undefined;

  tellIfClosed(undefined);

  const watching: FolderWatch | undefined = options.watch
    ? watchFolders({
        root,
        onChange: () => void refresh(),
        onDegraded: (reason, pollMilliseconds) =>
          onEvent?.({ kind: "watch-degraded", ...stamp(), reason, pollMilliseconds }),
      })
    : undefined;
  watching?.follow(walked.folders);

  async function cold({ folders, findings, rules, memory }: Walked) {
    // Parsing and indexing are most of this package's code, and a vault with a snapshot needs none of it.
    const { buildState, indexFields, indexing, readBodies, withFields } = await import("./cold-load.js");
    const all = folders.reduce((sum, { notes }) => sum + notes.length, 0);
    const onProgress = options.onProgress === undefined ? undefined : (read: number) => options.onProgress?.(read, all);
    const building = buildState({ root, folders, rules, version: nextVersion(), onProgress });
    const { state: read, texts, kept } = await inSteps(building);
    const problems = [...read.problems, ...findings.map(folderFinding)];
    if (!options.partial) {
      const state = { ...read, problems, folders: memory };
      const steps = indexing(root, state, { texts, kept, onRead });
      return { state, completion: inSteps(steps, throwIfClosed) };
    }
    const builder = await inSteps(indexFields(read, texts));
    const state = { ...(await inSteps(withFields(read, builder))), problems, folders: memory };
    return { state, completion: inSteps(readBodies(root, state, builder, { kept, onRead }), throwIfClosed) };
  }

  function tellIfClosed(before: string | undefined): void {
    const message = closedBy(current.problems);
    if (message !== undefined && message !== before) onEvent?.({ kind: "vault-failed", ...stamp(), message });
  }

  function onRead(read: number, all: number): void {
    options.onIndexing?.(read, all);
  }

  /** From the snapshot and what changed since. */
  async function warm(before: VaultState | undefined, now: Walked) {
    // By other rules, notes that did not change may be hidden or called otherwise.
    if (before === undefined || before.folders?.notes !== now.memory.notes) return undefined;
    try {
      const most = Math.max(FEW_CHANGES, before.count * MOST_CHANGED);
      const refreshing = { root, state: before, walked: now, version: nextVersion(), most };
      const refreshed = await inSteps(refreshState(refreshing));
      if (refreshed === undefined) return undefined;
      const { state } = refreshed;
      const completed = { ...state, hidden: refreshed.hidden, folders: now.memory };
      // Folders that had just changed then can be remembered now.
      const unchanged = state === before && now.memory.folders.length === before.folders?.folders.length;
      const reread = refreshed.added + refreshed.changed;
      return { state: completed, unchanged, reread, completion: Promise.resolve(completed) };
    } catch (error) {
      snapshot?.reject(error);
      return undefined;
    }
  }

  /** From the files alone, in place of a version that came from a snapshot. */
  async function readAnew(): Promise<void> {
    const begun = performance.now();
    snapshot?.reject(new RangeError("it failed while it was used"));
    const { completion: whole } = await cold(walk(root, ignored(), { maxFiles }));
    current = await whole;
    options.onVersion?.(current);
    options.onRenewed();
    snapshot?.save();
    const milliseconds = performance.now() - begun;
    onEvent?.({ kind: "vault-loaded", ...stamp(), nodes: current.count, from: "files", milliseconds });
  }

  function renew(state: VaultState): Promise<boolean> {
    if (!leaning.has(state)) return Promise.resolve(false);
    renewing ??= inTurn("The vault could not be read anew", async () => {
      // A change that could not be taken in may have come first.
      if (leaning.has(current)) await readAnew();
      return true;
    });
    return renewing;
  }

  function refresh(): Promise<boolean> {
    waiting ??= look();
    return waiting;
  }

  function look(): Promise<boolean> {
    return inTurn("A change could not be taken in", async () => {
      waiting = undefined;
      const now = walk(root, ignored(), { maxFiles });
      watching?.follow(now.folders);
      const before = current;
      if (before.folders?.notes !== now.memory.notes) {
        const { completion: whole } = await cold(now);
        current = await whole;
        options.onVersion?.(current);
        options.onRenewed();
        snapshot?.save();
        tellIfClosed(closedBy(before.problems));
        onEvent?.({ kind: "vault-changed", ...stamp(), added: 0, changed: current.count, removed: 0 });
        return true;
      }
      const refreshing = { root, state: before, walked: now, version: nextVersion() };
      const refreshed = await inSteps(refreshState(refreshing), throwIfClosed).catch(async (error: unknown) => {
        if (isPdError(error) || !leaning.has(before)) throw error;
        await readAnew();
        return undefined;
      });
      if (refreshed === undefined) return true;
      const { state, hidden, ...counts } = refreshed;
      if (state === before) {
        remember(hidden);
        return false;
      }
      current = { ...state, folders: now.memory };
      options.onVersion?.(current);
      if (leaning.has(before)) leaning.add(current);
      tellIfClosed(closedBy(before.problems));
      onEvent?.({ kind: "vault-changed", ...stamp(), ...counts });
      snapshot?.save();
      return true;
    });
  }

  /** A file that is left out changed, or came: nobody sees that, and it need not be read the next time. */
  function remember(hidden: HiddenFiles): void {
    if (sameHidden(current.hidden, hidden)) return;
    const isLeaning = leaning.has(current);
    current = { ...current, hidden };
    if (isLeaning) leaning.add(current);
  }

  /** After what is under way. A failure is told, and the version stays. */
  function inTurn(failure: string, act: () => Promise<boolean>): Promise<boolean> {
    const settled = work
      .then(() => (closed ? false : act()))
      .catch((cause: unknown) => {
        if (!closed) onEvent?.({ kind: "vault-failed", ...stamp(), message: failure, cause });
        return false;
      });
    work = settled;
    return settled;
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
    renew,
    async close() {
      closed = true;
      watching?.close();
      await work;
      snapshot?.close();
    },
  };
}
