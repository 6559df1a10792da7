import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, defineCommand, PdError } from "@pd/core";
import * as z from "zod/mini";
import { parseExpectations, type RouteCheck, testRouting } from "../advise/test-routing.js";
import type { SkillManager } from "../invoke/skill-manager.js";
import { agentSkills } from "./agent-skills.js";

const MOST_BYTES = 2 ** 20;

export const test = (manager?: SkillManager): Command =>
  defineCommand({
    name: "skill test",
    summary: "Check that requests lead to the skills they should, from a file of `words -> skill`",
    input: z.strictObject({
      file: z.string().check(z.describe("One expectation a line: words -> skill")),
      in: z.optional(z.array(z.string()).check(z.describe("Folders of skills, as for pd skill cost"))),
      within: z._default(
        z
          .int()
          .check(z.minimum(1), z.maximum(100), z.describe("A skill has to be among this many of the best matches")),
        3,
      ),
    }),
    words: ["file"],
    examples: ["pd skill test skills.expect", "pd skill test skills.expect --within 1 --in .claude/skills"],
    async run({ file, in: folders, within }, context) {
      const expectations = parseExpectations(read(resolve(context.workingFolder, file)));
      const skills = await agentSkills(context, { named: folders, manager });
      const { passed, checks } = testRouting(skills, expectations, { within });
      const failed = checks.filter((check) => !check.passed);
      return {
        exitCode: passed && checks.length > 0 ? 0 : 1,
        data: { passed: passed && checks.length > 0, skills: skills.length, checks },
        items: checks,
        text: [
          { kind: "rows", rows: failed.map((check) => [`${file}:${check.line}`, failure(check)]) },
          {
            kind: "line",
            text: `${checks.length - failed.length} of ${checks.length} requests lead where they should`,
            tone: passed && checks.length > 0 ? "good" : "bad",
          },
        ],
        next: failed[0] === undefined ? [] : [`pd skill route "${failed[0].query.replaceAll('"', "")}"`],
      };
    },
  });

function failure({ query, skills, found }: RouteCheck): string {
  const wanted = skills.length === 0 ? "no skill" : skills.join(" or ");
  return `"${query}" should lead to ${wanted}; it leads to ${found.slice(0, 3).join(", ") || "none"}`;
}

function read(path: string): string {
  try {
    const bytes = readFileSync(path);
    if (bytes.length <= MOST_BYTES) return new TextDecoder().decode(bytes);
  } catch (cause) {
    throw new PdError("content-unreadable", "The file of expectations cannot be read", {
      where: path,
      fix: "Give the path of a file with one `words -> skill` a line.",
      cause,
    });
  }
  throw new PdError("file-too-large", "The file of expectations is larger than a megabyte", {
    where: path,
    fix: "Split it.",
  });
}
