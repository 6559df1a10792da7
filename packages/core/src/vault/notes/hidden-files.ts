import type { Stats } from "node:fs";
import type { FileStamp } from "../../files/contained-file.js";
import { noteDigest } from "./note-digest.js";

/**
 * Files that were read and left out for what they say of themselves, by their stamps: until one changes it need not be read again. Neither a path nor a word
 * of them is kept.
 */
export type HiddenFiles = ReadonlySet<string>;

const NO_BYTES = new Uint8Array(0);

export function hiddenFile(path: string, { size, modified, changed, inode }: FileStamp): string {
  return [noteDigest(path, NO_BYTES), size, modified, changed, inode].join(" ");
}

export function hiddenFileOf(path: string, { size, mtimeMs, ctimeMs, ino }: Stats): string {
  return hiddenFile(path, { size, modified: mtimeMs, changed: ctimeMs, inode: ino });
}

export function sameHidden(one: HiddenFiles, other: HiddenFiles): boolean {
  return one.size === other.size && [...one].every((file) => other.has(file));
}

/** As it is saved, and back. */
export function hiddenFilesFrom(json: string): HiddenFiles {
  const files: unknown = JSON.parse(json);
  if (!Array.isArray(files) || !files.every((file) => typeof file === "string"))
    throw new RangeError("its hidden files are damaged");
  return new Set(files as readonly string[]);
}
