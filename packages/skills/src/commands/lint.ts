import { join } from "node:path";
import { type Command, defineCommand, type Finding } from "@pd/core";
import * as z from "zod/mini";
import type { SkillManager } from "../invoke/skill-manager.js";
import { lintSkill } from "../record/lint-skill.js";
import { counted } from "./counted.js";
import { skillFolders } from "./skill-folders.js";

export const lint = (manager?: SkillManager): Command =>
  defineCommand({
    name: "skill lint",
    summary: "Check skills strictly, with the fix for each finding; --fix writes what has one right form",
    input: z.strictObject({
      folders: z.optional(
        z.array(z.string()).check(z.describe("A skill's folder, or a folder of skills, in place of the vault's")),
      ),
      fix: z._default(z.boolean().check(z.describe("Write the fixes that need no guess")), false),
    }),
    words: ["folders"],
    examples: ["pd skill lint", "pd skill lint .claude/skills --fix"],
    async run({ folders, fix }, context) {
      const found = await skillFolders(context, { named: folders ?? [], manager });
      const { counter } = context.configuration;
      const linted = found.map(({ path, shown }) => ({ shown, ...lintSkill(path, { counter, fix }) }));
      const findings = linted.flatMap(({ shown, findings: own }) =>
        own.map((finding): Finding => ({ ...finding, file: join(shown, finding.file).replaceAll("\\", "/") })),
      );
      const fixed = linted.filter((skill) => skill.fixed.length > 0);
      const passed = linted.every(({ valid }) => valid);
      const verdict = `${counted(found.length, "skill")}, ${counted(findings.length, "finding")}${fix ? `, ${counted(fixed.length, "skill")} corrected` : ""}`;
      return {
        exitCode: passed && found.length > 0 ? 0 : 1,
        data: {
          skills: found.length,
          passed,
          fixed: fixed.map(({ folder, fixed: codes }) => ({ folder, codes })),
          findings,
        },
        items: findings,
        text: [
          {
            kind: "rows",
            rows: fixed.map(({ shown, folder, fixed: codes }) => [shown || folder, `corrected: ${codes.join(", ")}`]),
          },
          { kind: "findings", findings },
          { kind: "line", text: verdict, tone: passed && found.length > 0 ? "good" : "bad" },
        ],
        next: !fix && !passed ? ["pd skill lint --fix"] : [],
      };
    },
  });
