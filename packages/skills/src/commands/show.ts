import { type Command, defineCommand, isPdError, nearest, PdError } from "@pd/core";
import * as z from "zod/mini";
import type { SkillManager } from "../invoke/skill-manager.js";
import { SKILL_ERRORS } from "../record/skill-errors.js";
import type { Skill } from "../record/skill-metadata.js";
import { skillsIn } from "./skills-in.js";

export const show = (manager?: SkillManager): Command =>
  defineCommand({
    name: "skill show",
    summary: "A skill's instructions, or less of it at a lower level",
    input: z.strictObject({
      names: z.array(z.string()).check(z.minLength(1), z.describe("Names of skills")),
      level: z._default(
        z.int().check(z.minimum(0), z.maximum(4), z.describe("0 name, 1 description, 2 links, 3 outline, 4 full text")),
        4,
      ),
      tokenBudget: z.optional(z.int().check(z.minimum(1), z.describe("Token budget of the answer"))),
    }),
    words: ["names"],
    examples: ["pd skill show write-a-note", "pd skill show write-a-note --level 3"],
    async run({ names, level, tokenBudget }, context) {
      const { skills, content } = await skillsIn(context, manager);
      const budget = tokenBudget === undefined ? {} : { tokenBudget };
      const answer = await context.ask(content, "node", { nodes: names, level, ...budget }).catch((error: unknown) => {
        throw isPdError(error) && error.code === "node-unknown" ? unknownSkill(names, skills) : error;
      });
      return { exitCode: answer.nodes.length > 0 ? 0 : 1, answer };
    },
  });

function unknownSkill(names: readonly string[], skills: readonly Skill[]): PdError {
  const known = skills.map(({ qualifiedName }) => qualifiedName);
  const missing = names.find((name) => !known.includes(name)) ?? "";
  const meant = nearest(missing, known);
  return new PdError(SKILL_ERRORS["skill-unknown"], `No skill is called "${missing.slice(0, 60)}"`, {
    where: "the command line",
    fix: meant === undefined ? "pd skill list lists them." : `Did you mean pd skill show ${meant}?`,
  });
}
