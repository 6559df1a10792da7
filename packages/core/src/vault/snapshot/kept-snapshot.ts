import type { VaultState } from "../vault-state.js";
import { deleteSnapshot, readSnapshot, snapshotFile, writeSnapshot } from "./snapshot-file.js";

export interface KeptSnapshotOptions {
  readonly cache: string;
  readonly root: string;
  /** What is written when it is time to. */
  current(): VaultState;
  onRejected(reason: string): void;
  onUnwritten(cause: unknown): void;
}

/** A vault's place in the cache: read once, thrown away where it is wrong, and written a while after the vault has changed. */
export interface KeptSnapshot {
  /** Nothing where there is none that can be believed. */
  read(version: string): VaultState | undefined;
  /** It was wrong: it is deleted, and the files are read instead. */
  reject(error: unknown): void;
  save(): void;
  /** Writes what is still to be written. */
  close(): void;
}

/** How long after a change the snapshot is written, so that a burst of edits makes one. */
const SAVE_AFTER_MILLISECONDS = 2000;

export function keepSnapshot({ cache, root, ...told }: KeptSnapshotOptions): KeptSnapshot {
  const file = snapshotFile(cache, root, "1");
  let saving: NodeJS.Timeout | undefined;

  function reject(error: unknown): void {
    deleteSnapshot(file);
    told.onRejected(error instanceof Error ? error.message : "it cannot be read");
  }

  /** A cache that cannot be written is slower, and nothing else. */
  function write(): void {
    saving = undefined;
    try {
      writeSnapshot(file, told.current());
    } catch (cause) {
      told.onUnwritten(cause);
    }
  }

  return {
    read(version) {
      try {
        return readSnapshot(file, version);
      } catch (error) {
        reject(error);
        return undefined;
      }
    },
    reject,
    save() {
      clearTimeout(saving);
      saving = setTimeout(write, SAVE_AFTER_MILLISECONDS);
      saving.unref();
    },
    close() {
      const isUnsaved = saving !== undefined;
      clearTimeout(saving);
      if (isUnsaved) write();
    },
  };
}
