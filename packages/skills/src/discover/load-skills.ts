import { SkillManager } from "../invoke/skill-manager.js";
import { ConfigurationError } from "../record/errors.js";
import type { Skill } from "../record/skill-metadata.js";

/** The skills of one folder, the short way (seed 003): metadata only, sorted by name. `SkillManager` has the rest. */
export async function loadSkills(dir: string): Promise<readonly Skill[]> {
  return loadSkillsSync(dir);
}

export function loadSkillsSync(dir: string): readonly Skill[] {
  if (dir === "") throw new ConfigurationError("dir is empty", { where: "dir", fix: "Give the path of a folder." });
  return new SkillManager({ projectDir: false, personalDir: false, customDirs: [dir] }).discoverSync();
}
