import { lstatSync, type Stats, statfsSync } from "node:fs";

/** A folder as it was listed, and by what it is known again: whoever adds, removes or renames something in it changes its times. */
export interface RememberedFolder {
  /** Relative to the vault; empty for the vault itself. */
  readonly path: string;
  readonly modified: number;
  readonly changed: number;
  readonly inode: number;
  readonly notes: readonly string[];
  /** The number of its first note, where the others follow one by one. Known of a version that was saved. */
  readonly first?: number | undefined;
  /** Folders in it, by their names. */
  readonly below: readonly string[];
}

export interface FolderMemory {
  /** The rules by which something was left out. */
  readonly rules: string;
  /** The rules by which notes were read (`NoteRules.key`). */
  readonly notes: string;
  readonly folders: readonly RememberedFolder[];
}

/** Tells folders that need not be listed again, and remembers the others. */
export interface FolderRecall {
  /** A look at a folder, before it is listed; nothing where its times tell nothing. */
  look(path: string): FolderLook | undefined;
  /** The folder as it was listed last time, if that is still true. */
  recall(look: FolderLook): RememberedFolder | undefined;
  remember(look: FolderLook, notes: readonly string[], below: readonly string[]): void;
  readonly memory: FolderMemory;
}

export type FolderLook = Pick<RememberedFolder, "path" | "modified" | "changed" | "inode">;

/**
 * A change right after the listing may leave the times as they are, as long as the file system's clock has not ticked. Coarse clocks tick
 * every two seconds: a folder that changed so shortly before it was listed is listed again.
 */
const SETTLED_MILLISECONDS = 3000;

/** Of local file systems of Linux that are known to keep the times of folders: ext, XFS, Btrfs, F2FS, ZFS, tmpfs, overlay. */
const KEEPS_TIMES = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0x01021994, 0x794c7630]);

export function createFolderRecall(
  root: string,
  { rules, notes: noteRules }: Pick<FolderMemory, "rules" | "notes">,
  before: FolderMemory | undefined,
): FolderRecall {
  const known = new Map<string, RememberedFolder>();
  if (before?.rules === rules) for (const folder of before.folders) known.set(folder.path, folder);
  const folders: RememberedFolder[] = [];
  const now = Date.now();
  const device = deviceOf(root);
  return {
    look(path) {
      if (device === undefined) return undefined;
      const stats = statsOf(path === "" ? root : `${root}/${path}`);
      // Something else may be mounted there.
      if (stats === undefined || !stats.isDirectory() || stats.dev !== device) return undefined;
      return { path, modified: stats.mtimeMs, changed: stats.ctimeMs, inode: stats.ino };
    },
    recall(look) {
      const folder = known.get(look.path);
      const isSame =
        folder?.modified === look.modified && folder.changed === look.changed && folder.inode === look.inode;
      if (folder === undefined || !isSame) return undefined;
      folders.push(folder);
      return folder;
    },
    remember(look, notes, below) {
      const isSettled = Math.max(look.modified, look.changed) < now - SETTLED_MILLISECONDS;
      if (isSettled) folders.push({ ...look, notes, below });
    },
    memory: { rules, notes: noteRules, folders },
  };
}

/** Nothing where it cannot be looked at, for whatever reason: listing it says which. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Of the vault, if its file system is one of those. */
function deviceOf(root: string): number | undefined {
  try {
    return process.platform === "linux" && KEEPS_TIMES.has(statfsSync(root).type) ? statsOf(root)?.dev : undefined;
  } catch {
    return undefined;
  }
}

/** As it is saved. Names are one text, with what no name can have between them: a thousand of them are checked and taken apart at once. */
interface SavedFolder extends FolderLook {
  readonly notes: string;
  readonly first: number;
  readonly below: string;
}

const NOT_IN_ORDER = -1;

/** `numberOf` tells a note's number by its path. */
export function folderMemoryToJson(
  { rules, notes: noteRules, folders }: FolderMemory,
  numberOf: (path: string) => number | undefined,
): string {
  const saved = folders.map(({ path, modified, changed, inode, notes, below }): SavedFolder => {
    const first = firstOf(path, notes, numberOf);
    return { path, modified, changed, inode, notes: notes.join("/"), first, below: below.join("/") };
  });
  return JSON.stringify({ rules, notes: noteRules, folders: saved });
}

function firstOf(path: string, notes: readonly string[], numberOf: (path: string) => number | undefined): number {
  const numbers = notes.map((name) => numberOf(path === "" ? name : `${path}/${name}`));
  const [first = NOT_IN_ORDER] = numbers;
  return numbers.every((number, at) => number === first + at) ? first : NOT_IN_ORDER;
}

/** Reads back what was saved of a version with so many notes. Throws a `RangeError` where it is no such memory. */
export function folderMemoryFrom(json: string, size: number): FolderMemory {
  const { rules, notes, folders } = JSON.parse(json) as Pick<FolderMemory, "rules" | "notes"> & {
    readonly folders: readonly SavedFolder[];
  };
  if (typeof rules !== "string" || typeof notes !== "string" || !Array.isArray(folders)) throw damaged();
  return { rules, notes, folders: folders.map((folder) => restored(folder, size)) };
}

function restored(
  { path, modified, changed, inode, notes, first, below }: SavedFolder,
  size: number,
): RememberedFolder {
  const isLook = typeof path === "string" && [modified, changed, inode].every(Number.isFinite);
  if (!isLook || !areNames(notes) || !areNames(below)) throw damaged();
  const names = notes === "" ? [] : notes.split("/");
  if (!Number.isInteger(first) || first < NOT_IN_ORDER || first + names.length > size) throw damaged();
  const isNumbered = first !== NOT_IN_ORDER;
  return {
    path,
    modified,
    changed,
    inode,
    notes: names,
    first: isNumbered ? first : undefined,
    below: below === "" ? [] : below.split("/"),
  };
}

/** A name leads to what stands in a folder: `..` in a cache that somebody else wrote must not lead out of the vault. */
function areNames(names: unknown): boolean {
  return typeof names === "string" && (names === "" || !/(?:^|\/)\.{0,2}(?:\/|$)|\0/.test(names));
}

function damaged(): RangeError {
  return new RangeError("its folders are damaged");
}
