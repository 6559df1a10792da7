import type * as z from "zod/mini";
import type { Answer } from "../model/answer.js";
import { PdError } from "../model/errors.js";
import type { TokenCounter } from "../model/tokens.js";
import { escapeControls } from "../text/escape-controls.js";
import type { Content, Finding } from "./content.js";

/** The effective settings of one run of a command. */
export interface CommandConfiguration {
  /** Absolute paths of the folders of notes: of the command line, else of the configuration, else the folder you are in. */
  readonly folders: readonly string[];
  /** Where it comes from: the command line, a configuration file, a folder upward that looks like a vault, or the default. */
  readonly origin: "given" | "config" | "found" | "default";
  /** Absolute paths of the folders of skills that the configuration names; `undefined` where it says nothing of skills. */
  readonly skills?: readonly string[] | undefined;
  /** The configuration file, if there is one. */
  readonly file: string | undefined;
  readonly counter: TokenCounter;
}

/** All that a command touches of the program it runs in: it ends no process and writes to no console. */
export interface CommandContext {
  readonly workingFolder: string;
  readonly signal?: AbortSignal | undefined;
  readonly configuration: CommandConfiguration;
  /** A line for the person who waits, beside the document: progress, a warning. */
  write(line: string): void;
  /** Calls an operation on a content, in the session and by the counter of the command line. A node's text comes from here alone. */
  ask(content: Content, operation: string, input: object): Promise<Answer>;
}

/** A part of a document as a person reads it. The door wraps it, colours it and escapes control characters. */
export type CommandText =
  | { readonly kind: "line"; readonly text: string; readonly tone?: "good" | "bad" | "strong" }
  | { readonly kind: "rows"; readonly rows: readonly (readonly [name: string, text: string])[] }
  | { readonly kind: "findings"; readonly findings: readonly Finding[] };

/** 0: found, fine. 1: nothing found, or a check that failed. Whatever else goes wrong is thrown as a `PdError`. */
export type CommandExitCode = 0 | 1;

/** What a command has to say, for programs and for people. */
export interface CommandDocument {
  readonly exitCode: CommandExitCode;
  /** For `--json`: plain data. */
  readonly data: unknown;
  /** Where the data is a list: what `--jsonl` writes line by line. */
  readonly items?: readonly unknown[] | undefined;
  readonly text: readonly CommandText[];
  /** Commands that could come next, for a person. */
  readonly next?: readonly string[] | undefined;
}

/** An answer of the gate: the door prints it like any other. */
export interface CommandAnswer {
  readonly exitCode: CommandExitCode;
  readonly answer: Answer;
}

export type CommandResult = CommandDocument | CommandAnswer;

/** A command of a command line, brought by a mount. The door parses, helps, completes and prints without knowing the package. */
export interface Command<Input = unknown> {
  /** Kebab-case; two words for a command below another, as `skill validate`. */
  readonly name: string;
  /** One line for a person. */
  readonly summary: string;
  /** A zod object. Each field is an option in kebab-case, described by `describe`. */
  readonly input: z.core.$ZodType<Input>;
  /** Fields that are given as words, in order; the last one takes the rest, where it is a list. */
  readonly words?: readonly string[];
  readonly examples?: readonly string[];
  run(input: Input, context: CommandContext): Promise<CommandResult>;
}

/** Written as an object, typed by its schema. */
export function defineCommand<Schema extends z.core.$ZodType>(
  command: Omit<Command<z.output<Schema>>, "input"> & { readonly input: Schema },
): Command {
  // The door parses with `input` before it runs, so the wider parameter never sees anything else.
  return command as unknown as Command;
}

const COMMAND_NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?: [a-z][a-z0-9]*(?:-[a-z0-9]+)*)?$/;

/** Each name once, in the form that a command line has; a command without a schema is refused now, not when somebody types it. */
export function checkCommands(commands: readonly Pick<Command, "name" | "input">[]): void {
  const taken = new Set<string>();
  for (const { name, input } of commands) {
    if (typeof name !== "string" || name.length > 64 || !COMMAND_NAME.test(name))
      throw invalid(
        `"${escapeControls(String(name))}" cannot be the name of a command`,
        "one or two words in kebab-case",
      );
    if (typeof input !== "object" || input === null || !("_zod" in input))
      throw invalid(
        `The command "${name}" has no zod schema as its input`,
        "defineCommand({ input: z.object({ … }), … })",
      );
    if (taken.has(name)) throw invalid(`Two commands are called "${name}"`, "a different name for each");
    taken.add(name);
  }
}

function invalid(message: string, wanted: string): PdError {
  return new PdError("mount-invalid", message, { where: "mounts", fix: `Use ${wanted}.` });
}
