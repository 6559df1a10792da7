import type { PdError } from "@pd/core";
import type { ExitCode, Io } from "./io.js";
import type { Option } from "./options.js";
import type { Parsed } from "./parse-arguments.js";
import type { Screen } from "./terminal/screen.js";

/** How data is written: laid out for a person, as one JSON document, or as one a line. */
export type OutputForm = "human" | "json" | "jsonl";

/** One call of a command. */
export interface Invocation {
  readonly parsed: Parsed;
  readonly io: Io;
  readonly form: OutputForm;
  /** stdout: data. */
  readonly out: Screen;
  /** stderr: talk. */
  readonly talk: Screen;
}

export interface Command {
  /** One word, or two for a command below another. */
  readonly name: string;
  /** What may follow the name. */
  readonly usage: string;
  readonly summary: string;
  /** Its own options, beside those of every command. */
  readonly options: readonly Option[];
  readonly examples?: readonly string[];
  /** At most so many words may follow; any number where it is not said. */
  readonly words?: 0 | 1;
  /** The word after its name is another command. */
  readonly group?: CommandGroup;
  run(invocation: Invocation): Promise<ExitCode>;
}

/** Commands below a command; a word that is none of them may mean a tool of the configuration. */
export interface CommandGroup {
  readonly commands: readonly Command[];
  /** The tools that the word could mean, the most likely first. */
  toolNames(word: string): readonly string[];
  /** What to say where it means nothing. */
  unknown(word: string, tools: readonly string[]): PdError;
}

/** A flag of the command line. */
export function isSet(parsed: Parsed, name: string): boolean {
  return parsed.options.get(name) === true;
}

export function textOption(parsed: Parsed, name: string): string | undefined {
  const value = parsed.options.get(name);
  return typeof value === "string" ? value : undefined;
}
