import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Where this user's caches go on this system. `PD_CACHE_DIR` moves it. */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { PD_CACHE_DIR, XDG_CACHE_HOME, LOCALAPPDATA } = environment;
  if (PD_CACHE_DIR) return PD_CACHE_DIR;
  if (process.platform === "win32") return join(LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "pd", "Cache");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "pd");
  return join(XDG_CACHE_HOME || join(homedir(), ".cache"), "pd");
}

/** Made for this user alone: a snapshot repeats names and descriptions of their notes. */
export function ensureFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}
