import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Ignored } from "../ignore/ignore.js";
import { isNote } from "../load/walk.js";
import type { NoteLink } from "../notes/note.js";
import { decodedTarget, joinedPath } from "./link-resolver.js";

/** Whether a link of the note at a path leads to a file or folder of the vault's folder that is no note: a licence, a script, a folder of code. */
export type OtherFiles = (link: NoteLink, from: string) => boolean;

/**
 * Names and kinds of files are looked at, nothing is read. What is left out of the vault counts as absent, and a folder counts where it holds a file
 * that is no note: whether notes are hidden must not show.
 */
export function createOtherFiles(root: string, ignored: () => Ignored): OtherFiles {
  const rules = ignored();
  const known = new Map<string, boolean>();

  function isLeftOut(path: string, isFolder: boolean): boolean {
    const parts = path.split("/");
    for (let end = 1; end < parts.length; end += 1) {
      const folder = parts.slice(0, end).join("/");
      rules.enter(parts.slice(0, end - 1).join("/"));
      if (rules(folder, true)) return true;
    }
    rules.enter(parts.slice(0, -1).join("/"));
    return rules(path, isFolder);
  }

  function isThere(path: string): boolean {
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (stats === undefined || isNote(path) || isLeftOut(path, stats.isDirectory())) return false;
    return (
      !stats.isDirectory() || readdirSync(join(root, path)).some((name) => !name.startsWith(".") && isOther(path, name))
    );
  }

  function isOther(folder: string, name: string): boolean {
    return !isNote(name) && lstatSync(join(root, folder, name), { throwIfNoEntry: false })?.isFile() === true;
  }

  return ({ form, target }, from) => {
    if (form !== "path") return false;
    const path = joinedPath(from.slice(0, Math.max(0, from.lastIndexOf("/"))), decodedTarget(target));
    if (path === undefined || path === "" || path.includes("\0")) return false;
    const found = known.get(path) ?? quietly(() => isThere(path));
    known.set(path, found);
    return found;
  };
}

/** A name too long, a folder that may not be listed: then nothing is known of it. */
function quietly(look: () => boolean): boolean {
  try {
    return look();
  } catch {
    return false;
  }
}
