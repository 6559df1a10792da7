import { type Mount, PdError } from "@pd/core";
import type { Command } from "../command.js";
import { commandsBelow } from "./mounted.js";

/** What is said where a command needs the word of one below it. */
export function wordMissing(name: string, below: readonly string[]): Command["run"] {
  return async () => {
    throw new PdError("input-invalid", `pd ${name} needs a word that says what to do`, {
      where: "the command line",
      fix: `One of: ${below.join(", ")}. For example: pd ${name} ${below[0] ?? "--help"}`,
    });
  };
}

/** A command with those below it that a mount brings. `own`: what the command line has by itself under that word. */
export function withMounted(
  { name, summary }: { readonly name: string; readonly summary: string },
  { own, mount }: { readonly own: Command | undefined; readonly mount: Mount },
): Command {
  const brought = commandsBelow(name, mount);
  // One of that very name has none below it.
  const alone = brought.find((command) => command.name === name);
  if (alone !== undefined) return alone;
  const commands = [...(own?.group?.commands ?? []), ...brought];
  const below = commands.map((command) => command.name.slice(name.length + 1));
  return {
    name,
    usage: `<${below.join("|")}>`,
    summary: own?.details ?? summary,
    options: [],
    examples: commands.flatMap(({ examples = [] }) => examples.slice(0, 1)),
    group: { commands, toolNames: own?.group?.toolNames ?? ((word) => [word]) },
    run: wordMissing(name, below),
  };
}
