import type { Option } from "./arguments/options.js";
import type { Parsed } from "./arguments/parse-arguments.js";
import type { Program } from "./program.js";
import type { ExitCode, Io } from "./terminal/io.js";
import type { Screen } from "./terminal/screen.js";

/** How data is written: laid out for a person, as one JSON document, or as one a line. */
export type OutputForm = "human" | "json" | "jsonl";

/** One call of a command. */
export interface Invocation {
  readonly parsed: Parsed;
  readonly io: Io;
  /** What the composition root adds to the command line. */
  readonly program: Program;
  readonly form: OutputForm;
  /** stdout: data. */
  readonly out: Screen;
  /** stderr: talk. */
  readonly talk: Screen;
}

/** The parts of the list of commands, in its order. */
export const HEADINGS = ["Read", "Check", "Serve", "Set up"] as const;

export type Heading = (typeof HEADINGS)[number];

export interface Command {
  /** One word, or two for a command below another. */
  readonly name: string;
  /** What may follow the name. */
  readonly usage: string;
  /** One line, in the list of commands. */
  readonly summary: string;
  /** What its own help says in place of that line. */
  readonly details?: string;
  /** Under which it stands in the list of commands; one below another command stands there. */
  readonly heading?: Heading;
  /** Its own options, beside those of every command. */
  readonly options: readonly Option[];
  readonly examples?: readonly string[];
  /** At most so many words may follow; any number where it is not said. */
  readonly words?: 0 | 1;
  /** A folder as its last word is the one to read, as with `--vault`: also where it is the only word, or only after others. */
  readonly folder?: "alone" | "after words";
  /** The word after its name is another command. */
  readonly group?: CommandGroup;
  run(invocation: Invocation): Promise<ExitCode>;
}

/** Commands below a command; a word that is none of them may mean a command or a tool that a mount brings. */
export interface CommandGroup {
  readonly commands: readonly Command[];
  /** The tools that the word could mean, the most likely first. */
  toolNames(word: string): readonly string[];
}

/** A flag of the command line. */
export function isSet(parsed: Parsed, name: string): boolean {
  return parsed.options.get(name) === true;
}

export function textOption(parsed: Parsed, name: string): string | undefined {
  const value = parsed.options.get(name);
  return typeof value === "string" ? value : undefined;
}
