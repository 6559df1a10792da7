import { type Command, defineCommand } from "@pd/core";
import * as z from "zod/mini";
import type { SkillManager } from "../invoke/skill-manager.js";
import { skillsIn } from "./skills-in.js";

export const list = (manager?: SkillManager): Command =>
  defineCommand({
    name: "skill list",
    summary: "Every skill with its description: level 1",
    input: z.strictObject({
      query: z.optional(z.string().check(z.describe("Only skills that match these words"))),
      limit: z.optional(z.int().check(z.minimum(1), z.maximum(1000), z.describe("Maximum number of skills"))),
      cursor: z.optional(z.string().check(z.describe("Continue a list where it stopped"))),
      tag: z.optional(z.string().check(z.describe("Only skills with this tag"))),
    }),
    words: ["query"],
    examples: ["pd skill list", "pd skill list pdf --vault docs"],
    async run(input, context) {
      const { content } = await skillsIn(context, manager);
      const answer = await context.ask(content, "scan", { ...input, type: "skill" });
      return { exitCode: answer.nodes.length > 0 ? 0 : 1, answer };
    },
  });
