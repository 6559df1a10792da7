import { PdError, type PromptArgument, type PromptEntry, type PromptPort } from "@pd/core";
import { expandForModel } from "../invoke/expand-body.js";
import type { SkillManager } from "../invoke/skill-manager.js";
import type { Skill } from "../record/skill-metadata.js";

/** The one argument of a skill that names none. */
const ARGUMENTS = "arguments";

/**
 * Skills as prompts that a person picks by name. `disable-model-invocation` keeps models away and not people, so those skills are here too;
 * only `user-invocable: false` keeps one out. The text is what `invokeSkill` gives, as a model gets it.
 */
export function skillPrompts(manager: SkillManager): PromptPort {
  const offered = () => manager.listSkills().filter(({ userInvocable }) => userInvocable);
  return {
    async list() {
      await manager.ready();
      return offered().map(entryOf);
    },
    async get({ name, arguments: given }) {
      await manager.ready();
      const skill = offered().find(({ qualifiedName }) => qualifiedName === name);
      if (skill === undefined) return undefined;
      const { skill: read, rawContent, arguments: args } = await manager.invokeSkill(skill, argumentsOf(skill, given));
      return { text: expandForModel(read, rawContent, args), description: skill.description };
    },
    onChange: (listener) => manager.onChange(listener),
  };
}

function entryOf(skill: Skill): PromptEntry {
  const { qualifiedName: name, description } = skill;
  return { name, description, arguments: declared(skill) };
}

/** As many as the frontmatter names; else one for all, explained by the hint where there is one. */
function declared({ arguments: names, argumentHint }: Skill): readonly PromptArgument[] {
  const hint = argumentHint === undefined ? {} : { description: argumentHint };
  if (names.length === 0) return [{ name: ARGUMENTS, ...hint, required: false }];
  return names.map((name) => ({ name, ...hint, required: false }));
}

/** One text, as a person would type it: what holds blanks is quoted, so that it stays one of `$0…$9`. */
function argumentsOf(skill: Skill, given: ReadonlyMap<string, string>): string {
  const known = declared(skill).map(({ name }) => name);
  const unknown = [...given.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new PdError("input-invalid", `The skill "${skill.qualifiedName}" has no such argument`, {
      where: unknown.slice(0, 80),
      fix: `Use ${known.join(", ")}.`,
    });
  }
  if (skill.arguments.length === 0) return given.get(ARGUMENTS) ?? "";
  const values = known.map((name) => given.get(name) ?? "");
  while (values.at(-1) === "") values.pop();
  return values.map((value) => (values.length > 1 ? quoted(value) : value)).join(" ");
}

/** In single quotes, as a shell takes everything in them as it is. */
function quoted(value: string): string {
  return value !== "" && !/[\s"'\\]/u.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
