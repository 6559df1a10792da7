import { o200k, type TokenCounter, type Tokens, tokens } from "@pd/core";
import { availableSkills, type Catalogue, catalogued } from "../catalogue/catalogue.js";
import type { Skill, SkillSource } from "../record/skill-metadata.js";
import { CLIENT_LIMITS, type ClientFit, CONTEXT_WINDOW, clientFit } from "./client-limits.js";

export interface SkillCostOptions {
  readonly counter?: TokenCounter | undefined;
  /** Of the model that is used, in tokens. 200,000 if omitted. */
  readonly contextWindow?: number | undefined;
  /** What pd's own catalogue may cost; then it says what is left of it. */
  readonly budget?: number | undefined;
}

export interface CostOfSource {
  readonly source: SkillSource;
  readonly pluginName: string | undefined;
  readonly skills: number;
  readonly tokens: Tokens;
}

/** What a list of skills costs in every turn, and who sees how much of it. */
export interface SkillCost {
  /** Skills that a model may invoke: only these are listed. */
  readonly skills: number;
  /** Those that only a person may invoke: they cost a turn nothing. */
  readonly unlisted: number;
  /** Of the whole list, as pd writes it without a budget. */
  readonly tokens: Tokens;
  readonly contextWindow: number;
  readonly sources: readonly CostOfSource[];
  /** Every skill with what its entry costs, the dearest first. */
  readonly entries: readonly { readonly name: string; readonly tokens: Tokens }[];
  readonly clients: readonly ClientFit[];
  /** pd's own catalogue within the budget, where one was given. */
  readonly catalogue: Catalogue | undefined;
}

type CostedSkill = Pick<
  Skill,
  "qualifiedName" | "description" | "filePath" | "source" | "pluginName" | "disableModelInvocation"
>;

export function skillCost(skills: readonly CostedSkill[], options: SkillCostOptions = {}): SkillCost {
  const { counter = o200k, contextWindow = CONTEXT_WINDOW, budget } = options;
  const listed = catalogued(skills) as readonly CostedSkill[];
  const priced = listed.map((skill) => ({ skill, tokens: entryCost(skill, counter) }));
  return {
    skills: listed.length,
    unlisted: skills.length - listed.length,
    tokens: availableSkills(listed, { counter }).tokens,
    contextWindow,
    sources: bySource(priced),
    entries: priced
      .map(({ skill, tokens: cost }) => ({ name: skill.qualifiedName, tokens: cost }))
      .sort((one, other) => other.tokens - one.tokens || (one.name < other.name ? -1 : 1)),
    clients: CLIENT_LIMITS.map((limit) => clientFit(listed.map(listedText), limit, contextWindow)),
    catalogue: budget === undefined ? undefined : availableSkills(listed, { counter, budget }),
  };
}

function listedText({ qualifiedName, description }: CostedSkill) {
  return { name: qualifiedName, description };
}

/** What one more skill adds to a list. */
function entryCost(skill: CostedSkill, counter: TokenCounter): Tokens {
  const alone = availableSkills([{ ...skill, disableModelInvocation: false }], { counter });
  const twice = availableSkills(
    [
      { ...skill, disableModelInvocation: false },
      { ...skill, disableModelInvocation: false },
    ],
    { counter },
  );
  return tokens(twice.tokens - alone.tokens);
}

interface PricedSkill {
  readonly skill: CostedSkill;
  readonly tokens: Tokens;
}

function bySource(priced: readonly PricedSkill[]): readonly CostOfSource[] {
  const sources = new Map<string, CostOfSource>();
  for (const { skill, tokens: cost } of priced) {
    const { source, pluginName } = skill;
    const key = `${source} ${pluginName ?? ""}`;
    const before = sources.get(key);
    const sum = tokens((before?.tokens ?? 0) + cost);
    sources.set(key, { source, pluginName, skills: (before?.skills ?? 0) + 1, tokens: sum });
  }
  return [...sources.values()].sort((one, other) => other.tokens - one.tokens);
}
