import { escapeControls, PdError } from "@pd/core";
import { type Command, type Invocation, isSet, type OutputForm } from "./command.js";
import { COMMANDS } from "./commands.js";
import { printCommandHelp, printHelp } from "./help.js";
import type { ExitCode, Io } from "./io.js";
import { commandNamed, library } from "./library-loader.js";
import { meant } from "./meant.js";
import { GLOBAL_OPTIONS } from "./options.js";
import { findWord, type Parsed, parseArguments, pickOptions } from "./parse-arguments.js";
import { printError } from "./print-error.js";
import { refuseStrayWord } from "./stray-words.js";
import { safeJson } from "./terminal/safe-text.js";
import { createScreen, type Screen } from "./terminal/screen.js";
import { VERSION } from "./version.js";

/** Runs one command line, without the program's own name. Whatever goes wrong is said on stderr and becomes an exit code. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const early = earlyOptions(args);
  try {
    return await dispatch(args, io);
  } catch (error) {
    const colour = colourOf(early);
    return printError(error, {
      talk: createScreen(io.stderr, io.environment, colour),
      out: early.get("json") === true || early.get("jsonl") === true ? io.stdout : undefined,
      verbose: early.get("verbose") === true,
      signal: io.signal,
    });
  }
}

async function dispatch(args: readonly string[], io: Io): Promise<ExitCode> {
  const { word, rest } = takeWord(args);
  if (word === undefined || word === "help") return generalHelp(rest, io);
  return withCommand([word, rest], io, (command, own) => execute(command, own, io));
}

/** The first word, and everything else. */
function takeWord(args: readonly string[]): { readonly word: string | undefined; readonly rest: readonly string[] } {
  const at = findWord(args, GLOBAL_OPTIONS);
  return at < 0 ? { word: undefined, rest: args } : { word: args[at], rest: args.toSpliced(at, 1) };
}

async function execute(command: Command, args: readonly string[], io: Io): Promise<ExitCode> {
  const early = earlyOptions(args);
  if (early.get("help") === true) {
    const screen = createScreen(io.stdout, io.environment, colourOf(early));
    helpFor(command, screen, early.get("json") === true || early.get("jsonl") === true);
    return 0;
  }
  const parsed = parseArguments(args, [...command.options, ...GLOBAL_OPTIONS]);
  refuseStrayWord(command, parsed.words, io.workingFolder);
  return command.run(invocationOf(parsed, io));
}

type Use = (command: Command, args: readonly string[]) => Promise<ExitCode>;

/** Finds what words mean: a command, one below it, or a tool that the configuration hands over. */
async function withCommand([word, args]: readonly [string, readonly string[]], io: Io, use: Use): Promise<ExitCode> {
  if (word === "__complete") return use((await library()).complete, ["--", ...args]);
  const isCommand = COMMANDS.some(({ name }) => name === word);
  const command = isCommand ? await commandNamed(word) : undefined;
  if (command === undefined)
    return withTool([word], args, { io, use, unknown: (tools) => unknownCommand(word, tools) });
  const { group } = command;
  const below = group === undefined ? undefined : takeWord(args);
  if (group === undefined || below?.word === undefined) return use(command, args);
  const second = below.word;
  const inner = group.commands.find(({ name }) => name === `${word} ${second}`);
  if (inner !== undefined) return use(inner, below.rest);
  const unknown = (tools: readonly string[]) => group.unknown(second, tools);
  return withTool(group.toolNames(second), below.rest, { io, use, unknown });
}

interface ToolUse {
  readonly io: Io;
  readonly use: Use;
  readonly unknown: (tools: readonly string[]) => PdError;
}

async function withTool(
  names: readonly string[],
  args: readonly string[],
  { io, use, unknown }: ToolUse,
): Promise<ExitCode> {
  const { openTool } = await library();
  const options = pickOptions(args, GLOBAL_OPTIONS);
  return openTool(names, { options, io, unknown }, (command) => use(command, args));
}

function unknownCommand(word: string, tools: readonly string[]): PdError {
  const other = meant(word, [...COMMANDS.map(({ name }) => name), ...tools]);
  return new PdError("tool-unknown", `There is no command "${escapeControls(word.slice(0, 60))}"`, {
    where: "the command line",
    fix: other === undefined ? "pd --help lists the commands." : `Did you mean pd ${other}?`,
  });
}

/** `pd`, `pd --help`, `pd --version`, `pd help search`. */
async function generalHelp(args: readonly string[], io: Io): Promise<ExitCode> {
  const { options, words } = parseArguments(args, GLOBAL_OPTIONS);
  const screen = createScreen(io.stdout, io.environment, colourOf(options));
  const isJson = options.get("json") === true || options.get("jsonl") === true;
  if (options.get("version") === true) {
    screen.line(isJson ? safeJson({ version: 1, operation: "version", data: { pd: VERSION } }) : VERSION);
    return 0;
  }
  const [word, ...more] = words;
  if (word === undefined) {
    if (isJson) screen.line(helpDocument({ commands: COMMANDS, options: GLOBAL_OPTIONS }));
    else printHelp(screen);
    return 0;
  }
  return withCommand([word, more], io, async (command) => {
    helpFor(command, screen, isJson);
    return 0;
  });
}

function helpFor(command: Command, screen: Screen, isJson: boolean): void {
  const { name, usage, summary, options, examples = [] } = command;
  if (isJson) screen.line(helpDocument({ name, usage, summary, options: [...options, ...GLOBAL_OPTIONS], examples }));
  else printCommandHelp(command, screen);
}

function helpDocument(data: object): string {
  return safeJson({ version: 1, operation: "help", data });
}

/** The options of every command, whatever else is on the line and however wrong it is. */
function earlyOptions(args: readonly string[]): Parsed["options"] {
  try {
    return pickOptions(args, GLOBAL_OPTIONS);
  } catch {
    // What a flag was given counts as the flag: that it takes nothing is told later, in the form that it asks for.
    return pickOptions(
      args.map((arg) => arg.split("=", 1)[0] ?? arg),
      GLOBAL_OPTIONS.filter(({ kind }) => kind === "flag"),
    );
  }
}

function invocationOf(parsed: Parsed, io: Io): Invocation {
  const colour = colourOf(parsed.options);
  return {
    parsed,
    io,
    form: formOf(parsed),
    out: createScreen(io.stdout, io.environment, colour),
    talk: createScreen(io.stderr, io.environment, colour),
  };
}

function formOf(parsed: Parsed): OutputForm {
  if (isSet(parsed, "jsonl")) return "jsonl";
  return isSet(parsed, "json") ? "json" : "human";
}

function colourOf(options: Parsed["options"]): boolean | undefined {
  if (options.get("no-color") === true) return false;
  return options.get("color") === true ? true : undefined;
}
