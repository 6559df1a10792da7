import { join, relative, resolve } from "node:path";
import { defineCommand } from "@pd/core";
import * as z from "zod/mini";
import { initSkill } from "../record/init-skill.js";

export const init = defineCommand({
  name: "skill init",
  summary: "Write a new skill: a folder with a SKILL.md to fill in",
  input: z.strictObject({
    name: z.string().check(z.describe("Lower-case words with single hyphens, at most 64 characters")),
    dir: z.optional(
      z.string().check(z.describe("Folder of skills; default: skills, in the --vault that is given or here")),
    ),
    description: z._default(
      z.string().check(z.describe("What the skill does, and when to use it")),
      "Say what this skill does, and when to use it.",
    ),
  }),
  words: ["name"],
  examples: ["pd skill init my-skill", 'pd skill init pdf-forms --description "Fill PDF forms. Use it for AcroForms."'],
  async run({ name, dir, description }, { workingFolder, configuration }) {
    const [given = workingFolder] = configuration.origin === "given" ? configuration.folders : [];
    const into = resolve(workingFolder, dir ?? join(given, "skills"));
    const { filePath } = initSkill(into, { name, description });
    const shown = relative(workingFolder, filePath);
    return {
      exitCode: 0,
      data: { file: filePath, name },
      text: [{ kind: "line", text: `wrote ${shown}` }],
      next: [`pd skill validate ${relative(workingFolder, join(into, name)) || "."}`],
    };
  },
});
