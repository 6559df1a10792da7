import { LRUCache } from "lru-cache";
import type { Skill } from "../record/skill-metadata.js";
import { resourceAt } from "./resources.js";
import { type LateFile, type SkillState, withFiles } from "./skill-state.js";

/** Files that came after their skill's files were listed, until a state has them with all others. */
export interface LateFiles {
  /** Looks at this one file. */
  notice(skill: Skill, path: string, state: SkillState | undefined): void;
  /** Forgets those that a new state has, and those that are gone. */
  settle(state: SkillState): void;
  clear(): void;
  /** A state with them. */
  added(state: SkillState): SkillState;
}

/** More is forgotten, and noticed again when it is asked for. */
const KEPT = 200;

export function createLateFiles(): LateFiles {
  const late = new LRUCache<string, LateFile>({ max: KEPT });
  return {
    notice(skill, path, state) {
      const key = `${skill.qualifiedName}/${path}`;
      if (late.get(key) !== undefined || state?.find.path(key) !== undefined) return;
      const resource = resourceAt(skill.baseDir, path);
      if (resource !== undefined) late.set(key, { skill: skill.qualifiedName, resource });
    },
    settle(state) {
      for (const [path, file] of late.entries())
        if (state.find.path(path) !== undefined || isGone(state, file)) late.delete(path);
    },
    clear: () => late.clear(),
    added: (state) => withFiles(state, [...late.values()]),
  };
}

function isGone(state: SkillState, { skill, resource }: LateFile): boolean {
  const own = state.find.skill(skill)?.skill;
  return own === undefined || resourceAt(own.baseDir, resource.path) === undefined;
}
