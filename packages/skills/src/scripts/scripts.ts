import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { isPdError } from "@pd/core";
import { readContainedSync } from "@pd/core/files";
import { scriptDescription } from "./script-description.js";
import { scriptLanguage, shebangProgram } from "./script-language.js";

/** A script of a skill, as it is listed: nothing is run to find this out. */
export interface SkillScript {
  /** Relative to the skill's folder, with `/` between its parts. */
  readonly path: string;
  /** The first line of its first comment or docstring; else the program that its first line names. */
  readonly description: string | undefined;
  /** What would run it; nothing where that is not known. */
  readonly interpreter: string | undefined;
}

const FOLDER = "scripts";
const MOST_FOLDERS = 5;
const MOST_SCRIPTS = 500;
const HEAD = 4096;
/** A larger file is listed, but not opened to be described. */
const MOST_BYTES = 1024 * 1024;

/**
 * The scripts of a skill with what they say of themselves, sorted. `paths` are the files to list, by default all below `scripts/`.
 * A file that cannot be read, or is a link to outside, is not listed.
 */
export function listScripts(baseDir: string, paths?: readonly string[]): readonly SkillScript[] {
  let root: string;
  try {
    root = realpathSync.native(baseDir);
  } catch {
    return [];
  }
  const found = paths ?? scriptPaths(root);
  return found.flatMap((path) => describe(root, path) ?? []).sort((one, other) => (one.path < other.path ? -1 : 1));
}

function scriptPaths(root: string): readonly string[] {
  const paths: string[] = [];
  const folders: [path: string, depth: number][] = [[FOLDER, 1]];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const [folder, depth] = next;
    for (const entry of entriesOf(join(root, folder))) {
      const path = `${folder}/${entry.name}`;
      if (entry.name.startsWith(".") || entry.name === "node_modules" || entry.name === "__pycache__") continue;
      if (entry.isDirectory()) {
        if (depth < MOST_FOLDERS) folders.push([path, depth + 1]);
      } else if (paths.length < MOST_SCRIPTS) paths.push(path);
    }
  }
  return paths;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function describe(root: string, path: string): SkillScript | undefined {
  let head = "";
  try {
    const { bytes } = readContainedSync(root, path, { maxBytes: MOST_BYTES, maxDepth: MOST_FOLDERS, noDotNames: true });
    // A program in machine code says nothing in words.
    head = bytes.subarray(0, HEAD).includes(0) ? "" : new TextDecoder().decode(bytes.subarray(0, HEAD));
  } catch (error) {
    if (!isPdError(error)) throw error;
    if (error.code !== "file-too-large") return undefined;
  }
  const firstLine = head.split("\n", 1)[0] ?? "";
  const language = scriptLanguage(path, firstLine);
  const description = scriptDescription(head, language) ?? shebangProgram(firstLine);
  return { path, description, interpreter: language?.interpreter };
}
