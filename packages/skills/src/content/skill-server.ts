import type { Mount, OnEvent } from "@pd/core";
import { SkillManager, type SkillManagerOptions } from "../invoke/skill-manager.js";
import { firedSkills } from "./fired-skills.js";
import { skillMount } from "./skill-mount.js";
import { skillPort } from "./skill-port.js";

export interface SkillServerOptions {
  /** Folders of skills; none for those of the project and the person. */
  readonly folders: readonly string[];
  readonly watch: boolean;
  /** Whether the index of many skills is kept between starts. */
  readonly cache: boolean;
  readonly log: (line: string) => void;
}

/** Skills alone, for a door that serves nothing else. */
export interface SkillServer {
  readonly mount: Mount;
  readonly instructions: string;
  readonly onEvent: OnEvent;
  close(): void;
}

/** What a model needs to find, open and follow a skill. A list would be paid for on every turn, and locations are for hosts with files. */
const TOOLS = new Set(["search_skills", "skill", "read_skill_file"]);

/** Makes a server of skills for any client: tools, resources and prompts, and a log of what fired. */
export async function skillServer({ folders, watch, cache, log }: SkillServerOptions): Promise<SkillServer> {
  const own: SkillManagerOptions =
    folders.length === 0 ? {} : { projectDir: false, personalDir: false, customDirs: folders };
  const manager = new SkillManager({ ...own, watch });
  await manager.ready();
  const { tools = [], ...mount } = skillMount(manager, cache ? {} : { cache: false });
  const count = manager.listSkills().filter(({ disableModelInvocation }) => !disableModelInvocation).length;
  log(`${count} ${count === 1 ? "skill" : "skills"}`);
  return {
    mount: { ...mount, tools: tools.filter(({ name }) => TOOLS.has(name)), skills: skillPort(manager) },
    instructions: `${count} skills: instructions for tasks. Before a task, call search_skills with what you are about to do. If one fits, open it with skill and follow it.`,
    onEvent: firedSkills(log),
    close: () => manager.close(),
  };
}
