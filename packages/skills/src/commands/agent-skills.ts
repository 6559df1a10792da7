import type { CommandContext } from "@pd/core";
import * as z from "zod/mini";
import { SkillManager } from "../invoke/skill-manager.js";
import type { Skill } from "../record/skill-metadata.js";
import { around, skillFolders } from "./skill-folders.js";
import { skillsIn } from "./skills-in.js";

/** The field by which a command takes folders of skills. */
export const foldersField = () =>
  z.optional(
    z
      .array(z.string())
      .check(z.describe("Folders of skills; default: those of this project and yours, else those of the vault")),
  );

/**
 * The skills that an agent here has: those of the folders that are named; else the host's; else those of the vault that the command line
 * names; else those of the project and the person, and where there are none, those of the folder.
 */
export async function agentSkills(
  context: CommandContext,
  {
    named = [],
    manager,
  }: { readonly named?: readonly string[] | undefined; readonly manager: SkillManager | undefined },
): Promise<readonly Skill[]> {
  if (named.length > 0) {
    const folders = await skillFolders(context, { named });
    const wanted = new Set(folders.map(({ path }) => path));
    const own = new SkillManager({ projectDir: false, personalDir: false, customDirs: [...wanted] });
    await own.ready();
    return own.listSkills().filter(({ baseDir }) => wanted.has(baseDir));
  }
  if (manager === undefined && context.configuration.origin !== "given") {
    const own = new SkillManager(around(context.workingFolder));
    await own.ready();
    const skills = own.listSkills();
    if (skills.length > 0) return skills;
  }
  return (await skillsIn(context, manager)).skills;
}
