import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { escapeControls } from "../escape-controls.js";
import { isBelow } from "../node/contained-file.js";
import type { Ignored } from "./ignore.js";

/** Something about the folder itself that a person may want to know. */
export interface WalkFinding {
  readonly code: "folder-unreadable" | "link-outside" | "too-deep";
  readonly path: string;
  readonly message: string;
}

export interface Walked {
  /** The notes of each folder, folders and names in order. */
  readonly folders: readonly WalkedFolder[];
  readonly findings: readonly WalkFinding[];
}

export interface WalkedFolder {
  /** Relative to the vault; empty for the vault itself. */
  readonly path: string;
  readonly notes: readonly string[];
}

/** Deeper than any folder that a person made. */
const MAX_DEPTH = 64;

/**
 * Lists the notes below a folder. Links are not followed: one that leads to a place inside the vault would show the same note twice,
 * and one that leads outside is refused, and said.
 */
export function walk(root: string, ignored: Ignored, from = ""): Walked {
  const folders: WalkedFolder[] = [];
  const findings: WalkFinding[] = [];
  const waiting = [from];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entries = list(root, path, findings);
    const notes: string[] = [];
    const below: string[] = [];
    for (const entry of entries) {
      const child = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!ignored(child, true)) below.push(child);
      } else if (entry.isFile()) {
        if (isNote(entry.name) && !ignored(child, false)) notes.push(entry.name);
      } else if (entry.isSymbolicLink() && !ignored(child, true) && !ignored(child, false)) {
        findings.push(...linkFinding(root, child));
      }
    }
    // By code units: the same order on every system and in every language.
    notes.sort();
    folders.push({ path, notes });
    if (path.split("/").length < MAX_DEPTH) for (const folder of below.sort().reverse()) waiting.push(folder);
    else if (below.length > 0) findings.push(finding("too-deep", path, "has more folders below than are followed"));
  }
  return { folders, findings };
}

export function isNote(name: string): boolean {
  return (name.endsWith(".md") || /\.md$/iu.test(name)) && !name.startsWith(".");
}

function list(root: string, path: string, findings: WalkFinding[]): readonly Dirent[] {
  try {
    return readdirSync(join(root, path), { withFileTypes: true });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    findings.push(finding("folder-unreadable", path, `cannot be listed (${code})`));
    return [];
  }
}

function linkFinding(root: string, path: string): readonly WalkFinding[] {
  try {
    const real = realpathSync.native(join(root, path));
    if (real === root || isBelow(root, real)) return [];
  } catch {
    // A link that leads nowhere hides nothing.
    return [];
  }
  return [finding("link-outside", path, "is a link to outside the vault, and is not followed")];
}

function finding(code: WalkFinding["code"], path: string, what: string): WalkFinding {
  return { code, path, message: `"${escapeControls(path)}" ${what}` };
}
