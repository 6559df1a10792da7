import { constants, fstatSync, openSync, readlinkSync, readSync, realpathSync, type Stats, statSync } from "node:fs";
import { join, sep } from "node:path";
import { isPdError, PdError } from "../model/errors.js";
import { escapeControls } from "../text/escape-controls.js";
import { closeRead } from "./close-read.js";
import { containedPath, escapesRoot, hasDotName, listedPath } from "./contained-path.js";
import { systemCodeOf } from "./system-error.js";

/** A file's identity and age: enough to tell whether it is still the one that was indexed. */
export interface FileStamp {
  readonly size: number;
  readonly modified: number;
  readonly changed: number;
  readonly inode: number;
}

export interface ContainedFile {
  readonly bytes: Uint8Array;
  readonly stamp: FileStamp;
}

export interface ReadLimits {
  readonly maxBytes: number;
  /** How many folders below the root a file may be. */
  readonly maxDepth?: number | undefined;
  /** The path was found by listing the folder: whatever characters it has are those of a name. */
  readonly listed?: boolean | undefined;
  /** A file whose name, or a folder of it below the root, begins with a dot is refused, also behind a link. */
  readonly noDotNames?: boolean | undefined;
}

// A FIFO would block the open until someone writes; non-blocking, it opens at once and is refused as no regular file.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * Reads a file below a folder. Whether it is below is decided by the file that was *opened*, not by its path:
 * between a check of the path and the read, a link could be put in its place. `root` must be a real path.
 */
export function readContainedSync(root: string, path: string, limits: ReadLimits): ContainedFile {
  const full = join(root, limits.listed === true ? listedPath(path) : containedPath(path, limits.maxDepth));
  if (limits.noDotNames === true && hasDotName(path)) throw escapesRoot(path, DOT_NAME);
  const descriptor = openFor(full, path);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw escapesRoot(path, "is not a regular file");
    const real = realPathOf(descriptor, stats, { root, full, path });
    if (limits.noDotNames === true && hasDotName(real.slice(root.length).replaceAll(sep, "/")))
      throw escapesRoot(path, `is a link to what ${DOT_NAME}`);
    if (stats.size > limits.maxBytes) throw tooLarge(path, stats.size, limits.maxBytes);
    return { bytes: readAll(descriptor, stats.size), stamp: stampOf(stats) };
  } catch (cause) {
    throw unreadable(path, cause);
  } finally {
    closeRead(descriptor);
  }
}

function openFor(full: string, path: string): number {
  try {
    return openSync(full, FLAGS);
  } catch (cause) {
    // A socket cannot be opened at all; the code is the system's word for it.
    throw unreadable(path, cause);
  }
}

/** The bytes that are there now: a file that shrank meanwhile gives fewer, one that grew gives what was announced. */
function readAll(descriptor: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let filled = 0;
  while (filled < size) {
    const read = readSync(descriptor, bytes, filled, size - filled, filled);
    if (read === 0) break;
    filled += read;
  }
  return filled === size ? bytes : bytes.subarray(0, filled);
}

interface Place {
  readonly root: string;
  readonly full: string;
  readonly path: string;
}

const DOT_NAME = "has a name that begins with a dot";

/** Where the opened file is: below the root, or it is refused. */
function realPathOf(descriptor: number, stats: Stats, { root, full, path }: Place): string {
  const real = process.platform === "linux" ? linkTarget(descriptor) : samePath(full, stats);
  if (real !== undefined && isBelow(root, real)) return real;
  throw escapesRoot(path, "is a link to outside the folder");
}

/** Linux says where an opened file really is: nothing can be swapped under it any more. */
function linkTarget(descriptor: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}

/** Elsewhere the path is resolved once more and must lead to the very file that is open. A swap back in between could hide. */
function samePath(full: string, stats: Stats): string | undefined {
  const real = realpathSync.native(full);
  const now = statSync(real);
  return now.dev === stats.dev && now.ino === stats.ino ? real : undefined;
}

export function isBelow(root: string, real: string): boolean {
  return real.startsWith(root.endsWith(sep) ? root : root + sep);
}

export function stampOf(stats: Stats): FileStamp {
  return { size: stats.size, modified: stats.mtimeMs, changed: stats.ctimeMs, inode: stats.ino };
}

export function sameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.modified === b.modified && a.changed === b.changed && a.inode === b.inode;
}

function tooLarge(path: string, size: number, most: number): PdError {
  return new PdError("file-too-large", `"${escapeControls(path)}" has ${size} bytes, and ${most} are allowed`, {
    where: escapeControls(path),
    fix: "Split the file, or raise the limit.",
  });
}

function unreadable(path: string, cause: unknown): PdError {
  if (isPdError(cause)) return cause;
  const code = systemCodeOf(cause);
  const why = code === undefined ? "" : ` (${code})`;
  return new PdError("content-unreadable", `"${escapeControls(path)}" cannot be read${why}`, {
    where: escapeControls(path),
    cause,
    fix: "See that the file exists and may be read.",
  });
}
