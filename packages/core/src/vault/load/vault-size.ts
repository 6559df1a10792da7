import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { homeFolder } from "../../files/home-folder.js";
import { PdError } from "../../model/errors.js";
import { escapeControls } from "../../text/escape-controls.js";

/** Files and folders that one vault is looked through for notes: more than any vault has, and less than a home folder or a disk. */
export const MAX_FILES = 200_000;

/** Counts files and folders while a vault is walked, and refuses one that has too many. */
export function createFileCount(root: string, most: number = MAX_FILES): (more: number) => void {
  let count = 0;
  return (more) => {
    count += more;
    if (count > most) throw tooLarge(root, `has more than ${most} files and folders`, 10 * most);
  };
}

/**
 * A whole disk is no vault, and neither is a home folder that nobody named: a client that starts a server where it happens to be must not
 * have everything of its user read and served. Whoever says how many files there may be means it.
 */
export function refuseWholeDisk(folder: string, isNamed: boolean): void {
  const real = realOf(folder);
  if (dirname(real) === real) throw tooLarge(folder, "is a whole disk", MAX_FILES);
  if (!isNamed && real === realOf(homeFolder())) throw tooLarge(folder, "is your home folder", MAX_FILES);
}

function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    // Opening it says what is wrong.
    return folder;
  }
}

function tooLarge(folder: string, why: string, most: number): PdError {
  return new PdError("vault-too-large", `"${escapeControls(folder)}" ${why}`, {
    where: escapeControls(folder),
    fix: `Name the folder that holds the notes, leave out what is none with a .pdignore, or go on with --max-files ${most}.`,
  });
}
