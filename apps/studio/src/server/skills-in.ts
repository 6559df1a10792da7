import type { Mount } from "@pd/core";
import { SkillManager, skillMount } from "@pd/skills";
import { skillQuality } from "./skill-quality.js";

/** The skills of a folder, where it has any: how good they are, and themselves where the configuration serves none. */
export async function skillsIn(folder: string, mounts: readonly Mount[]): Promise<readonly Mount[]> {
  const manager = new SkillManager({ projectDir: folder, personalDir: false });
  await manager.discover();
  if (manager.listSkills().length === 0) return [];
  const isServed = mounts.some(({ tools = [] }) => tools.some(({ name }) => name === "skill"));
  return [...(isServed ? [] : [skillMount(manager)]), { tools: [skillQuality(manager, { root: folder })] }];
}
