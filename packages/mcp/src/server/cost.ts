import { resolve } from "node:path";
import { o200k } from "@pd/core";
import { programName } from "../program/name.js";
import type { Cost } from "../tools/arguments.js";
import { toolCosts } from "../tools/tool-list.js";
import { createParts } from "./parts.js";
import { type Mounting, servedMounts } from "./served-mounts.js";

/** Prints what the tools and the instructions that would be served cost a model on every turn, by the default counter. Gives back the exit code. */
export async function printCost(
  { folders, config, maxFiles, structured, skills }: Cost,
  { addMounts, mountSkills }: Mounting = {},
): Promise<number> {
  const quiet = { watch: false, cache: true, log: () => undefined };
  const served = await servedMounts({
    skills: skills && { ...quiet, folders: folders.map((folder) => resolve(folder)) },
    mountSkills,
    folders,
    config,
    maxFiles,
    structured,
    watch: false,
    addMounts,
  });
  try {
    if (served.notice !== undefined) process.stderr.write(`${programName()}: ${served.notice}\n`);
    await o200k.load();
    const { tools, instructions } = createParts({
      ...served.toolkit,
      structured: served.structured,
      operationTools: served.operationTools ?? true,
      ...(served.instructions === undefined ? {} : { instructions: served.instructions }),
    });
    const costs = [...toolCosts(tools(), o200k), { name: "instructions", tokens: o200k.count(instructions) }];
    const sum = costs.reduce((total, { tokens }) => total + tokens, 0);
    const width = Math.max(10, ...costs.map(({ name }) => name.length));
    const row = (name: string, tokens: number) => `${name.padEnd(width)} ${String(tokens).padStart(5)}`;
    for (const { name, tokens } of costs) process.stdout.write(`${row(name, tokens)}\n`);
    process.stdout.write(`${row("together", sum)} tokens on every turn\n`);
    return 0;
  } finally {
    await served.close();
  }
}
