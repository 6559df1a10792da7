import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { isBelow } from "../../files/contained-file.js";
import { systemCodeOf } from "../../files/system-error.js";
import { escapeControls } from "../../text/escape-controls.js";
import { IGNORE_FILE, type Ignored } from "../ignore/ignore.js";
import { type NoteRules, PLAIN_NOTES } from "../ignore/note-rules.js";
import { createFolderRecall, type FolderMemory } from "../watch/folder-memory.js";
import { createSeenFiles, type SeenFiles } from "./seen-files.js";
import { createFileCount } from "./vault-size.js";

/** Something about the folder itself that a person may want to know. */
export interface WalkFinding {
  readonly code:
    | "folder-unreadable"
    | "ignore-unreadable"
    | "link-nowhere"
    | "link-outside"
    | "no-notes"
    | "not-a-file"
    | "too-deep";
  readonly path: string;
  readonly message: string;
}

export interface Walked {
  /** The notes of each folder, folders and names in order. */
  readonly folders: readonly WalkedFolder[];
  readonly findings: readonly WalkFinding[];
  /** How the notes are to be read. */
  readonly rules: NoteRules;
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

export interface WalkOptions {
  /** Folders that are as they were when this was remembered are not listed again. */
  readonly before?: FolderMemory | undefined;
  readonly maxFiles?: number | undefined;
}

/** Deeper than any folder that a person made. */
const MAX_DEPTH = 64;

/**
 * Lists the notes below a folder. Links are not followed: one that leads to a place inside the vault would show the same note twice,
 * and one that leads outside is refused, and said.
 */
export function walk(root: string, ignored: Ignored, { before, maxFiles }: WalkOptions = {}): Walked {
  if (ignored.problem !== undefined) return nothing(ignored.problem);
  const count = createFileCount(root, maxFiles);
  const folders: WalkedFolder[] = [];
  const findings: WalkFinding[] = [];
  const seen = createSeenFiles();
  const recall = createFolderRecall(root, { rules: ignored.rules, notes: ignored.notes.key }, before);
  const waiting = [""];
  function descend(path: string, below: readonly string[]): void {
    if (below.length === 0) return;
    if (path.split("/").length >= MAX_DEPTH)
      findings.push(finding("too-deep", path, "has more folders below than are followed"));
    else for (let at = below.length - 1; at >= 0; at -= 1) waiting.push(childOf(path, below[at]!));
  }
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    // Where rules of a folder apply, nothing is remembered: they can change while it stays as it is. Before it is listed: what changes meanwhile changes its times again.
    const look = ignored.enter(path) ? undefined : recall.look(path);
    const known = look === undefined ? undefined : recall.recall(look);
    if (known !== undefined) {
      count(known.notes.length + known.below.length);
      folders.push({ path, notes: known.notes, first: known.first });
      descend(path, known.below);
      continue;
    }
    const { notes, below, isAll } = listed(root, path, { ignored, findings, count, seen });
    folders.push({ path, notes });
    if (look !== undefined && isAll) recall.remember(look, notes, below);
    descend(path, below);
  }
  const isEmpty = folders.every(({ notes }) => notes.length === 0);
  // What a folder held when it was listed before is not remembered.
  if (isEmpty && before !== undefined) return walk(root, ignored, { maxFiles });
  if (isEmpty) findings.push(finding("no-notes", ".", `holds no notes: ${seen.told()}`));
  return { folders, findings, rules: ignored.notes, memory: recall.memory };
}

/** The vault's own folder is there, so that whoever watches it hears when the rules are mended. */
function nothing(problem: string): Walked {
  const why = finding("ignore-unreadable", IGNORE_FILE, `${problem}; nothing is served until it is corrected`);
  return {
    folders: [{ path: "", notes: [] }],
    findings: [why],
    rules: PLAIN_NOTES,
    memory: { rules: "", notes: PLAIN_NOTES.key, folders: [] },
  };
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
  readonly count: (more: number) => void;
  readonly seen: SeenFiles;
}

function listed(root: string, path: string, { ignored, findings, count, seen }: Listing): Listed {
  const notes: string[] = [];
  const below: string[] = [];
  const entries = list(root, path, findings);
  count(entries?.length ?? 0);
  let isAll = entries !== undefined;
  for (const entry of entries ?? []) {
    const child = childOf(path, entry.name);
    if (entry.isDirectory()) {
      if (!ignored(child, true)) below.push(entry.name);
    } else if (entry.isFile()) {
      if (!isNote(entry.name)) seen.add(entry.name);
      else if (!ignored(child, false)) notes.push(entry.name);
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

/** Drawings in files that end so hold data, and no text of a person. */
const DRAWING = /\.excalidraw\.md$/iu;

export function isNote(name: string): boolean {
  if (DRAWING.test(name)) return false;
  return (name.endsWith(".md") || /\.mdx?$/iu.test(name)) && !name.startsWith(".");
}

function list(root: string, path: string, findings: WalkFinding[]): readonly Dirent[] | undefined {
  try {
    return readdirSync(join(root, path), { withFileTypes: true });
  } catch (error) {
    const code = systemCodeOf(error) ?? "unknown";
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
