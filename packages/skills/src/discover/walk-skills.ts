import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, sep } from "node:path";
import { escapeControls } from "@pd/core";
import type { FoundSkill } from "../record/found-skill.js";
import { isUnfinishedFolder } from "../record/new-folder.js";
import type { SkillDiagnostic, SkillDiagnosticCode, SkillSource } from "../record/skill-metadata.js";
import { type SkillPlace, skillOf } from "../record/skill-record.js";
import { readHead, unreadableReason } from "./read-head.js";
import { createSeenFolders, type SeenFolders } from "./seen-folders.js";

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

/** How far skills are looked for. */
export interface WalkLimits {
  /** Folders below a root in which skills are looked for (R5.4). */
  readonly maxDepth: number;
  /** Folders without a skill that are looked into, for each root. */
  readonly maxFolders: number;
}

export const WALK_LIMITS: WalkLimits = { maxDepth: 5, maxFolders: 20_000 };

/** Folders past the limit that are named one by one. */
const MOST_NAMED = 50;

const SKILL_FILE = "SKILL.md";
const NEVER = new Set([".git", "node_modules"]);

/** Whether skills are never looked for in a folder of this name. */
export function isNeverLookedInto(name: string): boolean {
  return NEVER.has(name) || isUnfinishedFolder(name);
}

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
  readonly limits: WalkLimits;
  /** The real path of the root, with a separator at its end. */
  readonly realRoot: string;
  folders: number;
}

/**
 * Finds the skills below a root: one listing of the folder, and an optimistic open of SKILL.md in each folder in it.
 * A folder with a skill in it is that skill, and what is below it are its files; below a SKILL.md that was refused, skills are looked for.
 * A root may be a skill itself.
 */
export function* walkSkills(root: SkillRoot, walk: Walk, limits: WalkLimits = WALK_LIMITS): Generator<void, void> {
  let real: string;
  try {
    real = realpathSync.native(root.path);
  } catch (error) {
    report(walk, "folder-unreadable", root.path, unreadableReason(error));
    return;
  }
  const walking: Walking = { ...walk, root, limits, realRoot: below(real, ""), folders: 0 };
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
  if (walking.folders > limits.maxFolders + MOST_NAMED) reportTooMany(walking);
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
    if (isNeverLookedInto(name)) continue;
    const path = prefix + name;
    if (!isOneLine(walking, path, name)) continue;
    const real = prefix === realPrefix ? path : realPrefix + name;
    if (walking.seen.isNew(real)) {
      const found = readSkill(walking, { path, real, name, file: SKILL_FILE });
      if (found !== "skill") yield* lookInto(walking, { path, real, depth }, { name, found });
    }
    step += 1;
    if (step % STEP === 0) yield;
  }
  if (links.length > 0) yield* visitLinks(walking, links.sort(), { prefix, depth });
}

/** A skill's folder is named in its instructions and in catalogues: one with a line end in its name could say there whatever it likes. */
function isOneLine(walking: Walking, path: string, name: string): boolean {
  if (escapeControls(name) === name) return true;
  const message = "Its name has a control character; it is not looked into.";
  report(walking, "folder-name", escapeControls(path), message, "Rename the folder.");
  return false;
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
    if (real === undefined || !isOneLine(walking, path, name) || !walking.seen.isNew(real)) continue;
    const found = readSkill(walking, { path, real, name, file: SKILL_FILE });
    if (found === "skill") continue;
    if (below(real, "").startsWith(walking.realRoot)) yield* lookInto(walking, { path, real, depth }, { name, found });
    else if (found === "nothing") lookOutside(walking, { path, real, depth }, name);
  }
}

/** A link may lead to a skill, wherever that is. What else is there was not given: a link to `/` would offer every skill of the machine. */
function lookOutside(walking: Walking, folder: Folder, name: string): void {
  const file = filesIn(folder.path).find(isSkillFile);
  if (file !== undefined && readSkill(walking, { ...folder, name, file: file.name }) !== "nothing") return;
  const message = "It is a link to a folder elsewhere that is not a skill; skills are not looked for there.";
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

/** A folder that is no skill: what it is called, and whether it has a SKILL.md that was refused. */
interface OtherFolder {
  readonly name: string;
  readonly found: "refused" | "nothing";
}

function* lookInto(walking: Walking, folder: Folder, { name, found }: OtherFolder): Generator<void, void> {
  const { maxDepth, maxFolders } = walking.limits;
  walking.folders += 1;
  if (walking.folders > maxFolders) {
    if (walking.folders <= maxFolders + MOST_NAMED) {
      const message = `It is not looked into: ${maxFolders} folders before it had no skill.`;
      report(walking, "too-many-folders", folder.path, message, TOO_MANY_FIX);
    }
    return;
  }
  const entries = list(walking, folder);
  if (entries === undefined) return;
  const file = found === "refused" ? undefined : entries.find(isSkillFile);
  if (file !== undefined && readSkill(walking, { ...folder, name, file: file.name }) === "skill") return;
  if (folder.depth < maxDepth) yield* visitAll(walking, folder, entries);
  else if (entries.some((entry) => entry.isDirectory() && !isNeverLookedInto(entry.name))) {
    const message = `Skills are looked for ${maxDepth} folders down; what is below this one is not.`;
    const fix = "Give this folder as a folder of skills of its own, or set maxDepth.";
    report(walking, "too-deep-folder", folder.path, message, fix);
  }
}

export function isSkillFile(entry: Dirent): boolean {
  return entry.name.length === SKILL_FILE.length && entry.name.toLowerCase() === "skill.md" && !entry.isDirectory();
}

/** What a folder's SKILL.md is; what it says, or why it says nothing, is noted. */
function readSkill(walking: Walking, { path, real, name, file }: SkillFolder): "skill" | "refused" | "nothing" {
  const { source, pluginName } = walking.root;
  const place: SkillPlace = { filePath: path + sep + file, baseDir: path, file, folder: name, source, pluginName };
  try {
    const frontmatter = readHead(place.filePath, real);
    if (frontmatter === undefined) return "nothing";
    const { skill, diagnostics } = skillOf(frontmatter, place);
    if (diagnostics.length > 0) walking.diagnostics.push(...diagnostics);
    if (skill !== undefined) {
      walking.skills.push(skill);
      return "skill";
    }
    walking.refused.set(name, diagnostics);
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
  return "refused";
}

const TOO_MANY_FIX = "Give the folder of the skills, not one far above it, or set maxFolders.";

function reportTooMany(walking: Walking): void {
  const more = walking.folders - walking.limits.maxFolders - MOST_NAMED;
  const message = `${more} more folders below it are not looked into, and what is below those.`;
  report(walking, "too-many-folders", walking.root.path, message, TOO_MANY_FIX);
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
