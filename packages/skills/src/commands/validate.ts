import { join } from "node:path";
import { type Command, defineCommand, type Finding } from "@pd/core";
import * as z from "zod/mini";
import type { SkillManager } from "../invoke/skill-manager.js";
import { validateSkill } from "../record/validate-skill.js";
import { counted } from "./counted.js";
import { skillFolders } from "./skill-folders.js";

export const validate = (manager?: SkillManager): Command =>
  defineCommand({
    name: "skill validate",
    summary: "Check skills by the rules of the Agent Skills format, strictly, with file and line",
    input: z.strictObject({
      folders: z.optional(
        z.array(z.string()).check(z.describe("A skill's folder, or a folder of skills, in place of the vault's")),
      ),
    }),
    words: ["folders"],
    examples: ["pd skill validate", "pd skill validate .agents/skills/write-a-note"],
    async run({ folders }, context) {
      const found = await skillFolders(context, { named: folders ?? [], manager });
      const findings = found.flatMap(({ path, shown }) =>
        validateSkill(path, { counter: context.configuration.counter }).findings.map(
          (finding): Finding => ({ ...finding, file: join(shown, finding.file).replaceAll("\\", "/") }),
        ),
      );
      const passed = findings.every(({ severity }) => severity !== "error");
      const verdict =
        found.length === 0
          ? ({ kind: "line", text: "0 skills: no SKILL.md here" } as const)
          : ({
              kind: "line",
              text: `${counted(found.length, "skill")}, ${counted(findings.length, "finding")}`,
              tone: passed ? "good" : "bad",
            } as const);
      const first = findings.find(({ severity }) => severity === "error");
      return {
        exitCode: passed && found.length > 0 ? 0 : 1,
        data: { skills: found.length, passed, counts: countsOf(findings), findings },
        items: findings,
        text: [{ kind: "findings", findings }, verdict],
        next: found.length === 0 ? ["pd skill init my-skill"] : first === undefined ? [] : [`pd explain ${first.code}`],
      };
    },
  });

function countsOf(findings: readonly Finding[]): readonly { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
