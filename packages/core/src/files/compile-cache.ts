import { lstatSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { cacheFolder, ensureFolder } from "./cache-folder.js";
import { foreignWriter } from "./foreign-writer.js";

/**
 * Lets Node keep what it compiles of the modules that are imported from now on. Only Node 22.1 and later can; nothing is kept where the folder
 * cannot be made. Not in Node's own default, which is a folder that all users share: what lies there is run as code.
 */
export function enableCompileCache(): void {
  const { enableCompileCache: enable } = module as typeof module & { enableCompileCache?: (folder: string) => unknown };
  if (enable === undefined) return;
  try {
    const around = cacheFolder();
    const folder = ensureFolder(join(around, "code"));
    // Who can write the folder around it can put another in its place. What lies in it is Node's, whose modes follow the umask.
    if ([around, folder].every(isOwn)) enable(folder);
  } catch {
    // Slower without, and nothing else.
  }
}

/** Whether nobody but this user can have written what lies in a folder. */
function isOwn(folder: string): boolean {
  const stats = lstatSync(folder);
  return stats.isDirectory() && foreignWriter(stats) === undefined;
}
