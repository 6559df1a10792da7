import type { Mount } from "@pd/core";
import { type SkillContent, type SkillContentOptions, skillContent } from "./skill-content.js";
import type { SkillManager } from "./skill-manager.js";
import { skillTools } from "./skill-tools.js";

/** Skills as a door takes them: content and tools that belong together. */
export function skillMount(
  manager: SkillManager,
  options?: SkillContentOptions,
): Mount & { readonly content: SkillContent } {
  const content = skillContent(manager, options);
  return { content, tools: skillTools(manager, content) };
}
