import { randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isPdError, PdError } from "@pd/core";

export interface NewFile {
  /** Relative to the new folder, already known to stay below it. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable?: boolean | undefined;
}

const UNFINISHED = /^\..*-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\.tmp$/u;
/** Nobody writes a skill for that long. */
const ABANDONED_MILLISECONDS = 60 * 60 * 1000;

/** Whether a folder is one that is still being written, or was when its process was killed. It is no skill. */
export function isUnfinishedFolder(name: string): boolean {
  return name.endsWith(".tmp") && UNFINISHED.test(name);
}

/**
 * Makes a folder with all these files, or none of it: written beside it under another name, then renamed.
 * A folder, file or link that is there already is never touched.
 */
export function writeNewFolder(target: string, files: readonly NewFile[]): void {
  const temporary = join(dirname(target), `.${basename(target)}-${randomUUID()}.tmp`);
  let begun = false;
  try {
    mkdirSync(dirname(target), { recursive: true });
    refuseExisting(target);
    mkdirSync(temporary);
    begun = true;
    for (const { path, bytes, executable = false } of files) {
      mkdirSync(dirname(join(temporary, path)), { recursive: true });
      writeFileSync(join(temporary, path), bytes, { flag: "wx", mode: executable ? 0o755 : 0o644 });
    }
    refuseExisting(target);
    renameSync(temporary, target);
    sweep(dirname(target));
  } catch (cause) {
    if (begun) rmSync(temporary, { recursive: true, force: true });
    if (isPdError(cause)) throw cause;
    const fix = "See that the folder around it may be written to.";
    throw new PdError("file-unwritable", "The folder cannot be written", { where: target, fix, cause });
  }
}

/** Removes what processes left that were killed while they wrote. What cannot be removed stays: it is nobody's business now. */
function sweep(folder: string): void {
  const before = Date.now() - ABANDONED_MILLISECONDS;
  try {
    for (const name of readdirSync(folder).filter(isUnfinishedFolder)) {
      const path = join(folder, name);
      const stats = lstatSync(path);
      if (stats.isDirectory() && stats.mtimeMs < before) rmSync(path, { recursive: true, force: true });
    }
  } catch {
    // Another process may sweep at the same time.
  }
}

function refuseExisting(target: string): void {
  if (lstatSync(target, { throwIfNoEntry: false }) === undefined) return;
  const fix = "Choose another name, or remove what is there.";
  throw new PdError("input-invalid", "There is something at that place, and it is not overwritten", {
    where: target,
    fix,
  });
}
