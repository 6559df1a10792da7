import {
  type Answer,
  type Command,
  type CommandContext,
  type CommandDocument,
  createToolkit,
  o200k,
  parseInput,
} from "@pd/core";

/** A command line as a command sees it, over these folders. */
export function commandContext(workingFolder: string, folders: readonly string[] = [workingFolder]): CommandContext {
  return {
    workingFolder,
    configuration: { folders, origin: "given", file: undefined, counter: o200k },
    write: () => undefined,
    ask: async (content, operation, input) =>
      (await createToolkit({ mounts: [{ content }] }).call(operation as never, input)) as Answer,
  };
}

/** Runs a command as a door does: its input is parsed first. */
export async function runCommand(
  commands: readonly Command[],
  name: string,
  { input = {}, context }: { readonly input?: object; readonly context: CommandContext },
) {
  const command = commands.find((one) => one.name === name);
  if (command === undefined) throw new Error(`There is no command ${name}`);
  return command.run(await parseInput(command.input, input, name), context);
}

/** The same where it gives a document, and not an answer of the gate. */
export async function runForDocument(...args: Parameters<typeof runCommand>): Promise<CommandDocument> {
  const result = await runCommand(...args);
  if ("answer" in result) throw new Error(`${args[1]} gave an answer`);
  return result;
}
