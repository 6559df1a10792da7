import { type Command, type CommandText, defineCommand } from "@pd/core";
import * as z from "zod/mini";
import { type Route, type RoutedSkill, routeSkills } from "../advise/route-skills.js";
import type { SkillManager } from "../invoke/skill-manager.js";
import { agentSkills } from "./agent-skills.js";

export const route = (manager?: SkillManager): Command =>
  defineCommand({
    name: "skill route",
    summary: "Show which skill a request selects, by which words, and the runners-up",
    input: z.strictObject({
      request: z.array(z.string()).check(z.minLength(1), z.describe("A request, as somebody would say it to an agent")),
      in: z.optional(z.array(z.string()).check(z.describe("Folders of skills, as for pd skill cost"))),
    }),
    words: ["request"],
    examples: ['pd skill route "fill a form in a PDF"', "pd skill route make slides --in .claude/skills"],
    async run({ request, in: folders }, context) {
      const skills = await agentSkills(context, { named: folders, manager });
      const made = routeSkills(skills, request.join(" "));
      return {
        exitCode: made.fires.length > 0 ? 0 : 1,
        data: made,
        items: [...made.fires, ...made.nearly],
        text: routeText(made),
        next: made.fires.length > 1 ? ["pd skill collide"] : [],
      };
    },
  });

function routeText({ fires, nearly, unknown }: Route): readonly CommandText[] {
  const [first] = fires;
  const verdict: CommandText =
    first === undefined
      ? { kind: "line", text: "No skill matches: no description contains any of these words", tone: "bad" }
      : fires.length === 1
        ? {
            kind: "line",
            text:
              first.words.length > 0
                ? `An agent would choose ${first.name}`
                : `No skill clearly matches; ${first.name} comes closest`,
            tone: first.words.length > 0 ? "good" : "bad",
          }
        : {
            kind: "line",
            text: `${fires.length} skills match about equally well: an agent could choose any of them`,
            tone: "bad",
          };
  return [
    verdict,
    { kind: "rows", rows: fires.map(rowOf) },
    ...(nearly.length === 0
      ? []
      : ([
          { kind: "line", text: "Close behind" },
          { kind: "rows", rows: nearly.map(rowOf) },
        ] as const)),
    ...(unknown.length === 0
      ? []
      : ([{ kind: "line", text: `Words that no description contains: ${unknown.join(", ")}` }] as const)),
  ];
}

function rowOf({ name, share, words }: RoutedSkill): readonly [string, string] {
  const by = words.length > 0 ? `matches ${words.join(", ")}` : "matches other forms of the words in its description";
  return [name, share === 1 ? by : `${by}; scores ${Math.round(100 * share)}% of the best`];
}
