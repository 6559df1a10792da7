import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkedMemory } from "../checked-memory.js";
import { sweepOrphans, writeAtomicSync } from "../node/atomic-write.js";
import { ensureFolder } from "../node/cache-folder.js";
import { checksum } from "../node/checksum.js";
import { HEAD_BYTES, snapshotFromBytes, snapshotLength, snapshotToBytes } from "./snapshot-format.js";
import type { VaultState } from "./vault-state.js";

/** Where a vault's snapshot is kept. The key is the real path and whatever else its content depends on. */
export interface SnapshotFile {
  readonly path: string;
  readonly key: string;
}

export function snapshotFile(cache: string, root: string, options: string): SnapshotFile {
  const key = JSON.stringify([root, options]);
  // The key itself is in the file: of two that share a name, the other is rebuilt. `node:crypto` would take longer to load than this.
  const name = checksum(new TextEncoder().encode(key));
  return { key, path: join(cache, "vaults", `${name}.snapshot`) };
}

/** Nothing where there is none. Whatever is wrong with it is thrown: the caller rebuilds. */
export function readSnapshot({ path, key }: SnapshotFile, version: string): VaultState | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new RangeError("it is no regular file");
    const { size } = stats;
    // Before memory is taken for it: it may have grown by anything.
    const head = new Uint8Array(HEAD_BYTES);
    readSync(descriptor, head, 0, HEAD_BYTES, 0);
    if (snapshotLength(head) !== size) throw new RangeError("it has another length than it says");
    // Not zeroed first: all of it is read over, or cut off.
    const bytes = checkedMemory(size) ?? Buffer.allocUnsafeSlow(size);
    let filled = 0;
    while (filled < size) {
      const read = readSync(descriptor, bytes, filled, size - filled, filled);
      if (read === 0) break;
      filled += read;
    }
    return snapshotFromBytes(bytes.subarray(0, filled), key, version);
  } finally {
    closeSync(descriptor);
  }
}

export function writeSnapshot({ path, key }: SnapshotFile, state: VaultState): void {
  ensureFolder(dirname(path));
  sweepOrphans(path);
  writeAtomicSync(path, snapshotToBytes(state, key));
}
