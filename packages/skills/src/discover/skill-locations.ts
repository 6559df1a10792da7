import { isAbsolute, relative, sep } from "node:path";
import { realFolderOf } from "../invoke/read-body.js";
import type { SkillManager } from "../invoke/skill-manager.js";
import type { Skill } from "../record/skill-metadata.js";
import { runInSlices } from "./discovery.js";

/** A skill, and a path inside its folder; empty for the folder itself. */
export interface SkillLocation {
  readonly skill: Skill;
  readonly inside: string;
}

/** Folders of the skills that models may call. */
type Folders = ReadonlyMap<string, Skill>;

/**
 * Where an absolute path stands among a manager's skills. Only lexical: what the path leads to is checked when it is opened. It is looked up
 * folder by folder upwards, so that a path costs its own length and not the number of skills.
 */
export function createSkillLocations(manager: SkillManager): (path: string) => Promise<SkillLocation | undefined> {
  let known: { readonly version: number; readonly named: Folders; real?: Promise<Folders> } | undefined;

  function folders() {
    if (known?.version === manager.version) return known;
    const skills = manager.listSkills().filter(({ disableModelInvocation }) => !disableModelInvocation);
    known = { version: manager.version, named: new Map(skills.toReversed().map((skill) => [skill.baseDir, skill])) };
    return known;
  }

  return async (path) => {
    if (!isAbsolute(path)) return undefined;
    const all = folders();
    const found = nearest(all.named, path);
    if (found !== undefined) return found;
    // A person may name the folder that a link leads to. Once for all skills, since it means asking the disk about each.
    all.real ??= runInSlices(realFolders(all.named));
    return nearest(await all.real, path);
  };
}

/** The folder that is nearest to the file: one skill may stand inside another's. */
function nearest(folders: Folders, path: string): SkillLocation | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf(sep, end - 1)) {
    const folder = path.slice(0, end);
    const skill = folders.get(folder);
    if (skill !== undefined) return { skill, inside: relativeTo(folder, path) };
  }
  return undefined;
}

/** Without resolving `..`: a path that has one is refused where it is checked. */
function relativeTo(folder: string, path: string): string {
  const rest = path.slice(folder.length).replaceAll("\\", "/");
  return rest.split("/").includes("..") ? rest.slice(1) : relative(folder, path).split(sep).join("/");
}

function* realFolders(named: Folders): Generator<void, Folders> {
  const real = new Map<string, Skill>();
  for (const [folder, skill] of named) {
    try {
      real.set(realFolderOf(skill), skill);
    } catch {
      real.set(folder, skill);
    }
    yield;
  }
  return real;
}
