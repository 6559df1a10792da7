import type { Skill } from "../record/skill-metadata.js";

/** Qualified names of what came, went or says something else. */
export interface SkillChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export function changesBetween(before: readonly Skill[], after: readonly Skill[]): SkillChanges {
  const old = new Map(before.map((skill) => [skill.qualifiedName, skill]));
  const added: string[] = [];
  const changed: string[] = [];
  for (const skill of after) {
    const was = old.get(skill.qualifiedName);
    if (was === undefined) added.push(skill.qualifiedName);
    else if (!saysTheSame(was, skill)) changed.push(skill.qualifiedName);
    old.delete(skill.qualifiedName);
  }
  return { added, changed, removed: [...old.keys()] };
}

export function isNoChange({ added, changed, removed }: SkillChanges): boolean {
  return added.length + changed.length + removed.length === 0;
}

/** Whether two readings of a skill's frontmatter agree; the body is no part of it. */
export function saysTheSame(one: Skill, other: Skill): boolean {
  return JSON.stringify(withoutBody(one)) === JSON.stringify(withoutBody(other));
}

function withoutBody(skill: Skill): object {
  return { ...skill, body: undefined, bodyLoaded: false };
}
