import { readIgnore } from "./ignore/read-ignore.js";
import { walk } from "./load/walk.js";

/**
 * The markdown files below a folder that a vault would serve, relative to it and in order: what rules about paths leave out is not among them.
 * No file is read. More files and folders than `maxFiles` (200,000 if it is not given) are a `vault-too-large`.
 */
export function notePaths(folder: string, maxFiles?: number): readonly string[] {
  const { folders } = walk(folder, readIgnore(folder), { maxFiles });
  return folders.flatMap(({ path, notes }) => notes.map((note) => (path === "" ? note : `${path}/${note}`)));
}
