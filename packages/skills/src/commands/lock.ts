import { relative, resolve } from "node:path";
import { type Command, defineCommand } from "@pd/core";
import * as z from "zod/mini";
import type { SkillManager } from "../invoke/skill-manager.js";
import { lockSkills } from "../trust/lock.js";
import { LOCK_FILE } from "../trust/lock-file.js";
import { skillsIn } from "./skills-in.js";

/** The field that `lock` and `verify` share. */
export const lockFileField = () =>
  z._default(z.string().check(z.describe(`The lock file; default: ${LOCK_FILE} in this folder`)), LOCK_FILE);

export const lock = (manager?: SkillManager): Command =>
  defineCommand({
    name: "skill lock",
    summary: "Write a lock file with the digest of every file of every skill",
    input: z.strictObject({ file: lockFileField() }),
    examples: ["pd skill lock"],
    async run({ file }, context) {
      const { skills } = await skillsIn(context, manager);
      const path = resolve(context.workingFolder, file);
      const locked = await lockSkills(skills, path);
      const shown = relative(context.workingFolder, path);
      return {
        exitCode: locked.length > 0 ? 0 : 1,
        data: { file: path, skills: locked.map(({ name, digest, files }) => ({ name, digest, files: files.length })) },
        text: [
          { kind: "rows", rows: locked.map(({ name, digest }) => [name, digest]) },
          { kind: "line", text: `wrote ${shown}: ${locked.length} ${locked.length === 1 ? "skill" : "skills"}` },
        ],
        next: ["pd skill verify"],
      };
    },
  });
