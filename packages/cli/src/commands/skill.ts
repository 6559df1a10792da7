import { PdError } from "@pd/core";
import type { Command } from "../command.js";
import { meant } from "../meant.js";
import { safeLine } from "../terminal/safe-text.js";
import { SKILL_COMMANDS } from "./skill-commands.js";

const NAMES = SKILL_COMMANDS.map(({ name }) => name.slice("skill ".length));

/** What people call the tools of a skills package. */
const TOOLS: ReadonlyMap<string, string> = new Map([
  ["invoke", "skill"],
  ["use", "skill"],
  ["file", "read_skill_file"],
  ["read", "read_skill_file"],
]);

/** `pd skill <what>`: the skills of a vault; whatever else a configuration hands over for skills. */
export const skill: Command = {
  name: "skill",
  usage: `<${NAMES.join("|")}>`,
  summary: "The Agent Skills of a vault: how many, which, what they say, and whether they keep to the format.",
  options: [],
  examples: ["pd skill stats", "pd skill show write-a-note --level 3", "pd skill validate", "pd skill init my-skill"],
  group: {
    commands: SKILL_COMMANDS,
    toolNames(word) {
      const snake = word.replaceAll("-", "_");
      const known = TOOLS.get(word);
      return [...(known === undefined ? [] : [known]), `skill_${snake}`, `${snake}_skill`, `${snake}_skills`, snake];
    },
    unknown(word, tools) {
      const shown = safeLine(word.slice(0, 60));
      const other = TOOLS.has(word) ? undefined : meant(word, NAMES);
      if (other !== undefined || tools.some((name) => name.includes("skill"))) {
        const rest = `pd skill has ${NAMES.join(", ")}. pd tool lists what the configuration hands over.`;
        return new PdError("tool-unknown", `There is no command "skill ${shown}"`, {
          where: "the command line",
          fix: other === undefined ? rest : `Did you mean pd skill ${other}?`,
        });
      }
      return new PdError("tool-unknown", `pd skill ${shown} needs a tool that no configuration hands over`, {
        where: "pd.config",
        fix: `pd alone has ${NAMES.join(", ")}. For the rest install @pd/skills and write in pd.config.mjs:\n${SKILL_LINES}`,
      });
    },
  },
  async run() {
    throw new PdError("input-invalid", "pd skill needs a word that says what to do", {
      where: "the command line",
      fix: `One of: ${NAMES.join(", ")}. For example: pd skill stats`,
    });
  },
};

const SKILL_LINES = [
  '  import { SkillManager, skillMount } from "@pd/skills";',
  "  const skills = new SkillManager();",
  "  await skills.discover();",
  '  export default { vaults: ["."], mounts: [skillMount(skills)] };',
].join("\n");
