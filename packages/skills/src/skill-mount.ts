import type { Mount, PromptPort } from "@pd/core";
import { type SkillContent, type SkillContentOptions, skillContent } from "./skill-content.js";
import type { SkillManager } from "./skill-manager.js";
import { skillPrompts } from "./skill-prompts.js";
import { skillTools } from "./skill-tools.js";

/** Skills as a door takes them: content and tools that belong together, and prompts for people where its protocol has them. */
export function skillMount(
  manager: SkillManager,
  options?: SkillContentOptions,
): Mount & { readonly content: SkillContent; readonly prompts: PromptPort } {
  const content = skillContent(manager, options);
  return { content, tools: skillTools(manager, content), prompts: skillPrompts(manager) };
}
