import type { Mount } from "@pd/core";
import { SkillManager, skillMount } from "@pd/skills";
import { skillQuality } from "./skill-quality.js";

/** The skills of the first folder that has any: how good they are, and themselves where the configuration serves none. */
export async function skillsIn(folders: readonly string[], mounts: readonly Mount[]): Promise<readonly Mount[]> {
  let found: Mount[] = [];
  for (const folder of folders) {
    const manager = new SkillManager({ projectDir: folder, personalDir: false });
    await manager.discover();
    const quality = { tools: [skillQuality(manager, { root: folder })] };
    if (manager.listSkills().length > 0) {
      const isServed = mounts.some(({ tools = [] }) => tools.some(({ name }) => name === "skill"));
      return [...(isServed ? [] : [skillMount(manager)]), quality];
    }
    // The page asks in any case; that there are none is an answer.
    found = [quality];
  }
  return found;
}
