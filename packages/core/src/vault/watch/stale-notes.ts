import { lstatSync } from "node:fs";
import type { PathFinder } from "../links/path-finder.js";
import type { Steps } from "../load/in-steps.js";
import type { WalkedFolder } from "../load/walk.js";
import { type HiddenFiles, hiddenFileOf } from "../notes/hidden-files.js";
import type { NoteList } from "../notes/note-list.js";

/** The version that a folder is compared with. */
export interface KnownNotes {
  readonly notes: NoteList;
  readonly finder: PathFinder;
  /** By number: whether its file is still the one that was read. */
  readonly stays: Uint8Array;
  /** Files that are known to be left out; those that are still the same are added to `stillHidden`. */
  readonly hidden: HiddenFiles;
  readonly stillHidden: Set<string>;
}

/** Folders with the notes that are new or not what they were; the others are marked as staying. */
export function* staleFolders(
  root: string,
  folders: readonly WalkedFolder[],
  known: KnownNotes,
): Steps<readonly WalkedFolder[]> {
  const stale: WalkedFolder[] = [];
  for (const folder of folders) {
    const notes = staleNotes(root, folder, known);
    if (notes.length > 0) stale.push({ path: folder.path, notes });
    yield;
  }
  return stale;
}

/** How many files these are, without those. */
export function countFiles(folders: readonly WalkedFolder[], except: ReadonlySet<string>): number {
  let count = 0;
  for (const { path, notes } of folders)
    for (const name of notes) if (!except.has(path === "" ? name : `${path}/${name}`)) count += 1;
  return count;
}

function staleNotes(
  root: string,
  { path, notes: names, first }: WalkedFolder,
  { notes, finder, stays, hidden, stillHidden }: KnownNotes,
): readonly string[] {
  const below = path === "" ? "" : `${path}/`;
  const stale: string[] = [];
  for (let at = 0; at < names.length; at += 1) {
    const file = below + names[at]!;
    const number = first === undefined ? finder.find(file) : first + at;
    const leftOut = number === undefined && hidden.size > 0 ? hiddenKey(root, file) : "";
    if (number !== undefined && isSame(`${root}/${file}`, notes, number)) stays[number] = 1;
    else if (hidden.has(leftOut)) stillHidden.add(leftOut);
    else stale.push(names[at]!);
  }
  return stale;
}

/** Made once: this is asked of every file. */
const QUIETLY = { throwIfNoEntry: false } as const;

function hiddenKey(root: string, file: string): string {
  try {
    const stats = lstatSync(`${root}/${file}`, QUIETLY);
    return stats?.isFile() === true ? hiddenFileOf(file, stats) : "";
  } catch {
    return "";
  }
}

function isSame(path: string, notes: NoteList, number: number): boolean {
  try {
    const stats = lstatSync(path, QUIETLY);
    return stats?.isFile() === true && notes.hasStamp(number, stats);
  } catch {
    // It cannot be looked at, for want of a right on its folder: the reading says so.
    return false;
  }
}
