import { isPdError } from "@pd/core";
import { containedPath } from "@pd/core/files";
import type { ArchiveEntry } from "./archive-directory.js";
import { archiveUnsafe } from "./archive-refusal.js";

/** Names that mean a device on Windows, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?$/i;

/**
 * Checks all names of an archive together, by the rules of every system at once: none leads out of the folder, none is another's
 * on a system that sees no case, and no file stands where another needs a folder.
 */
export function checkArchiveNames(entries: readonly ArchiveEntry[]): void {
  /** Folded path → the path as first met, and whether it is a folder. */
  const seen = new Map<string, { readonly path: string; readonly isFolder: boolean; readonly listed: boolean }>();
  const claim = (path: string, isFolder: boolean, listed: boolean) => {
    const folded = foldedPath(path);
    const before = seen.get(folded);
    if (before === undefined) {
      seen.set(folded, { path, isFolder, listed });
      return;
    }
    if (before.path !== path) throw archiveUnsafe(`is the same as "${before.path}" where case is not seen`, path);
    if (before.isFolder !== isFolder) throw archiveUnsafe("is both a file and a folder", path);
    if (before.listed && listed) throw archiveUnsafe("is there twice", path);
    if (listed) seen.set(folded, { path, isFolder, listed });
  };
  for (const { name, isFolder } of entries) {
    const path = isFolder ? name.slice(0, -1) : name;
    const parts = checkedParts(path, name);
    for (let length = 1; length < parts.length; length += 1) claim(parts.slice(0, length).join("/"), true, false);
    claim(path, isFolder, true);
  }
  checkBareRepositories([...seen.values()].map(({ path }) => path));
}

/** Git takes any folder for a repository that has these in it, whatever it is called, and does what its `config` says. */
function checkBareRepositories(paths: readonly string[]): void {
  const read = new Set(paths.map(asRead));
  for (const path of paths) {
    const [, folder] = /^(.*?)head$/su.exec(asRead(path)) ?? [];
    if (folder === undefined || (folder !== "" && !folder.endsWith("/"))) continue;
    const has = (name: string) => read.has(`${folder}${name}`);
    if (has("commondir") || (has("objects") && has("refs"))) throw archiveUnsafe(REPOSITORY, path);
  }
}

const REPOSITORY = "is a git repository, whose configuration can run commands";

function checkedParts(path: string, name: string): readonly string[] {
  try {
    containedPath(path);
  } catch (error) {
    if (isPdError(error)) throw archiveUnsafe("is not a name below a folder", name);
    throw error;
  }
  const parts = path.split("/");
  for (const part of parts) {
    if (part === "" || part === ".") throw archiveUnsafe("has an empty part", name);
    if (/[. ]$/.test(part)) throw archiveUnsafe("has a part that ends with a dot or a blank", name);
    if (DEVICE.test(part)) throw archiveUnsafe("names a device", name);
    if (isRepository(part)) throw archiveUnsafe(REPOSITORY, name);
  }
  return parts;
}

/** `.git` as any file system may read it: in other case, with characters that some ignore or drop, or by its short name. */
function isRepository(part: string): boolean {
  const read = asRead(part).replace(/[. ]+$/, "");
  return read === ".git" || read === "git~1";
}

/** Without what some file systems drop. */
function asRead(path: string): string {
  return foldedPath(path.replace(/\p{Default_Ignorable_Code_Point}/gu, ""));
}

/** One spelling for all that some file system takes for the same name. */
function foldedPath(path: string): string {
  return path.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}
