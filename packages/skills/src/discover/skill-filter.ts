import { PdError } from "@pd/core";
import { SKILL_SOURCES, type Skill, type SkillSource } from "../record/skill-metadata.js";
import { namePattern } from "./name-pattern.js";

/** All that is given has to hold (FR-019). */
export interface SkillFilter {
  readonly source?: SkillSource | readonly SkillSource[] | undefined;
  readonly pluginName?: string | undefined;
  /** A regular expression over the name, in linear time: see `namePattern`. */
  readonly name?: string | RegExp | undefined;
  /** Words that all have to stand in name or description, in any case. A text is parted at its blanks. */
  readonly keywords?: string | readonly string[] | undefined;
}

export function skillFilter(filter: SkillFilter): (skill: Skill) => boolean {
  if (typeof filter !== "object" || filter === null) throw wrong("filter", '{ source: "project" }');
  const { source, pluginName, name, keywords } = filter;
  const sources = source === undefined ? undefined : sourcesOf(source);
  const matches = name === undefined ? undefined : patternOf(name);
  const words = keywords === undefined ? [] : wordsOf(keywords);
  return (skill) =>
    (sources === undefined || sources.has(skill.source)) &&
    (pluginName === undefined || skill.pluginName === pluginName) &&
    (matches === undefined || matches(skill.name)) &&
    (words.length === 0 || hasAll(`${skill.name} ${skill.description}`.toLowerCase(), words));
}

// Callers without types may hand over anything.

function patternOf(name: string | RegExp): (name: string) => boolean {
  if (typeof name !== "string" && !(name instanceof RegExp)) throw wrong("name", '"^pdf"');
  return namePattern(name);
}

function wordsOf(keywords: string | readonly string[]): readonly string[] {
  const words = typeof keywords === "string" ? keywords.split(/\s+/u) : keywords;
  if (!Array.isArray(words) || !words.every((word) => typeof word === "string")) throw wrong("keywords", '["pdf"]');
  return words.map((word) => word.toLowerCase()).filter((word) => word !== "");
}

function wrong(where: string, example: string): PdError {
  return new PdError("input-invalid", `That is no ${where} to look for skills by`, { where, fix: `Give ${example}.` });
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

function sourcesOf(source: SkillSource | readonly SkillSource[]): ReadonlySet<SkillSource> {
  const sources = new Set([source].flat());
  for (const one of sources) {
    if (SKILL_SOURCES.includes(one)) continue;
    const fix = `Use one of ${SKILL_SOURCES.join(", ")}.`;
    throw new PdError("input-invalid", "There is no such source of skills", { where: "source", fix });
  }
  return sources;
}
