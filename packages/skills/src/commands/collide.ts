import { type Command, defineCommand } from "@pd/core";
import * as z from "zod/mini";
import { collideSkills } from "../advise/collide-skills.js";
import type { SkillManager } from "../invoke/skill-manager.js";
import { agentSkills, foldersField } from "./agent-skills.js";
import { counted } from "./counted.js";

export const collide = (manager?: SkillManager): Command =>
  defineCommand({
    name: "skill collide",
    summary: "Skills whose descriptions fight for the same words, with the words",
    input: z.strictObject({
      folders: foldersField(),
      least: z._default(
        z.number().check(z.minimum(0), z.maximum(1), z.describe("Least overlap of two descriptions, 0 to 1")),
        0.6,
      ),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(1000), z.describe("Maximum number of pairs")), 20),
    }),
    words: ["folders"],
    examples: ["pd skill collide", "pd skill collide .claude/skills --least 0.4"],
    async run({ folders, least, limit }, context) {
      const skills = await agentSkills(context, { named: folders, manager });
      const pairs = collideSkills(skills, { least, limit });
      const rows = pairs.map(
        ({ skills: [one, other], overlap, words }) =>
          [`${one}, ${other}`, `${Math.round(100 * overlap)}%: ${words.join(", ")}`] as const,
      );
      const verdict = `${counted(skills.length, "skill")}, ${counted(pairs.length, "pair")} with the same words`;
      return {
        exitCode: pairs.length === 0 && skills.length > 0 ? 0 : 1,
        data: { skills: skills.length, pairs },
        items: pairs,
        text: [
          { kind: "rows", rows },
          { kind: "line", text: verdict, tone: pairs.length === 0 ? "good" : "bad" },
        ],
        next: pairs[0] === undefined ? [] : pairs[0].skills.map((name) => `pd skill show ${name} --level 1`),
      };
    },
  });
