import type { Command } from "../command.js";
import { wordMissing } from "./group.js";
import { skillStats } from "./skill-stats.js";

/** What people call the tools of a skills package. */
const TOOLS: ReadonlyMap<string, string> = new Map([
  ["invoke", "skill"],
  ["use", "skill"],
  ["file", "read_skill_file"],
  ["read", "read_skill_file"],
]);

/** `pd skill <what>`: the skills of a graph in figures; the rest comes with the package that knows skills. */
export const skill: Command = {
  name: "skill",
  usage: "<command>",
  heading: "Read",
  summary: "Agent Skills in figures; the rest comes with @pd/skills",
  details: "Agent Skills: list them, read them, check them against the format.",
  options: [],
  examples: ["pd skill stats"],
  group: {
    commands: [skillStats],
    toolNames(word) {
      const snake = word.replaceAll("-", "_");
      const known = TOOLS.get(word);
      return [...(known === undefined ? [] : [known]), `skill_${snake}`, `${snake}_skill`, `${snake}_skills`, snake];
    },
  },
  run: wordMissing("skill", ["stats"]),
};
