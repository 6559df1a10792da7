import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { escapeControls } from "@pd/core";
import { ConfigurationError } from "../record/errors.js";
import type { SkillSource } from "../record/skill-metadata.js";
import { type SkillRoot, WALK_LIMITS, type WalkLimits } from "./walk-skills.js";

/** Omitted: the default folders, where they exist. `false` or `""`: none. A path: that one, which has to exist (R5.4). */
export type FolderOption = string | false | undefined;
export type FolderListOption = string | readonly string[] | false | undefined;

export interface SkillFolders {
  /** A folder of skills, or a project with `.agents/skills` or `.claude/skills`. The working directory's project if omitted. */
  readonly projectDir?: FolderOption;
  /** The same for the person. The home folder's `.agents/skills` and `.claude/skills` if omitted. */
  readonly personalDir?: FolderOption;
  /** Plugins (folders with `.claude-plugin/plugin.json`), or folders of plugins. None if omitted. */
  readonly pluginDirs?: FolderListOption;
  /** Further folders of skills, in order of priority. None if omitted. */
  readonly customDirs?: FolderListOption;
  /** Folders below each of these in which skills are looked for; 5 if omitted. */
  readonly maxDepth?: number | undefined;
  /** Folders without a skill that are looked into below each of these; 20,000 if omitted. */
  readonly maxFolders?: number | undefined;
}

/** Where skills are looked for inside a project or a home folder, first one first. */
const CONVENTIONS = [join(".agents", "skills"), join(".claude", "skills")];

/** What the options mean on this machine. */
export interface RootPlan {
  /** In order of priority. Default folders that do not exist yet are among them: they may come while it is watched. */
  readonly roots: readonly SkillRoot[];
  readonly pluginDirs: readonly string[];
  readonly custom: readonly SkillRoot[];
  readonly limits: WalkLimits;
}

export interface Surroundings {
  readonly cwd?: string;
  readonly home?: string;
}

export function planRoots(options: SkillFolders, { cwd, home }: Surroundings = {}): RootPlan {
  const { projectDir, personalDir, pluginDirs, customDirs } = options;
  return {
    roots: [
      ...sourceRoots("project", projectDir, {
        where: "projectDir",
        omitted: () => projectFolders(cwd ?? process.cwd()),
      }),
      ...sourceRoots("personal", personalDir, { where: "personalDir", omitted: () => conventional(home ?? homedir()) }),
    ],
    pluginDirs: givenFolders(pluginDirs, "pluginDirs"),
    custom: givenFolders(customDirs, "customDirs").map((path) => rootAt(path, "custom")),
    limits: {
      maxDepth: limitAt("maxDepth", options.maxDepth, MOST_DEPTH),
      maxFolders: limitAt("maxFolders", options.maxFolders, Number.MAX_SAFE_INTEGER),
    },
  };
}

/** Paths of any system end before that. */
const MOST_DEPTH = 100;

function limitAt(where: keyof WalkLimits, value: number | undefined, most: number): number {
  if (value === undefined) return WALK_LIMITS[where];
  if (Number.isSafeInteger(value) && value >= 0 && value <= most) return value;
  const fix = `${where}: ${WALK_LIMITS[where]}`;
  throw new ConfigurationError(`${where} is not a whole number from 0 to ${most}`, { where, fix });
}

function rootAt(path: string, source: SkillSource): SkillRoot {
  return { path, source, pluginName: undefined };
}

function sourceRoots(
  source: SkillSource,
  option: FolderOption,
  { where, omitted }: { readonly where: string; readonly omitted: () => readonly string[] },
): readonly SkillRoot[] {
  if (option === false || option === "") return [];
  const paths = option === undefined ? omitted() : foldersAt(givenFolder(option, where));
  return paths.map((path) => rootAt(path, source));
}

/** A project's folders if it is a project, else a folder of skills as it is. */
function foldersAt(path: string): readonly string[] {
  const isProject = conventional(path).some(isFolder) || existsSync(join(path, ".git"));
  return isProject ? projectFolders(path) : [path];
}

/** The conventional folders from here up to the repository's root; outside of a repository, only here. */
function projectFolders(from: string): readonly string[] {
  const chain: string[] = [];
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    chain.push(folder);
    if (existsSync(join(folder, ".git"))) return chain.flatMap(conventional);
    if (dirname(folder) === folder) return conventional(resolve(from));
  }
}

function conventional(folder: string): readonly string[] {
  return CONVENTIONS.map((convention) => join(folder, convention));
}

function givenFolders(option: FolderListOption, where: string): readonly string[] {
  if (option === undefined || option === false || option === "") return [];
  const paths = typeof option === "string" ? [option] : option;
  if (!Array.isArray(paths)) throw invalid(where, "is not a list of paths");
  return paths.filter((path) => path !== "").map((path) => givenFolder(path, where));
}

function givenFolder(path: unknown, where: string): string {
  if (typeof path !== "string") throw invalid(where, "is not a path");
  const full = resolve(path.startsWith("~/") ? join(homedir(), path.slice(2)) : path);
  if (path.includes("\0") || !existsSync(full)) throw invalid(where, `"${escapeControls(path)}" does not exist`);
  if (!isFolder(full)) throw invalid(where, `"${escapeControls(path)}" is not a folder`);
  return full;
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    // Below a file there is no folder either.
    return false;
  }
}

function invalid(where: string, what: string): ConfigurationError {
  return new ConfigurationError(`${where}: ${what}`, {
    where,
    fix: "Give the path of a folder that exists, leave the option out, or set it to false.",
  });
}
