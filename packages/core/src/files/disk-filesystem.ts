import { type Dirent, lstatSync, readdirSync, realpathSync, unlinkSync } from "node:fs";
import { linesOf } from "../filesystem/line-range.js";
import { portablePath, portablePaths, UNFINISHED } from "../filesystem/portable-path.js";
import { isPdError, PdError, throwIfCancelled } from "../model/errors.js";
import type { FileEntry, Filesystem } from "../ports/filesystem.js";
import { escapeControls } from "../text/escape-controls.js";
import { ensureFolder } from "./cache-folder.js";
import { readContainedSync } from "./contained-file.js";
import { openFolder } from "./folder-handle.js";
import { systemCodeOf } from "./system-error.js";
import { finishMoves } from "./write-journal.js";
import { writeTogether } from "./write-together.js";

export interface DiskFilesystemOptions {
  /** A larger file is neither read nor written. */
  readonly maxFileBytes?: number | undefined;
}

/** A listing ends here: more than a model can use, less than memory holds. */
const MOST_ENTRIES = 10_000;
const DEEPEST = 32;

/**
 * A `Filesystem` in a folder of this machine, which is made if need be. Nothing is read or written outside of it, whatever links are
 * put in it meanwhile; a file is replaced whole or not at all.
 */
export function createDiskFilesystem(
  folder: string,
  { maxFileBytes = 16 * 2 ** 20 }: DiskFilesystemOptions = {},
): Filesystem {
  const root = rootAt(folder);
  // Of a process that died while it wrote: all its files, or none.
  finishMoves(root);
  return {
    async read(path, { from, to, signal } = {}) {
      throwIfCancelled(signal);
      const { bytes } = readContainedSync(root, portablePath(path), { maxBytes: maxFileBytes });
      return linesOf(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), { from, to });
    },
    async write(files, { signal } = {}) {
      const paths = portablePaths(files.map(({ path }) => path));
      for (const { path, text } of files) checkSize(path, text, maxFileBytes);
      telling("The files cannot be written", () => writeTogether(root, files, { paths, signal }));
    },
    async list(below, { signal } = {}) {
      const parts = below === undefined ? [] : portablePath(below).split("/");
      return telling("The files cannot be listed", () => listFrom(root, parts, signal)).sort((a, b) =>
        a.path < b.path ? -1 : 1,
      );
    },
    async remove(path, { signal } = {}) {
      throwIfCancelled(signal);
      const parts = portablePath(path).split("/");
      return telling(`"${escapeControls(path)}" cannot be removed`, () => removeAt(root, parts));
    },
  };
}

function rootAt(folder: string): string {
  return telling("The folder cannot be used", () => realpathSync.native(ensureFolder(folder)));
}

function checkSize(path: string, text: string, most: number): void {
  const bytes = Buffer.byteLength(text);
  if (bytes <= most) return;
  throw new PdError("file-too-large", `"${escapeControls(path)}" has ${bytes} bytes, and ${most} are allowed`, {
    where: escapeControls(path),
    fix: "Split the text, or raise maxFileBytes.",
  });
}

function listFrom(root: string, parts: readonly string[], signal: AbortSignal | undefined): FileEntry[] {
  const found: FileEntry[] = [];
  const visit = (at: readonly string[]): void => {
    throwIfCancelled(signal);
    const entries = entriesIn(root, at);
    for (const { name, bytes, isFolder } of entries) {
      if (found.length >= MOST_ENTRIES) return;
      if (isFolder && at.length < DEEPEST) visit([...at, name]);
      else if (bytes !== undefined) found.push({ path: [...at, name].join("/"), bytes });
    }
  };
  visit(parts);
  return found;
}

interface Listed {
  readonly name: string;
  readonly isFolder: boolean;
  /** None for what is no regular file. */
  readonly bytes: number | undefined;
}

/** Links are not listed: what they lead to is read by its own name. A folder that is not there holds nothing. */
function entriesIn(root: string, parts: readonly string[]): readonly Listed[] {
  let folder: ReturnType<typeof openFolder>;
  try {
    folder = openFolder({ root, parts, create: false });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  try {
    const entries: readonly Dirent[] = readdirSync(folder.entry("."), { withFileTypes: true });
    return entries
      .filter(({ name }) => !name.startsWith(UNFINISHED) && isPortable(name))
      .map((entry) => {
        const stats = entry.isFile() ? lstatSync(folder.entry(entry.name), { throwIfNoEntry: false }) : undefined;
        return { name: entry.name, isFolder: entry.isDirectory(), bytes: stats?.size };
      });
  } finally {
    folder.close();
  }
}

/** A name that could not be asked for is not shown. */
function isPortable(name: string): boolean {
  try {
    return portablePath(name) === name;
  } catch {
    return false;
  }
}

function removeAt(root: string, parts: readonly string[]): boolean {
  try {
    const folder = openFolder({ root, parts: parts.slice(0, -1), create: false });
    try {
      unlinkSync(folder.entry(parts.at(-1)!));
      return true;
    } finally {
      folder.close();
    }
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = systemCodeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

function telling<Result>(what: string, act: () => Result): Result {
  try {
    return act();
  } catch (cause) {
    if (isPdError(cause)) throw cause;
    const code = systemCodeOf(cause);
    throw new PdError("file-unwritable", `${what}${code === undefined ? "" : ` (${code})`}`, {
      cause,
      fix: "Check the folder, its permissions and its space.",
    });
  }
}
