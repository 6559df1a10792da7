import { utf8Length } from "../model/counters.js";
import { PdError, throwIfCancelled } from "../model/errors.js";
import type { FileContent, Filesystem } from "../ports/filesystem.js";
import { escapeControls } from "../text/escape-controls.js";
import { linesOf } from "./line-range.js";
import { portablePath, portablePaths } from "./portable-path.js";

export interface MemoryFilesystemOptions {
  /** What all files together may hold. */
  readonly maxBytes?: number | undefined;
  /** What is there from the start. */
  readonly files?: readonly FileContent[] | undefined;
}

interface Kept {
  readonly text: string;
  readonly bytes: number;
}

/** A `Filesystem` that lives as long as the object does. */
export function createMemoryFilesystem({
  maxBytes = 64 * 2 ** 20,
  files = [],
}: MemoryFilesystemOptions = {}): Filesystem {
  let kept: ReadonlyMap<string, Kept> = written(new Map(), files, maxBytes);
  return {
    async read(path, { from, to, signal } = {}) {
      throwIfCancelled(signal);
      const found = kept.get(portablePath(path));
      if (found === undefined) throw missing(path);
      return linesOf(found.text, { from, to });
    },
    async write(added, { signal } = {}) {
      throwIfCancelled(signal);
      kept = written(kept, added, maxBytes);
    },
    async list(folder, { signal } = {}) {
      throwIfCancelled(signal);
      const below = folder === undefined ? "" : `${portablePath(folder)}/`;
      return [...kept]
        .filter(([path]) => path.startsWith(below))
        .map(([path, { bytes }]) => ({ path, bytes }))
        .sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    async remove(path, { signal } = {}) {
      throwIfCancelled(signal);
      const without = new Map(kept);
      const found = without.delete(portablePath(path));
      kept = without;
      return found;
    },
  };
}

/** The next state, made aside: where one file is refused, the state before stays. */
function written(
  before: ReadonlyMap<string, Kept>,
  files: readonly FileContent[],
  maxBytes: number,
): ReadonlyMap<string, Kept> {
  const after = new Map(before);
  const paths = portablePaths(files.map(({ path }) => path));
  for (const [index, path] of paths.entries()) {
    // A lone surrogate is kept as a file on disk would keep it.
    const text = files[index]!.text.replace(/\p{Cs}/gu, "\uFFFD");
    after.set(path, { text, bytes: utf8Length(text) });
  }
  const folders = new Set([...after.keys()].flatMap(foldersOf));
  for (const path of paths) {
    if (folders.has(path) || foldersOf(path).some((folder) => after.has(folder))) throw misplaced(path);
  }
  let bytes = 0;
  for (const one of after.values()) bytes += one.bytes;
  if (bytes > maxBytes) {
    throw new PdError("file-too-large", `The files would have ${bytes} bytes, and ${maxBytes} are allowed`, {
      fix: "Remove files, or raise maxBytes.",
    });
  }
  return after;
}

/** `a/b/c.md` is in `a` and in `a/b`. */
function foldersOf(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** As on disk, what is a file cannot be a folder too. */
function misplaced(path: string): PdError {
  return new PdError(
    "file-unwritable",
    `"${escapeControls(path)}" cannot be written: a file stands where a folder is needed`,
    {
      where: escapeControls(path),
      fix: "Use another name.",
    },
  );
}

function missing(path: string): PdError {
  return new PdError("content-unreadable", `There is no file "${escapeControls(path.slice(0, 200))}"`, {
    where: escapeControls(path.slice(0, 200)),
    fix: "List the files to see what there is.",
  });
}
