import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, sep } from "node:path";
import type { FoundSkill } from "./found-skill.js";
import { isUnfinishedFolder } from "./new-folder.js";
import { readHead, unreadableReason } from "./read-head.js";
import { createSeenFolders, type SeenFolders } from "./seen-folders.js";
import type { SkillDiagnostic, SkillDiagnosticCode, SkillSource } from "./skill-metadata.js";
import { type SkillPlace, skillOf } from "./skill-record.js";

/** A folder that holds skills. */
export interface SkillRoot {
  /** Absolute. */
  readonly path: string;
  readonly source: SkillSource;
  readonly pluginName: string | undefined;
}

/** What was found, in one pass over all roots. */
export interface Walk {
  readonly skills: FoundSkill[];
  /** Folders with a file that is no skill, by what the folder is called. */
  readonly refused: Map<string, readonly SkillDiagnostic[]>;
  readonly diagnostics: SkillDiagnostic[];
  /** Folders that were listed, by their real paths and as they were reached: where new skills can appear. */
  readonly listed: Map<string, string>;
  /** A folder that is reached twice, by links or by two roots, counts once. Links cannot make a loop. */
  readonly seen: SeenFolders;
}

export function createWalk(): Walk {
  return { skills: [], refused: new Map(), diagnostics: [], listed: new Map(), seen: createSeenFolders() };
}

/** Folders below a root in which skills are looked for (R5.4). */
const MAX_DEPTH = 5;
/** Folders without a SKILL.md that are looked into, for each root. */
export const MAX_FOLDERS = 2000;

const SKILL_FILE = "SKILL.md";
const NEVER = new Set([".git", "node_modules"]);

/** Skills between two pauses. */
const STEP = 16;

interface Folder {
  /** The path it was reached by, and the real one. */
  readonly path: string;
  readonly real: string;
  readonly depth: number;
}

/** A folder that may be a skill's, what it is called, and the file to read. */
interface SkillFolder {
  readonly path: string;
  readonly real: string;
  readonly name: string;
  readonly file: string;
}

interface Walking extends Walk {
  readonly root: SkillRoot;
  /** The real path of the root, with a separator at its end. */
  readonly realRoot: string;
  folders: number;
}

/**
 * Finds the skills below a root: one listing of the folder, and an optimistic open of SKILL.md in each folder in it.
 * A folder with a SKILL.md is a skill, and what is below it are its files. A root may be a skill itself.
 */
export function* walkSkills(root: SkillRoot, walk: Walk): Generator<void, void> {
  let real: string;
  try {
    real = realpathSync.native(root.path);
  } catch (error) {
    report(walk, "folder-unreadable", root.path, unreadableReason(error));
    return;
  }
  const walking: Walking = { ...walk, root, realRoot: below(real, ""), folders: 0 };
  if (walk.listed.has(real)) return;
  if (walk.listed.size > 0) walk.seen.expectRepeats();
  const isNew = walk.seen.isNew(real);
  const folder: Folder = { path: root.path, real, depth: 0 };
  const entries = list(walking, folder);
  const own = entries?.find(isSkillFile);
  // One that was found as a skill before is looked into now: skills below it are wanted, since it was given.
  if (own !== undefined && isNew) readSkill(walking, { ...folder, name: basename(root.path), file: own.name });
  yield;
  if (entries !== undefined) yield* visitAll(walking, folder, entries);
}

function list(walking: Walking, { path, real }: Folder): Dirent[] | undefined {
  walking.listed.set(real, path);
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    report(walking, "folder-unreadable", path, unreadableReason(error));
    return undefined;
  }
}

function* visitAll(walking: Walking, parent: Folder, entries: readonly Dirent[]): Generator<void, void> {
  const depth = parent.depth + 1;
  const prefix = below(parent.path, "");
  const realPrefix = below(parent.real, "");
  const links: string[] = [];
  const folders: string[] = [];
  for (const entry of entries) {
    if (entry.isDirectory()) folders.push(entry.name);
    else if (entry.isSymbolicLink()) links.push(entry.name);
  }
  let step = 0;
  for (const name of folders.sort()) {
    if (NEVER.has(name) || isUnfinishedFolder(name)) continue;
    const path = prefix + name;
    const real = prefix === realPrefix ? path : realPrefix + name;
    if (walking.seen.isNew(real) && !readSkill(walking, { path, real, name, file: SKILL_FILE })) {
      yield* lookInto(walking, { path, real, depth }, name);
    }
    step += 1;
    if (step % STEP === 0) yield;
  }
  if (links.length > 0) yield* visitLinks(walking, links.sort(), { prefix, depth });
}

/** After the folders themselves: what is here and linked from here too goes by the name it has here. */
function* visitLinks(
  walking: Walking,
  names: readonly string[],
  { prefix, depth }: { readonly prefix: string; readonly depth: number },
): Generator<void, void> {
  walking.seen.expectRepeats();
  for (const name of names) {
    const path = prefix + name;
    const real = linkedFolder(path);
    if (real === undefined || !walking.seen.isNew(real)) continue;
    if (readSkill(walking, { path, real, name, file: SKILL_FILE })) continue;
    if (below(real, "").startsWith(walking.realRoot)) yield* lookInto(walking, { path, real, depth }, name);
    else lookOutside(walking, { path, real, depth }, name);
  }
}

/** A link may lead to a skill, wherever that is. What else is there was not given: a link to `/` would offer every skill of the machine. */
function lookOutside(walking: Walking, folder: Folder, name: string): void {
  const file = filesIn(folder.path).find(isSkillFile);
  if (file !== undefined && readSkill(walking, { ...folder, name, file: file.name })) return;
  const message = "It is a link to a folder elsewhere that is no skill; skills are not looked for there.";
  report(walking, "folder-outside", folder.path, message, "Link each skill, or give that folder as one of skills.");
}

function filesIn(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

function below(path: string, name: string): string {
  return path.endsWith(sep) ? path + name : path + sep + name;
}

/** The real path of a folder behind a link; nothing for a link to a file or to nowhere. */
function linkedFolder(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? realpathSync.native(path) : undefined;
  } catch {
    return undefined;
  }
}

function* lookInto(walking: Walking, folder: Folder, name: string): Generator<void, void> {
  walking.folders += 1;
  if (walking.folders > MAX_FOLDERS) {
    if (walking.folders === MAX_FOLDERS + 1) reportTooMany(walking);
    return;
  }
  const entries = list(walking, folder);
  if (entries === undefined) return;
  const file = entries.find(isSkillFile);
  if (file !== undefined && readSkill(walking, { ...folder, name, file: file.name })) return;
  if (folder.depth < MAX_DEPTH) yield* visitAll(walking, folder, entries);
  else if (entries.some((entry) => entry.isDirectory() && !NEVER.has(entry.name))) {
    const message = `Skills are looked for ${MAX_DEPTH} folders down; what is below this one is not.`;
    report(walking, "too-deep-folder", folder.path, message, "Give this folder as a folder of skills of its own.");
  }
}

function isSkillFile(entry: Dirent): boolean {
  return entry.name.length === SKILL_FILE.length && entry.name.toLowerCase() === "skill.md" && !entry.isDirectory();
}

/** Whether there is a file to read; what it says, or why it says nothing, is noted. */
function readSkill(walking: Walking, { path, real, name, file }: SkillFolder): boolean {
  const { source, pluginName } = walking.root;
  const place: SkillPlace = { filePath: path + sep + file, baseDir: path, file, folder: name, source, pluginName };
  try {
    const frontmatter = readHead(place.filePath, real);
    if (frontmatter === undefined) return false;
    const { skill, diagnostics } = skillOf(frontmatter, place);
    if (diagnostics.length > 0) walking.diagnostics.push(...diagnostics);
    if (skill === undefined) walking.refused.set(name, diagnostics);
    else walking.skills.push(skill);
  } catch (error) {
    const message = unreadableReason(error);
    const diagnostic: SkillDiagnostic = {
      code: "file-unreadable",
      severity: "error",
      file: place.filePath,
      line: 1,
      message,
      fix: "See that it is a file of this folder that may be read.",
    };
    walking.diagnostics.push(diagnostic);
    walking.refused.set(name, [diagnostic]);
  }
  return true;
}

function reportTooMany(walking: Walking): void {
  const message = `It has more than ${MAX_FOLDERS} folders without a SKILL.md; the rest is not looked into.`;
  report(
    walking,
    "too-many-folders",
    walking.root.path,
    message,
    "Give the folder of the skills, not one far above it.",
  );
}

function report(
  { diagnostics }: Walk,
  code: SkillDiagnosticCode,
  file: string,
  message: string,
  fix: string | undefined = undefined,
): void {
  diagnostics.push({ code, severity: "warning", file, line: 1, message, fix });
}
