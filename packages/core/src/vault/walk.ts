import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { escapeControls } from "../escape-controls.js";
import { isBelow } from "../node/contained-file.js";
import { createFolderRecall, type FolderMemory } from "./folder-memory.js";
import { IGNORE_FILE, type Ignored } from "./ignore.js";

/** Something about the folder itself that a person may want to know. */
export interface WalkFinding {
  readonly code:
    | "folder-unreadable"
    | "ignore-unreadable"
    | "link-nowhere"
    | "link-outside"
    | "not-a-file"
    | "too-deep";
  readonly path: string;
  readonly message: string;
}

export interface Walked {
  /** The notes of each folder, folders and names in order. */
  readonly folders: readonly WalkedFolder[];
  readonly findings: readonly WalkFinding[];
  /** What need not be listed the next time, unless it changes. */
  readonly memory: FolderMemory;
}

export interface WalkedFolder {
  /** Relative to the vault; empty for the vault itself. */
  readonly path: string;
  readonly notes: readonly string[];
  /** The number of its first note, where the others follow one by one, in the version that remembers this folder. */
  readonly first?: number | undefined;
}

/** Deeper than any folder that a person made. */
const MAX_DEPTH = 64;

/**
 * Lists the notes below a folder. Links are not followed: one that leads to a place inside the vault would show the same note twice,
 * and one that leads outside is refused, and said. Folders that are as they were when `before` was remembered are not listed again.
 */
export function walk(root: string, ignored: Ignored, before?: FolderMemory): Walked {
  const folders: WalkedFolder[] = [];
  const findings: WalkFinding[] = [];
  if (ignored.problem !== undefined) findings.push(finding("ignore-unreadable", IGNORE_FILE, ignored.problem));
  const recall = createFolderRecall(root, ignored.rules, before);
  const waiting = [""];
  function descend(path: string, below: readonly string[]): void {
    if (below.length === 0) return;
    if (path.split("/").length >= MAX_DEPTH)
      findings.push(finding("too-deep", path, "has more folders below than are followed"));
    else for (let at = below.length - 1; at >= 0; at -= 1) waiting.push(childOf(path, below[at]!));
  }
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    // Before it is listed: what changes meanwhile changes its times again.
    const look = recall.look(path);
    const known = look === undefined ? undefined : recall.recall(look);
    if (known !== undefined) {
      folders.push({ path, notes: known.notes, first: known.first });
      descend(path, known.below);
      continue;
    }
    const { notes, below, isAll } = listed(root, path, { ignored, findings });
    folders.push({ path, notes });
    if (look !== undefined && isAll) recall.remember(look, notes, below);
    descend(path, below);
  }
  return { folders, findings, memory: recall.memory };
}

interface Listed {
  readonly notes: readonly string[];
  readonly below: readonly string[];
  /** Nothing in it has to be looked at each time: where a link leads can change without it. */
  readonly isAll: boolean;
}

interface Listing {
  readonly ignored: Ignored;
  readonly findings: WalkFinding[];
}

function listed(root: string, path: string, { ignored, findings }: Listing): Listed {
  const notes: string[] = [];
  const below: string[] = [];
  const entries = list(root, path, findings);
  let isAll = entries !== undefined;
  for (const entry of entries ?? []) {
    const child = childOf(path, entry.name);
    if (entry.isDirectory()) {
      if (!ignored(child, true)) below.push(entry.name);
    } else if (entry.isFile()) {
      if (isNote(entry.name) && !ignored(child, false)) notes.push(entry.name);
    } else if (entry.isSymbolicLink() && !ignored(child, true) && !ignored(child, false)) {
      findings.push(...linkFinding(root, child));
      isAll = false;
    } else if (!entry.isSymbolicLink() && isNote(entry.name) && !ignored(child, false)) {
      findings.push(finding("not-a-file", child, "is a pipe, a socket or a device, and is not read"));
      isAll = false;
    }
  }
  // By code units: the same order on every system and in every language.
  return { notes: notes.sort(), below: below.sort(), isAll };
}

function childOf(path: string, name: string): string {
  return path === "" ? name : `${path}/${name}`;
}

export function isNote(name: string): boolean {
  return (name.endsWith(".md") || /\.md$/iu.test(name)) && !name.startsWith(".");
}

function list(root: string, path: string, findings: WalkFinding[]): readonly Dirent[] | undefined {
  try {
    return readdirSync(join(root, path), { withFileTypes: true });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    findings.push(finding("folder-unreadable", path, `cannot be listed (${code})`));
    return undefined;
  }
}

function linkFinding(root: string, path: string): readonly WalkFinding[] {
  try {
    const real = realpathSync.native(join(root, path));
    if (real === root || isBelow(root, real)) return [];
  } catch {
    return isNote(path.slice(path.lastIndexOf("/") + 1))
      ? [finding("link-nowhere", path, "is a link that leads nowhere")]
      : [];
  }
  return [finding("link-outside", path, "is a link to outside the vault, and is not followed")];
}

function finding(code: WalkFinding["code"], path: string, what: string): WalkFinding {
  return { code, path, message: `"${escapeControls(path)}" ${what}` };
}
