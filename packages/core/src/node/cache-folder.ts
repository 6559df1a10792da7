import { mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { homeFolder } from "./home-folder.js";

/** Where this user's caches go on this system. `PD_CACHE_DIR` moves it. */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { PD_CACHE_DIR, XDG_CACHE_HOME, LOCALAPPDATA } = environment;
  if (PD_CACHE_DIR) return PD_CACHE_DIR;
  if (process.platform === "win32") return join(LOCALAPPDATA ?? join(homeFolder(), "AppData", "Local"), "pd", "Cache");
  if (process.platform === "darwin") return join(homeFolder(), "Library", "Caches", "pd");
  return join(XDG_CACHE_HOME || join(homeFolder(), ".cache"), "pd");
}

/**
 * Made for this user alone: a snapshot repeats names and descriptions of their notes.
 * One folder after the other: Node's own `recursive` never returns where a file system denies that the parent exists, as /proc does.
 */
export function ensureFolder(path: string): string {
  const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const parent = dirname(path);
  if (isThere || parent === path) return path;
  ensureFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process made it first, or it is a file: then whoever writes into it is told.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return path;
}
