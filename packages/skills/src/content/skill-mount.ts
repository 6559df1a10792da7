import type { Mount, PromptPort } from "@pd/core";
import { skillCommands } from "../commands/skill-commands.js";
import type { SkillManager } from "../invoke/skill-manager.js";
import { SKILL_ERRORS } from "../record/skill-errors.js";
import { SKILL_FINDINGS } from "../record/skill-findings.js";
import { type SkillContent, type SkillContentOptions, skillContent } from "./skill-content.js";
import { skillPrompts } from "./skill-prompts.js";
import { skillTools } from "./skill-tools.js";

/** Skills as a door takes them: content and tools that belong together; prompts and commands for people, where the door has them. */
export function skillMount(
  manager: SkillManager,
  options?: SkillContentOptions,
): Mount & { readonly content: SkillContent; readonly prompts: PromptPort } {
  const content = skillContent(manager, options);
  return {
    content,
    tools: skillTools(manager, content),
    prompts: skillPrompts(manager),
    commands: skillCommands(manager),
    codes: { errors: SKILL_ERRORS, findings: SKILL_FINDINGS },
  };
}
