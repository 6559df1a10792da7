import { takeLastFolder } from "./arguments/last-folder.js";
import { GLOBAL_OPTIONS } from "./arguments/options.js";
import { type Parsed, parseArguments, pickOptions } from "./arguments/parse-arguments.js";
import { refuseStrayWord } from "./arguments/stray-words.js";
import { type Command, type Invocation, isSet, type OutputForm } from "./command.js";
import { firstWords, takeWord, withCommand } from "./find-command.js";
import { type ListedCommand, printCommandHelp, printHelp, wholeUsage } from "./help.js";
import { listedCommands } from "./listed-commands.js";
import { ALONE, type Program, startedPart } from "./program.js";
import type { ExitCode, Io } from "./terminal/io.js";
import { printError } from "./terminal/print-error.js";
import { safeJson } from "./terminal/safe-text.js";
import { createScreen, type Screen } from "./terminal/screen.js";
import { VERSION } from "./version.js";

/** Runs one command line, without the program's own name. Whatever goes wrong is said on stderr and becomes an exit code. */
export async function run(args: readonly string[], io: Io, program: Program = ALONE): Promise<ExitCode> {
  const early = earlyOptions(args);
  try {
    return await dispatch(args, io, program);
  } catch (error) {
    const colour = colourOf(early);
    return printError(error, {
      talk: createScreen(io.stderr, io.environment, colour),
      out: isJsonWanted(early) ? io.stdout : undefined,
      verbose: early.get("verbose") === true,
      signal: io.signal,
    });
  }
}

async function dispatch(args: readonly string[], io: Io, program: Program): Promise<ExitCode> {
  const { word, rest } = await takeWord(args, () => firstWords(program));
  if (word === undefined || word === "help") return generalHelp(rest, io, { program, isAskedFor: word === "help" });
  const started = startedPart(program, word);
  if (started !== undefined) {
    io.handOver?.();
    return started.start(rest);
  }
  const isHelp = earlyOptions(rest).get("help") === true;
  return withCommand([word, rest], { io, isHelp, program }, (command, own) => execute(command, own, { io, program }));
}

async function execute(
  command: Command,
  args: readonly string[],
  { io, program }: Pick<Invocation, "io" | "program">,
): Promise<ExitCode> {
  const early = earlyOptions(args);
  if (early.get("help") === true) {
    const screen = createScreen(io.stdout, io.environment, colourOf(early));
    helpFor(command, screen, isJsonWanted(early));
    return 0;
  }
  // A tool may have a field of that name.
  const hasOwn = command.options.some(({ name }) => name === "version");
  if (early.get("version") === true && !hasOwn) return printVersion(early, io, program);
  const parsed = parseArguments(args, [...command.options, ...GLOBAL_OPTIONS]);
  const taken = parsed.words.length === 0 ? { parsed } : takeLastFolder(command, parsed, io.workingFolder);
  refuseStrayWord(command, taken.parsed.words, io.workingFolder);
  const invocation = { ...invocationOf(taken.parsed, io), program };
  if (taken.notice !== undefined) invocation.talk.line(invocation.talk.style.faint(taken.notice));
  return command.run(invocation);
}

/** `pd`, `pd help`, `pd --help`, `pd --version`, `pd help search`. */
async function generalHelp(
  args: readonly string[],
  io: Io,
  { program, isAskedFor }: { readonly program: Program; readonly isAskedFor: boolean },
): Promise<ExitCode> {
  const { options, words } = parseArguments(args, GLOBAL_OPTIONS);
  if (options.get("version") === true) return printVersion(options, io, program);
  const screen = createScreen(io.stdout, io.environment, colourOf(options));
  const isJson = isJsonWanted(options);
  const [word, ...more] = words;
  if (word === undefined) {
    if (!isJson && options.get("help") !== true && !isAskedFor) {
      await (await import("./other-commands.js")).printFirstLines(screen, { options, words }, io);
      return 0;
    }
    const entries = await listed(program);
    if (isJson) screen.line(helpDocument({ commands: entries, options: GLOBAL_OPTIONS }));
    else printHelp(entries, screen);
    return 0;
  }
  const started = startedPart(program, word);
  if (started !== undefined) return started.start(["--help"]);
  return withCommand([word, more], { io, isHelp: true, program }, async (command) => {
    helpFor(command, screen, isJson);
    return 0;
  });
}

/** Every command in words. A part that stands under a word of the command line itself says more of it. */
async function listed({ parts }: Program): Promise<readonly ListedCommand[]> {
  const own = await listedCommands();
  const more = parts.filter(({ name }) => own.every((command) => command.name !== name));
  const all = [...own.map((command) => parts.find(({ name }) => name === command.name) ?? command), ...more];
  return all.map(({ name, heading, summary }) => ({ name, heading, summary }));
}

function helpFor(command: Command, screen: Screen, isJson: boolean): void {
  const { name, options, examples = [] } = command;
  const usage = wholeUsage(command);
  const summary = command.details ?? command.summary;
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

function invocationOf(parsed: Parsed, io: Io): Omit<Invocation, "program"> {
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

function printVersion(options: Parsed["options"], io: Io, { version = VERSION }: Program): ExitCode {
  const document = () => safeJson({ version: 1, operation: "version", data: { pd: version } });
  createScreen(io.stdout, io.environment).line(isJsonWanted(options) ? document() : version);
  return 0;
}

function isJsonWanted(options: Parsed["options"]): boolean {
  return options.get("json") === true || options.get("jsonl") === true;
}

function colourOf(options: Parsed["options"]): boolean | undefined {
  if (options.get("no-color") === true) return false;
  return options.get("color") === true ? true : undefined;
}
