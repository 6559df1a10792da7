import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { AddMounts } from "@pd/core";
import { programError, workingFolder } from "@pd/core/messages";
import type { MountSkills } from "../server/served-mounts.js";
import { type Configure, parseArguments } from "../tools/arguments.js";
import { clientConfig } from "./client-config.js";
import { HELP } from "./help.js";
import { asCalled, callProgram } from "./name.js";
import { VERSION } from "./version.js";

export interface ProgramOptions {
  /** The name that users type: `pd-mcp`, or `pd mcp`. */
  readonly name: string;
  /** What Node is started with, before the folders: for configurations that start it. */
  readonly launch: readonly string[];
  /** What the program that this is a command of serves beside notes. */
  readonly addMounts?: AddMounts;
  /** How Agent Skills are mounted, for --skills. A program without it has no skills to serve. */
  readonly skills?: MountSkills | undefined;
}

/** What `pd-mcp` does, as a bin of its own or as a command of another program. Gives back the exit code. */
export async function main(given: readonly string[], options: ProgramOptions): Promise<number> {
  const { name } = options;
  callProgram(name);
  // Whoever reads our output may stop, as `head` does: then there is nobody to talk to, and nothing is wrong.
  process.stdout.on("error", () => undefined);
  try {
    return await run(given, options);
  } catch (error) {
    process.stderr.write(asCalled(programError(name, error)));
    return 2;
  }
}

async function run(given: readonly string[], { launch, addMounts, skills }: ProgramOptions): Promise<number> {
  const command = parseArguments(given);
  switch (command.command) {
    case "help":
      process.stdout.write(asCalled(HELP));
      return 0;
    case "version":
      process.stdout.write(`${VERSION}\n`);
      return 0;
    case "config":
      return printConfig(command, launch);
    case "cost":
      return (await import("../server/cost.js")).printCost(command, { addMounts, mountSkills: skills });
    case "serve":
      return (await import("../server/serve.js")).serve(command, { addMounts, mountSkills: skills });
  }
}

/** What goes into the file is on stdout and nothing else, so that it can be redirected there. */
function printConfig({ client, folders, skills }: Configure, launch: readonly string[]): number {
  const named = folders.length === 0 && !skills ? ["."] : folders;
  const served = named.map((folder) => resolve(workingFolder(), folder));
  const args = [...launch, ...(skills ? ["--skills"] : []), ...served];
  const { place, text, command } = clientConfig(client, { command: process.execPath, args });
  for (const folder of served) {
    if (!existsSync(folder)) process.stderr.write(`There is no folder ${folder} yet.\n`);
  }
  process.stderr.write(`${command === undefined ? "" : `Run: ${command}\nOr: `}Goes into ${place}:\n`);
  process.stdout.write(`${text}\n`);
  return 0;
}
