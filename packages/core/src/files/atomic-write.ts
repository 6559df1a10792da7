import { closeSync, fsyncSync, openSync, readdirSync, statSync, unlinkSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { replaceFile } from "./replace-file.js";

/** A leftover of a process that was killed while it wrote is swept once it is this old. */
const ORPHAN_MILLISECONDS = 60 * 60_000;

/**
 * Replaces a file, or leaves the old one as it was: written beside it, flushed to disk, then renamed.
 * A process killed at any moment leaves the old file or the new one, never half of either.
 */
export function writeAtomicSync(path: string, chunks: readonly Uint8Array[]): void {
  const temporary = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`;
  try {
    const descriptor = openSync(temporary, "wx", 0o600);
    try {
      for (const chunk of chunks) writeAll(descriptor, chunk);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    replaceFile(temporary, path);
  } catch (error) {
    remove(temporary);
    throw error;
  }
}

function writeAll(descriptor: number, chunk: Uint8Array): void {
  let written = 0;
  while (written < chunk.length) written += writeSync(descriptor, chunk, written, chunk.length - written);
}

/** Removes what killed processes left beside a file. Best effort: what cannot be removed is met again next time. */
export function sweepOrphans(path: string, now = Date.now()): void {
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(prefix) || !name.endsWith(".tmp")) continue;
    const orphan = join(dirname(path), name);
    try {
      if (now - statSync(orphan).mtimeMs > ORPHAN_MILLISECONDS) unlinkSync(orphan);
    } catch {
      // Another process swept it first.
    }
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made.
  }
}
