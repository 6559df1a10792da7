import type { CommandContext, Content } from "@pd/core";
import { skillContent } from "../content/skill-content.js";
import { SkillManager } from "../invoke/skill-manager.js";
import type { Skill } from "../record/skill-metadata.js";
import { skillFolders } from "./skill-folders.js";

export interface SkillsInForce {
  readonly skills: readonly Skill[];
  /** The same skills behind the gate, those that no model may invoke included: a person asks. */
  readonly content: Content;
}

/** The skills that a command is about, read as discovery reads them: whatever a frontmatter says of `type`, a SKILL.md is a skill. */
export async function skillsIn(context: CommandContext, hosts: SkillManager | undefined): Promise<SkillsInForce> {
  const manager = hosts !== undefined && context.configuration.origin !== "given" ? hosts : undefined;
  if (manager !== undefined) {
    await manager.ready();
    return { skills: manager.listSkills(), content: skillContent(manager, { select: () => true }) };
  }
  const wanted = new Set((await skillFolders(context)).map(({ path }) => path));
  const own = new SkillManager({ projectDir: false, personalDir: false, customDirs: [...wanted] });
  await own.ready();
  // A folder that is given as a root is also looked into, beyond what a .pdignore leaves.
  const select = ({ baseDir }: Skill) => wanted.has(baseDir);
  return { skills: own.listSkills().filter(select), content: skillContent(own, { select }) };
}
