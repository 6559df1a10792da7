import { closeSync, constants, fsyncSync, openSync, writeSync } from "node:fs";
import { UNFINISHED } from "../filesystem/portable-path.js";

/** A leftover of a process that was killed while it wrote is swept once it is this old. */
export const LEFTOVER_MILLISECONDS = 60 * 60_000;

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** A name for a file that is being written. Short whatever the file is called, so that a name of full length has room beside it. */
export function unfinishedName(): string {
  return `${UNFINISHED}${process.pid}-${Math.random().toString(36).slice(2)}`;
}

/** Writes a file that was not there before, for this user alone, and flushes it to disk. */
export function writeFresh(path: string, text: string): void {
  const descriptor = openSync(path, NEW_FILE, 0o600);
  try {
    const bytes = new TextEncoder().encode(text);
    let written = 0;
    while (written < bytes.length) written += writeSync(descriptor, bytes, written, bytes.length - written);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
