import { basename, dirname } from "node:path";
import { escapeControls, nearest, PdError } from "@pd/core";
import { SKILL_ERRORS } from "../record/skill-errors.js";
import type { Skill, SkillDiagnostic } from "../record/skill-metadata.js";

/** Callers without types may hand over anything. */
export function skillGiven(skill: unknown): Skill {
  const { filePath, baseDir } = (skill ?? {}) as Partial<Skill>;
  if (typeof filePath === "string" && typeof baseDir === "string") return skill as Skill;
  throw notASkill();
}

export function nameGiven(name: unknown): string {
  if (typeof name === "string") return name;
  throw notASkill();
}

function notASkill(): PdError {
  return new PdError("input-invalid", "A skill is given by its name, or as discovery has it", {
    where: "name",
    fix: '"pdf"',
  });
}

/** How many names an error offers. */
const OFFERED = 3;

/** Names of skills are shown to whoever may call them anyway; what was asked for is cut and escaped. */
export function unknownSkill(asked: string, skills: readonly Skill[]): PdError {
  const near = namesNear(
    asked,
    skills.map(({ qualifiedName }) => qualifiedName),
  );
  const offered = near.map((name) => `"${name}"`).join(" or ");
  return new PdError(SKILL_ERRORS["skill-unknown"], `No skill is called "${escapeControls(asked.slice(0, 80))}"`, {
    where: "name",
    fix: near.length === 0 ? "search_skills finds one by what it is for." : `Did you mean ${offered}?`,
  });
}

/** The nearest spelling, and names of which the asked one is a part: whole words of them first, such as "docx" in "docx-official". */
function namesNear(asked: string, names: readonly string[]): readonly string[] {
  const meant = nearest(asked, names);
  const part = asked.toLowerCase();
  const containing = part.length < 2 ? [] : names.filter((name) => name.toLowerCase().includes(part));
  const isWord = (name: string) =>
    name
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .includes(part);
  const ordered = [...containing.filter(isWord), ...containing.filter((name) => !isWord(name))];
  return [...new Set([...(meant === undefined ? [] : [meant]), ...ordered])].slice(0, OFFERED);
}

/** The file is named as it stands in its folder of skills: the error may reach a model, and the cause stays with the host. */
export function invalidSkill(name: string, diagnostics: readonly SkillDiagnostic[]): PdError {
  const [first] = diagnostics.filter(({ severity }) => severity === "error");
  const shown = escapeControls(name.slice(0, 80));
  return new PdError(
    SKILL_ERRORS["skill-invalid"],
    `The skill "${shown}" cannot be used. ${first?.message ?? ""}`.trim(),
    {
      ...(first === undefined ? {} : { where: `${placeOf(first)}:${first.line}`, cause: first }),
      ...(first?.fix === undefined ? {} : { fix: first.fix }),
    },
  );
}

function placeOf({ file }: SkillDiagnostic): string {
  return escapeControls(`${basename(dirname(file))}/${basename(file)}`);
}
