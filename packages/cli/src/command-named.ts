import type { Command } from "./command.js";
import { completion } from "./commands/completion.js";
import { config } from "./commands/config.js";
import { doctor } from "./commands/doctor.js";
import { explain } from "./commands/explain.js";
import { init } from "./commands/init.js";
import { operationNamed } from "./commands/operation.js";
import { skill } from "./commands/skill.js";
import { tool } from "./commands/tool.js";

const OTHERS: ReadonlyMap<string, Command> = new Map(
  [skill, tool, doctor, explain, init, config, completion].map((command) => [command.name, command]),
);

/** The command of this name, with all that it does. */
export function commandNamed(name: string): Command | undefined {
  return operationNamed(name) ?? OTHERS.get(name);
}
