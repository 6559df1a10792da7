import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { type CommandContext, PdError } from "@pd/core";
import { isFolder } from "../discover/skill-roots.js";
import { SkillManager, type SkillManagerOptions } from "../invoke/skill-manager.js";

/** A folder with a SKILL.md, and how it is called to a person. */
export interface SkillFolder {
  /** Absolute. */
  readonly path: string;
  /** The folder relative to where it was found; empty for that folder itself. */
  readonly shown: string;
}

const SKILL_FILE = /(?:^|\/)skill\.md$/iu;

/**
 * The folders with a SKILL.md that a command is about, discovery's verdict on them aside: those that are named, else those of the host's
 * manager, else all below the folders of skills that the configuration names, else below the folders of notes, and where there are none, those
 * of the agents here. What a `.pdignore` names is not among them.
 */
export async function skillFolders(
  context: CommandContext,
  { named = [], manager }: { readonly named?: readonly string[]; readonly manager?: SkillManager | undefined } = {},
): Promise<readonly SkillFolder[]> {
  const { workingFolder, configuration } = context;
  if (named.length > 0) return foldersBelow(named.map((folder) => given(folder, workingFolder)));
  if (manager !== undefined && configuration.origin !== "given") return ofManager(manager);
  const below = await foldersBelow(
    configuration.origin === "given" ? configuration.folders : (configuration.skills ?? configuration.folders),
  );
  // Folders of agents begin with a dot, and hold no notes.
  return below.length > 0 || configuration.origin === "given" ? below : ofAgents(workingFolder);
}

/** The skills that an agent in a folder has: the project's, else the person's. */
async function ofAgents(folder: string): Promise<readonly SkillFolder[]> {
  for (const options of [{ ...around(folder), personalDir: false as const }, { projectDir: false as const }]) {
    const found = await ofManager(new SkillManager(options));
    if (found.length > 0) return found.map(({ path }) => ({ path, shown: shownFrom(folder, path) }));
  }
  return [];
}

/** Options of a manager for the project that a folder belongs to and for the person. */
export function around(folder: string): SkillManagerOptions {
  if (folder === process.cwd()) return {};
  const isProject = [".agents", ".claude"].some((name) => existsSync(join(folder, name, "skills")));
  return { projectDir: isProject ? folder : false };
}

function shownFrom(folder: string, path: string): string {
  const inside = relative(folder, path);
  return inside.startsWith("..") || isAbsolute(inside) ? path : inside;
}

/** Only loaded when a command runs: a host that serves skills has no use for a vault's walk. */
async function foldersBelow(roots: readonly string[]): Promise<readonly SkillFolder[]> {
  const { notePaths } = await import("@pd/core/vault");
  const found = new Map<string, SkillFolder>();
  for (const root of roots) {
    if (!isFolder(root)) throw noFolder(root);
    for (const path of notePaths(root).filter((note) => SKILL_FILE.test(note))) {
      const inside = dirname(path) === "." ? "" : dirname(path);
      const folder = join(root, inside);
      const shown = roots.length === 1 ? inside : join(root, inside);
      if (!found.has(folder)) found.set(folder, { path: folder, shown });
    }
  }
  return [...found.values()];
}

async function ofManager(manager: SkillManager): Promise<readonly SkillFolder[]> {
  await manager.ready();
  const refused = manager.diagnostics.filter(({ severity, file }) => severity === "error" && SKILL_FILE.test(file));
  const paths = [...manager.listSkills().map(({ baseDir }) => baseDir), ...refused.map(({ file }) => dirname(file))];
  return [...new Set(paths)].sort().map((path) => ({ path, shown: path }));
}

function given(folder: string, workingFolder: string): string {
  const path = resolve(workingFolder, folder);
  // Whoever names the file means its folder.
  return SKILL_FILE.test(path) ? dirname(path) : path;
}

function noFolder(folder: string): PdError {
  return new PdError("vault-unreadable", "There is no such folder", {
    where: folder,
    fix: "Give the path of a folder that holds skills, or of one skill.",
  });
}
