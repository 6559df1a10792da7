import { resolve } from "node:path";
import { type Command, defineCommand } from "@pd/core";
import * as z from "zod/mini";
import type { SkillManager } from "../invoke/skill-manager.js";
import { type VerifiedSkill, verifySkills } from "../trust/lock.js";
import { lockFileField } from "./lock.js";
import { skillsIn } from "./skills-in.js";

export const verify = (manager?: SkillManager): Command =>
  defineCommand({
    name: "skill verify",
    summary: "Compare skills with the lock file: changed, added and removed ones, and in which files",
    input: z.strictObject({ file: lockFileField() }),
    examples: ["pd skill verify", "pd skill verify --json"],
    async run({ file }, context) {
      const { skills } = await skillsIn(context, manager);
      const { unchanged, skills: verified } = await verifySkills(skills, resolve(context.workingFolder, file));
      const plain = verified.map(({ error, ...rest }) => ({ ...rest, error: error?.message }));
      const differing = verified.filter(({ status }) => status !== "unchanged");
      return {
        exitCode: unchanged ? 0 : 1,
        data: { unchanged, skills: plain },
        items: plain,
        text: [
          { kind: "rows", rows: differing.map((skill) => [skill.name, told(skill)]) },
          unchanged
            ? { kind: "line", text: `all ${verified.length} skills are as they were locked`, tone: "good" }
            : { kind: "line", text: `${differing.length} of ${verified.length} skills differ`, tone: "bad" },
        ],
        next: unchanged ? [] : ["pd skill lock"],
      };
    },
  });

function told({ status, files, error }: VerifiedSkill): string {
  const parts = files.map(({ path, change }) => `${change} ${path}`);
  return [status, ...(error === undefined ? [] : [error.message]), parts.join(", ")].filter(Boolean).join(": ");
}
