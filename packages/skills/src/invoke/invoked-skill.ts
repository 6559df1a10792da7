import type { TokenCounter, Tokens } from "@pd/core";
import { FoundSkill } from "../record/found-skill.js";
import type { Skill, SkillDiagnostic } from "../record/skill-metadata.js";
import { expandBody } from "./expand-body.js";
import type { ReadBody } from "./read-body.js";

/** What invoking a skill gives: level 2 of seed 002. */
export interface InvokedSkill {
  /** The skill as its file has it now, with its body. */
  readonly skill: Skill;
  /** Its qualified name. */
  readonly name: string;
  readonly arguments: string;
  /** For the agent: folder, body, arguments in their places. */
  readonly content: string;
  /** The body as it is written. */
  readonly rawContent: string;
  /** Parsed, never enforced (FR-017). */
  readonly allowedTools: readonly string[];
  /** What `content` costs by the manager's counter. */
  readonly tokens: Tokens;
  /** What is not as the specification has it; none of it keeps the skill from being used. */
  readonly warnings: readonly SkillDiagnostic[];
}

export function invoked({ skill, warnings }: ReadBody, args: string, counter: TokenCounter): InvokedSkill {
  const { body = "", baseDir, argumentHint, arguments: declared, allowedTools, qualifiedName } = skill;
  const declaresArguments = declared.length > 0 || argumentHint !== undefined;
  const content = expandBody(body, { baseDir, args, declaresArguments });
  const rawContent = sharedWith(content, body);
  return Object.freeze({
    skill: new FoundSkill(skill, rawContent),
    name: qualifiedName,
    arguments: args,
    content,
    rawContent,
    allowedTools,
    tokens: counter.count(content) as Tokens,
    warnings,
  });
}

/** Most bodies stand in the content word for word: then both are one text in memory. */
function sharedWith(content: string, body: string): string {
  const at = body === "" ? -1 : content.indexOf(body);
  return at < 0 ? body : content.slice(at, at + body.length);
}

/** What keeping it takes, about. */
export function bytesOf({ content, rawContent, arguments: args }: InvokedSkill): number {
  return 2 * (content.length + rawContent.length + args.length) + 1024;
}
