import { GLOBAL_OPTIONS } from "./arguments/options.js";
import { findWord, pickOptions } from "./arguments/parse-arguments.js";
import type { Command } from "./command.js";
import { allCommands, commandNamed } from "./commands.js";
import { type MountedPart, mountedPart, type Program } from "./program.js";
import type { ExitCode, Io } from "./terminal/io.js";

/** What is done with a command once it is found, and with what else stands on the line. */
export type RunCommand = (command: Command, args: readonly string[]) => Promise<ExitCode>;

export interface Asking {
  readonly io: Io;
  /** Only its help is wanted. */
  readonly isHelp: boolean;
  readonly program: Program;
}

interface Taken {
  readonly word: string | undefined;
  readonly rest: readonly string[];
}

/**
 * The first word, and everything else. Behind an option that only a command knows, a word may be its value: `pd --limit 5 search x`. Then the
 * first of the known ones is meant, if there is one.
 */
export async function takeWord(args: readonly string[], known: () => Promise<readonly string[]>): Promise<Taken> {
  const first = findWord(args, GLOBAL_OPTIONS);
  if (first < 0) return { word: undefined, rest: args };
  const mayBeValue = first > 0 && args[first - 1]?.startsWith("-") === true;
  const names = mayBeValue ? await known() : [];
  const isKnown = (arg: string, index: number) => index >= first && names.includes(arg);
  const at = Math.max(first, args.findIndex(isKnown));
  return { word: args[at], rest: args.toSpliced(at, 1) };
}

/** The first words of all commands. */
export async function firstWords({ parts }: Program): Promise<readonly string[]> {
  return [...new Set([...(await allCommands()), ...parts].map(({ name }) => name))];
}

/** Finds what words mean: a command, one below it, or what a mount brings: a command or a tool. */
export async function withCommand(
  [word, args]: readonly [string, readonly string[]],
  asking: Asking,
  runFound: RunCommand,
): Promise<ExitCode> {
  if (word === "__complete") return runFound((await import("./other-commands.js")).complete, ["--", ...args]);
  const own = await commandNamed(word);
  const part = mountedPart(asking.program, word);
  if (own !== undefined && own.group === undefined) return runFound(own, args);
  const ownBelow = own?.group?.commands ?? [];
  const below = await takeWord(args, async () => ownBelow.map(({ name }) => name.slice(word.length + 1)));
  const typed = below.word === undefined ? word : `${word} ${below.word}`;
  const inner = ownBelow.find(({ name }) => name === typed);
  // What is below a command of the command line itself is found without loading what others bring.
  if (inner !== undefined) return runFound(inner, below.rest);
  const command = part === undefined ? own : await mounted(part, own);
  if (command === undefined) {
    const names = below.word === undefined ? [word] : [typed, word];
    const known = await firstWords(asking.program);
    return withMount({ names, toolNames: [word], known }, args, asking, (found, given) =>
      runFound(found, found.name === typed ? below.rest : given),
    );
  }
  const { group } = command;
  if (group === undefined || below.word === undefined) return runFound(command, args);
  const brought = group.commands.find(({ name }) => name === typed);
  if (brought !== undefined) return runFound(brought, below.rest);
  const known = group.commands.map(({ name }) => name);
  return withMount({ names: [typed], toolNames: group.toolNames(below.word), known }, below.rest, asking, runFound);
}

async function mounted(part: MountedPart, own: Command | undefined): Promise<Command> {
  const { withMounted } = await import("./other-commands.js");
  return withMounted(part, { own, mount: await part.mount() });
}

interface Sought {
  /** What was typed, as a command may be called: with the word behind it, where that may belong to it, and without. */
  readonly names: readonly string[];
  readonly toolNames: readonly string[];
  readonly known: readonly string[];
}

/** What the configuration mounts under that name. */
async function withMount(
  { names, toolNames, known }: Sought,
  args: readonly string[],
  { io, isHelp, program }: Asking,
  runFound: RunCommand,
): Promise<ExitCode> {
  const { openMounted } = await import("./other-commands.js");
  const { unknownCommand } = await import("./explain/unknown-command.js");
  const [longest = ""] = names;
  const [word = ""] = longest.split(" ");
  const unknown = (brought: readonly string[]) => {
    const isBelow = brought.some((name) => name.startsWith(`${word} `));
    if (isBelow) return unknownCommand({ typed: longest, known: brought, hasPackage: true });
    const hasPackage = mountedPart(program, word) !== undefined || brought.some((name) => name.includes(word));
    return unknownCommand({ typed: names.at(-1) ?? word, known: [...known, ...brought], hasPackage });
  };
  // Showing help runs nothing, and what a mount brings is known only once its configuration has run.
  if (isHelp) throw unknown([]);
  const options = pickOptions(args, GLOBAL_OPTIONS);
  return openMounted({ options, io, program, names, toolNames, unknown }, (command) => runFound(command, args));
}
