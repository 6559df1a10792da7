import { readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { escapeControls, PdError } from "@pd/core";

/** What may be looked at before a folder is refused: it is no skill, or one made to keep a host busy. */
export interface SkillTreeLimits {
  readonly maxFiles: number;
  readonly maxDepth: number;
}

/** A link inside a skill that stays inside. */
export interface SkillLink {
  readonly path: string;
  /** As the link has it. */
  readonly target: string;
}

export interface SkillTree {
  /** Relative to the folder, with `/` between parts, sorted by UTF-16 units: the same on every system. */
  readonly files: readonly string[];
  readonly links: readonly SkillLink[];
}

/** `.git` holds what a checkout needs and changes with every fetch; no skill reads it. Only at the top, and nothing else is passed over. */
const PASSED_OVER = ".git";

/**
 * Every file of a skill's folder. `root` must be a real path. A link that leads outside, or nowhere, is refused:
 * what it leads to could change without any change here.
 */
export function skillTree(root: string, limits: SkillTreeLimits): SkillTree {
  const files: string[] = [];
  const links: SkillLink[] = [];
  const folders: [path: string, depth: number][] = [["", 0]];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const [folder, depth] = next;
    if (depth > limits.maxDepth) throw tooMuch(`goes more than ${limits.maxDepth} folders down`, folder);
    for (const entry of entriesOf(root, folder)) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (path === PASSED_OVER) continue;
      if (entry.isSymbolicLink()) links.push({ path, target: linkTarget(root, path) });
      else if (entry.isFile()) files.push(path);
      else if (!entry.isDirectory()) throw notAFile(path);
      else folders.push([path, depth + 1]);
      if (files.length + links.length + folders.length > limits.maxFiles)
        throw tooMuch(`has more than ${limits.maxFiles} files`, folder);
    }
  }
  const byPath = (one: string, other: string) => (one < other ? -1 : 1);
  return { files: files.sort(byPath), links: links.sort((one, other) => byPath(one.path, other.path)) };
}

function entriesOf(root: string, folder: string) {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch (cause) {
    const where = escapeControls(folder === "" ? basename(root) : folder);
    const fix = "See that the folder exists and may be read.";
    throw new PdError("content-unreadable", `The folder "${where}" cannot be read`, { where, fix, cause });
  }
}

function linkTarget(root: string, path: string): string {
  let real: string | undefined;
  try {
    real = realpathSync.native(join(root, path));
  } catch {
    // It leads nowhere, or in a circle.
  }
  if (real === undefined || !real.startsWith(root.endsWith(sep) ? root : root + sep)) {
    const where = escapeControls(path);
    const fix = "Put a copy of the file into the skill's folder.";
    throw new PdError("path-escapes-root", `"${where}" is a link to outside the skill's folder, or to nothing`, {
      where,
      fix,
    });
  }
  return readlinkSync(join(root, path));
}

function notAFile(path: string): PdError {
  const where = escapeControls(path);
  const fix = "Remove the device, socket or pipe.";
  return new PdError("path-escapes-root", `"${where}" is not a regular file`, { where, fix });
}

function tooMuch(what: string, folder: string): PdError {
  const where = escapeControls(folder);
  return new PdError("file-too-large", `The skill's folder ${what}`, { where, fix: "Keep only what the skill needs." });
}
