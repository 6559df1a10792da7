import { type Command, type CommandText, defineCommand } from "@pd/core";
import * as z from "zod/mini";
import type { ClientFit } from "../advise/client-limits.js";
import { type CostOfSource, type SkillCost, skillCost } from "../advise/skill-cost.js";
import type { SkillManager } from "../invoke/skill-manager.js";
import { agentSkills, foldersField } from "./agent-skills.js";

/** Skills that are shown by themselves, the dearest. */
const MOST_ENTRIES = 10;
const MOST_NAMES = 8;

export const cost = (manager?: SkillManager): Command =>
  defineCommand({
    name: "skill cost",
    summary: "Show what the list of skills costs in every turn, and what clients cut from it",
    input: z.strictObject({
      folders: foldersField(),
      window: z._default(
        z.int().check(z.minimum(1000), z.describe("The model's context window in tokens; default: 200000")),
        200_000,
      ),
      budget: z.optional(
        z.int().check(z.minimum(1), z.describe("Token budget: what pd's own catalogue shows within it")),
      ),
    }),
    words: ["folders"],
    examples: ["pd skill cost", "pd skill cost ~/.claude/skills --window 1000000", "pd skill cost --budget 2000"],
    async run({ folders, window, budget }, context) {
      const skills = await agentSkills(context, { named: folders, manager });
      const { counter } = context.configuration;
      const made = skillCost(skills, { counter, contextWindow: window, budget });
      return {
        exitCode: made.skills > 0 ? 0 : 1,
        data: made,
        items: made.entries,
        text: made.skills === 0 ? [{ kind: "line", text: "0 skills: no SKILL.md here" }] : costText(made, counter.name),
        next:
          made.skills === 0 ? ["pd skill init my-skill"] : ["pd skill collide", 'pd skill route "what you would ask"'],
      };
    },
  });

function costText(made: SkillCost, counter: string): readonly CommandText[] {
  const { skills, unlisted, tokens, sources, entries, clients, catalogue, contextWindow } = made;
  const share = ((100 * tokens) / contextWindow).toFixed(1);
  return [
    {
      kind: "line",
      text: `${skills} skills: ${tokens} tokens in every turn (${counter}), ${share}% of ${contextWindow}`,
      tone: "strong",
    },
    ...(unlisted === 0
      ? []
      : ([{ kind: "line", text: `${unlisted} more that only you can invoke: they are in no list` }] as const)),
    {
      kind: "rows",
      rows: sources.map((source) => [sourceName(source), `${source.tokens} tokens, ${source.skills} skills`]),
    },
    { kind: "line", text: "Dearest" },
    { kind: "rows", rows: entries.slice(0, MOST_ENTRIES).map(({ name, tokens: own }) => [name, `${own} tokens`]) },
    { kind: "line", text: "What clients show of it" },
    { kind: "rows", rows: clients.flatMap(clientRows) },
    ...(catalogue === undefined
      ? []
      : ([
          { kind: "line", text: "What pd's catalogue shows within the budget" },
          {
            kind: "rows",
            rows: [
              [catalogue.step, `${catalogue.tokens} tokens`],
              ["cut", namesOf([...catalogue.shortened, ...catalogue.named])],
              ["not listed", namesOf(catalogue.omitted)],
            ],
          },
        ] as const)),
  ];
}

function sourceName({ source, pluginName }: CostOfSource): string {
  return pluginName === undefined ? source : `${source} ${pluginName}`;
}

function clientRows(fit: ClientFit): readonly (readonly [string, string])[] {
  const { client, source, limit, characters, fits, losing, cut, omitted } = fit;
  const size = `${characters} of ${limit} characters`;
  if (fits) return [[client, `${size}: all descriptions are whole (${source})`]];
  const which = cut.length === 0 ? "the skills you use least" : namesOf(cut);
  return [
    [client, `${size}: at least ${losing} descriptions are cut or gone (${source})`],
    ["", `cut: ${which}`],
    ...(omitted.length === 0 ? [] : ([["", `not listed: ${namesOf(omitted)}`]] as const)),
  ];
}

function namesOf(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const rest = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
