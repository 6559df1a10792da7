import { join } from "node:path";
import { deleteCacheFile, readCacheFile, writeCacheFile } from "../../files/cache-file.js";
import { checksum } from "../../files/checksum.js";
import type { VaultState } from "../vault-state.js";
import { HEAD_BYTES, snapshotFromBytes, snapshotLength, snapshotToBytes } from "./snapshot-format.js";

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
  const bytes = readCacheFile(path, { bytes: HEAD_BYTES, lengthOf: snapshotLength });
  return bytes === undefined ? undefined : snapshotFromBytes(bytes, key, version);
}

export function writeSnapshot({ path, key }: SnapshotFile, state: VaultState): void {
  writeCacheFile(path, snapshotToBytes(state, key));
}

export function deleteSnapshot({ path }: SnapshotFile): void {
  deleteCacheFile(path);
}
