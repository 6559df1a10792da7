import { linkSync, lstatSync, readdirSync, renameSync, rmdirSync, statSync, unlinkSync } from "node:fs";
import { UNFINISHED } from "../filesystem/portable-path.js";
import { throwIfCancelled } from "../model/errors.js";
import type { FileContent } from "../ports/filesystem.js";
import { escapesRoot } from "./contained-path.js";
import { type FolderHandle, openFolder } from "./folder-handle.js";
import { LEFTOVER_MILLISECONDS, unfinishedName, writeFresh } from "./fresh-file.js";
import { finishMoves, hasLeft, noteMoves } from "./write-journal.js";

/** One file on its way: written under another name, then put in its place. */
interface Pending {
  readonly path: string;
  readonly folder: FolderHandle;
  readonly place: string;
  /** The name it has while it is written. */
  readonly name: string;
  readonly fresh: string;
  /** The file that stood there before, under a second name, until all are in place. */
  former: string | undefined;
  placed: boolean;
}

/**
 * Writes all files or none: each is written beside its place and flushed to disk, and only when all are, they are renamed.
 * A failure at any point puts back what was there; a process killed at any point leaves all or none to whoever opens the folder next.
 * `paths` are portable, one for each file.
 */
export function writeTogether(
  root: string,
  files: readonly FileContent[],
  { paths, signal }: { readonly paths: readonly string[]; readonly signal?: AbortSignal | undefined },
): void {
  // Before what comes now, so that it is not finished over it.
  if (hasLeft(root)) finishMoves(root);
  const folders: Folders = { open: new Map(), made: [] };
  const pending: Pending[] = [];
  try {
    for (const [index, path] of paths.entries()) {
      throwIfCancelled(signal);
      const one = prepare(path, folderFor(root, path, folders));
      pending.push(one);
      writeFresh(one.fresh, files[index]!.text);
    }
    throwIfCancelled(signal);
    putAll(root, pending);
  } catch (error) {
    for (const one of pending.toReversed()) takeBack(one);
    for (const parts of folders.made.toReversed()) removeFolder(root, parts);
    throw error;
  } finally {
    for (const { former } of pending) {
      if (former !== undefined) remove(former);
    }
    for (const folder of folders.open.values()) finish(folder);
  }
}

interface Folders {
  /** By path. */
  readonly open: Map<string, FolderHandle>;
  /** The names from the root to each folder that was not there before, in the order they were made. */
  readonly made: (readonly string[])[];
}

function folderFor(root: string, path: string, { open, made }: Folders): FolderHandle {
  const parts = path.split("/").slice(0, -1);
  const key = parts.join("/");
  const folder = open.get(key) ?? openFolder({ root, parts, create: true, onMade: (names) => made.push(names) });
  open.set(key, folder);
  return folder;
}

/** Only if it is empty: another process may have found a use for it. */
function removeFolder(root: string, parts: readonly string[]): void {
  try {
    const above = openFolder({ root, parts: parts.slice(0, -1), create: false });
    try {
      rmdirSync(above.entry(parts.at(-1)!));
    } finally {
      above.close();
    }
  } catch {
    // It stays, then.
  }
}

function prepare(path: string, folder: FolderHandle): Pending {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const place = folder.entry(name);
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() === true) throw escapesRoot(path, "is a link, and nothing is written through one");
  if (stats !== undefined && !stats.isFile()) throw escapesRoot(path, "is not a regular file");
  const unfinished = unfinishedName();
  const fresh = folder.entry(unfinished);
  return { path, folder, place, name: unfinished, fresh, former: undefined, placed: false };
}

/** One rename is whole by itself; of several it is noted down first that they belong together. */
function putAll(root: string, pending: readonly Pending[]): void {
  const crossOut =
    pending.length < 2
      ? undefined
      : noteMoves(
          root,
          pending.map(({ name, path }) => [name, path]),
        );
  try {
    for (const one of pending) put(one);
  } finally {
    crossOut?.();
  }
}

/** A rename replaces what stands there and follows no link, so even one that was put there this moment is not written through. */
function put(one: Pending): void {
  one.former = keepFormer(one);
  renameSync(one.fresh, one.place);
  one.placed = true;
}

function keepFormer({ folder, place }: Pending): string | undefined {
  const former = folder.entry(unfinishedName());
  try {
    linkSync(place, former);
    return former;
  } catch (error) {
    const stats = lstatSync(place, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    if (!stats.isFile()) throw error;
    // This file system has no second names: it moves away for a moment.
    renameSync(place, former);
    return former;
  }
}

/** Best effort in an order that loses nothing: what stood there comes back before anything is removed. */
function takeBack(one: Pending): void {
  if (!one.placed) remove(one.fresh);
  if (one.former === undefined) {
    if (one.placed) remove(one.place);
    return;
  }
  try {
    renameSync(one.former, one.place);
    one.former = undefined;
  } catch {
    // What stands there stays then; it is whole.
  }
}

function finish(folder: FolderHandle): void {
  try {
    sweep(folder);
    // The renames are on disk once the folder is.
    folder.flush();
  } catch {
    // Another process swept at the same time.
  } finally {
    folder.close();
  }
}

/** Removes what killed processes left. What cannot be removed is met again next time. */
export function sweep(folder: FolderHandle, now = Date.now()): void {
  for (const name of readdirSync(folder.entry("."))) {
    if (!name.startsWith(UNFINISHED)) continue;
    const stats = statSync(folder.entry(name), { throwIfNoEntry: false });
    if (stats !== undefined && now - stats.mtimeMs > LEFTOVER_MILLISECONDS) remove(folder.entry(name));
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made, or another process swept it.
  }
}
