import { lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { foreignWriter } from "./foreign-writer.js";
import { homeFolder } from "./home-folder.js";
import { systemCodeOf } from "./system-error.js";

/**
 * Where this user's caches go on this system. `PD_CACHE_DIR` moves it: whoever sets it may mean the working folder. What the system sets is
 * passed over where it is relative, as its own convention has it.
 */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { PD_CACHE_DIR, XDG_CACHE_HOME, LOCALAPPDATA } = environment;
  if (PD_CACHE_DIR) return PD_CACHE_DIR;
  if (process.platform === "win32") return join(LOCALAPPDATA ?? join(homeFolder(), "AppData", "Local"), "pd", "Cache");
  if (process.platform === "darwin") return join(homeFolder(), "Library", "Caches", "pd");
  const isGiven = XDG_CACHE_HOME !== undefined && isAbsolute(XDG_CACHE_HOME);
  return join(isGiven ? XDG_CACHE_HOME : join(homeFolder(), ".cache"), "pd");
}

/**
 * Made for this user alone: a snapshot repeats names and descriptions of their notes.
 * One folder after the other: Node's own `recursive` never returns where a file system denies that the parent exists, as /proc does.
 */
export function ensureFolder(path: string): string {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const parent = dirname(path);
  if (isFolder || parent === path) return path;
  ensureFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process made it first, or it is a file: then whoever writes into it is told.
    if (systemCodeOf(error) !== "EEXIST") throw error;
  }
  return path;
}

/**
 * A folder of the cache whose files may be run: made where it is missing, and nothing where another user could have written it, the cache
 * folder around it, or a file in it.
 */
export function privateCache(name: string): string | undefined {
  const around = cacheFolder();
  const folder = join(around, name);
  try {
    ensureFolder(folder);
    const files = readdirSync(folder).map((file) => join(folder, file));
    const isPrivate = [around, folder, ...files].every((path) => {
      const stats = lstatSync(path);
      return !stats.isSymbolicLink() && foreignWriter(stats) === undefined;
    });
    return isPrivate ? folder : undefined;
  } catch {
    return undefined;
  }
}
