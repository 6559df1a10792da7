import { lstatSync, type Stats, statfsSync } from "node:fs";

/** A folder as it was listed, and by what it is known again: whoever adds, removes or renames something in it changes its times. */
export interface RememberedFolder {
  /** Relative to the vault; empty for the vault itself. */
  readonly path: string;
  readonly modified: number;
  readonly changed: number;
  readonly inode: number;
  readonly notes: readonly string[];
  /** Folders in it, by their names. */
  readonly below: readonly string[];
}

export interface FolderMemory {
  /** The rules by which something was left out. */
  readonly rules: string;
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

export type FolderLook = Omit<RememberedFolder, "notes" | "below">;

/**
 * A change right after the listing may leave the times as they are, as long as the file system's clock has not ticked. Coarse clocks tick
 * every two seconds: a folder that changed so shortly before it was listed is listed again.
 */
const SETTLED_MILLISECONDS = 3000;

/** Of local file systems of Linux that are known to keep the times of folders: ext, XFS, Btrfs, F2FS, ZFS, tmpfs, overlay. */
const KEEPS_TIMES = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0x01021994, 0x794c7630]);

export function createFolderRecall(root: string, rules: string, before: FolderMemory | undefined): FolderRecall {
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
    memory: { rules, folders },
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

/** Reads back what was written as JSON. Throws a `RangeError` where it is no such memory. */
export function folderMemoryFrom(json: string): FolderMemory {
  const memory = JSON.parse(json) as FolderMemory;
  const { rules, folders } = memory;
  if (typeof rules !== "string" || !Array.isArray(folders) || !folders.every(isRemembered))
    throw new RangeError("its folders are damaged");
  return memory;
}

function isRemembered({ path, modified, changed, inode, notes, below }: RememberedFolder): boolean {
  const times = [modified, changed, inode];
  return typeof path === "string" && times.every(Number.isFinite) && areNames(notes) && areNames(below);
}

/** A name leads to what stands in a folder: `..` in a cache that somebody else wrote must not lead out of the vault. */
function areNames(names: readonly unknown[]): boolean {
  return Array.isArray(names) && names.every((name) => typeof name === "string" && !/^\.{0,2}$|[/\0]/.test(name));
}
