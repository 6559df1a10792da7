import type { Command } from "./command.js";

/**
 * Every command, in the order of the help, with all that it does. Two modules and not one for each command: a bundle is cut at every `import()`,
 * and reading one file takes as long as running a tenth of its code.
 */
export async function allCommands(): Promise<readonly Command[]> {
  return [...(await operationCommands()), ...(await otherCommands())];
}

/** The command of this name. Operations first: they are called most, and need nothing of the others. */
export async function commandNamed(name: string): Promise<Command | undefined> {
  const isNamed = (command: Command) => command.name === name;
  return (await operationCommands()).find(isNamed) ?? (await otherCommands()).find(isNamed);
}

async function operationCommands(): Promise<readonly Command[]> {
  return (await import("./commands/operation.js")).OPERATION_COMMANDS;
}

async function otherCommands(): Promise<readonly Command[]> {
  return (await import("./other-commands.js")).OTHER_COMMANDS;
}
