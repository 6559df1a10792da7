import { existsSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { homeFolder } from "./home-folder.js";

/** The folders that belong to whoever works in one of them: from there upward to the top of the tree. */
export interface WorkingTree {
  readonly root: string;
  /** Real paths, the working folder first, the root last. */
  readonly folders: readonly string[];
}

/**
 * The tree ends at the repository's root; without a repository at the home folder; outside of both it is the working folder alone.
 * What lies above may be anybody's: on many systems everyone can write to a folder above a temporary one.
 */
export function workingTree(from: string, home = homeFolder()): WorkingTree {
  const start = realpathSync.native(from);
  const end = existsSync(home) ? realpathSync.native(home) : home;
  const upward = [start];
  for (let folder = start; dirname(folder) !== folder && folder !== end; ) {
    folder = dirname(folder);
    upward.push(folder);
  }
  const repository = upward.findIndex((folder) => existsSync(join(folder, ".git")));
  const isBelowHome = upward.at(-1) === end;
  const last = repository >= 0 ? repository : isBelowHome ? upward.length - 1 : 0;
  return { root: upward[last] ?? start, folders: upward.slice(0, last + 1) };
}

/** Whether a real path is the folder itself or below it. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
