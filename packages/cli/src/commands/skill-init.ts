import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { escapeControls, PdError } from "@pd/core";
import { type Command, textOption } from "../command.js";
import { shellWord } from "../terminal/safe-text.js";
import { writeDocument } from "../write-document.js";

/** Writes a skill to begin with. Never over one that is there. */
export const skillInit: Command = {
  name: "skill init",
  usage: "<name>",
  summary: "Write a new skill: a folder with a SKILL.md to fill in.",
  options: [
    {
      name: "dir",
      kind: "text",
      placeholder: "folder",
      description: "Where skills are kept; default: skills, in the --vault that is given or here",
    },
    { name: "description", kind: "text", placeholder: "text", description: "What it does, and when to use it" },
  ],
  async run(invocation) {
    const { parsed, io, out, talk } = invocation;
    const [name, ...more] = parsed.words;
    if (name === undefined || more.length > 0)
      throw wrongName("pd skill init takes one name", "pd skill init my-skill");
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(name) || name.length > 64) {
      throw wrongName(
        `"${escapeControls(name.slice(0, 80))}" cannot be the name of a skill`,
        "Use lower-case words with single hyphens, at most 64 characters: pd skill init my-skill",
      );
    }
    const [vault] = [parsed.options.get("vault") ?? []].flat();
    const base = resolve(io.workingFolder, textOption(parsed, "dir") ?? join(String(vault ?? "."), "skills"));
    const file = join(base, name, "SKILL.md");
    if (existsSync(file)) throw wrongName(`"${escapeControls(file)}" is there already`, "Choose another name.");
    mkdirSync(join(base, name), { recursive: true });
    // Fails where another process was quicker.
    writeFileSync(file, skillText(name, textOption(parsed, "description")), { flag: "wx" });
    const shown = relative(io.workingFolder, file);
    writeDocument(invocation, {
      operation: "skill_init",
      data: { file, name },
      human: () => out.line(`wrote ${escapeControls(shown)}`),
    });
    if (talk.isTerminal)
      talk.line(
        `${talk.style.faint("next:")} fill in the description, then pd skill validate --vault ${shellWord(relative(io.workingFolder, base) || ".")}`,
      );
    return 0;
  },
};

function skillText(name: string, description = "Say what this skill does, and when to use it."): string {
  // In JSON's quotes any text is valid YAML.
  return `---
name: ${name}
description: ${JSON.stringify(description)}
---

# ${name}

## When to use it

Say what a task looks like for which this skill is right.

## Steps

1. Say what to do first.
`;
}

function wrongName(message: string, fix: string): PdError {
  return new PdError("input-invalid", message, { where: "the command line", fix });
}
