import {
  type Answer,
  type CommandWords,
  errorKind,
  inputSchemaOf,
  isPdError,
  OPERATIONS,
  type Operation,
  PdError,
  type StatsData,
  type ValidateData,
} from "@pd/core";
import { missingFolder } from "../arguments/last-folder.js";
import type { Option } from "../arguments/options.js";
import { inputOf, kebab, optionsOf, positionalOf, type Spelling } from "../arguments/schema-options.js";
import { type Command, type Invocation, isSet, textOption } from "../command.js";
import { isUnknownNode, unknownNode } from "../explain/unknown-node.js";
import { fileAddresses } from "../render/file-address.js";
import { callIn, otherGraphs, type Serving, serving } from "../serving.js";
import type { ExitCode } from "../terminal/io.js";
import { writeAnswer } from "../terminal/write-answer.js";
import { contextForPrompt, FOR_PROMPT } from "./for-prompt.js";

/** Shorter spellings of long fields. */
export const ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ["tokenBudget", ["budget"]],
  ["graphId", ["graph"]],
  ["maxDepth", ["depth"]],
  ["query", ["q"]],
]);

/** The session is a file here, and its id is not typed. */
const OWN = new Set(["session"]);

/** An operation of core as a command: its options are the fields of its schema, its words are its own. */
function operationCommand(operation: Operation): Command {
  const { name, summary, about = "nodes", commandLine = {} } = operation;
  const inputSchema = inputSchemaOf(operation);
  const { words, examples = [] } = commandLine;
  const spelling: Spelling = {
    schema: inputSchema,
    positional: words === undefined ? undefined : positionalOf(inputSchema, words.field),
    aliases: ALIASES,
    own: OWN,
  };
  const options = [...optionsOf(spelling), ...(name === "context" ? [FOR_PROMPT] : [])];
  const usage = usageOf(spelling, words);
  const folder = needsWords(words, inputSchema["required"]) ? "after words" : "alone";
  return {
    name,
    heading: about === "graph" ? "Check" : "Read",
    usage,
    ...(words === undefined ? { words: 0 as const } : {}),
    folder,
    summary,
    options,
    examples,
    async run(invocation) {
      const given = inputOf(invocation.parsed, options, spelling);
      if (isSet(invocation.parsed, FOR_PROMPT.name)) return contextForPrompt(given, invocation);
      checkWords(name, given, { usage, words, examples, required: inputSchema["required"] });
      const { format, views } = formatOf(operation, invocation);
      const all = about === "graph" ? allFigures(operation) : undefined;
      const input = { ...all?.input, ...given, format };
      return serving(invocation, async (open) => {
        const asked = { name, input, views, ...(all === undefined ? {} : { maxBudget: all.maxBudget }) };
        const answer = (await callIn(open, asked, invocation).catch(async (error: unknown) => {
          // A document has the words that every door has.
          throw isUnknownNode(error) && invocation.form === "human"
            ? await unknownNode(error, { open, command: name, invocation })
            : inOwnWords(error, name, options);
        })) as Answer;
        const missing = exitCodeOf(answer) === 1 ? missingFolder({ folder }, invocation.parsed) : undefined;
        if (missing !== undefined && invocation.form === "human") invocation.talk.line(missing);
        const isText = format === "text" && views === undefined;
        writeAnswer(isText ? answer : withoutText(answer), {
          invocation,
          text: isText,
          ...hintsOf(open, answer, given),
        });
        return exitCodeOf(answer);
      });
    },
  };
}

/** Words that must be there are in angles, and dots say that there may be several. */
function usageOf({ schema, positional }: Spelling, words: CommandWords | undefined): string {
  if (words === undefined) return "";
  const shown = isRequired(schema["required"], words.field) ? `<${words.placeholder}>` : `[${words.placeholder}]`;
  return positional?.take === "list" ? `${shown} …` : shown;
}

function isRequired(required: unknown, field: string): boolean {
  return Array.isArray(required) && required.includes(field);
}

/** Without words, or what will do in their place, it cannot be called. */
function needsWords(words: CommandWords | undefined, required: unknown): boolean {
  return words !== undefined && ((words.instead ?? []).length > 0 || isRequired(required, words.field));
}

interface Needed {
  readonly usage: string;
  readonly words: CommandWords | undefined;
  readonly examples: readonly string[];
  readonly required: unknown;
}

/** What must be there and is a word on the command line: core would name the field, which nobody typed. */
function checkWords(name: string, given: object, { usage, words, examples, required }: Needed): void {
  if (words === undefined) return;
  const { field, instead = [] } = words;
  if (!needsWords(words, required)) return;
  if ([field, ...instead].some((one) => Object.hasOwn(given, one))) return;
  const shown = usage.replace("[", "<").replace("]", ">");
  const others = instead.map((one) => ` or --${kebab(one)}`).join("");
  throw new PdError("input-invalid", `pd ${name} needs ${shown}${others}`, {
    where: "the command line",
    fix: `For example: ${examples[0] ?? `pd ${name} --help`}`,
  });
}

/** Figures are read by a person or a program, not by a model: they come whole (R2.11). */
function allFigures({ input }: Operation) {
  const shape = (input._zod.def as { readonly shape?: object }).shape ?? {};
  const most = { limit: 100_000, tokenBudget: Number.POSITIVE_INFINITY };
  const taken = Object.entries(most).filter(([field]) => Object.hasOwn(shape, field));
  return { input: Object.fromEntries(taken), maxBudget: most.tokenBudget };
}

/** Core names a field; what was typed is an option. */
export function inOwnWords(error: unknown, name: string, options: readonly Option[]): unknown {
  const option = isPdError(error)
    ? options.find(({ field }) => field !== undefined && field === error.where)
    : undefined;
  if (!isPdError(error) || option?.field === undefined) return error;
  const typed = typedAs(option);
  if (error.code !== "input-invalid") {
    const fix = error.fix === undefined ? {} : { fix: error.fix };
    return new PdError(errorKind(error), error.message, { where: typed, ...fix, cause: error.cause });
  }
  const { field } = option;
  // Core names up to three fields that are wrong; `where` is the first.
  const inTypedWords = (text: string) =>
    options.reduce(
      (words, other) => words.replaceAll(`; ${other.field} should be `, `; ${typedAs(other)} should be `),
      text.replace(`${name}: `, "").replaceAll(field, typed),
    );
  const fix = error.fix === undefined ? {} : { fix: inTypedWords(error.fix) };
  return new PdError(errorKind(error), inTypedWords(error.message), { where: typed, ...fix, cause: error.cause });
}

function typedAs({ name, aliases }: Option): string {
  return `--${aliases?.find((alias) => alias.length > 1) ?? name}`;
}

interface Format {
  readonly format: "json" | "text";
  readonly views?: true;
}

/**
 * What a person is shown is laid out from the views of the text that a model would read: so prices and budgets are those of that text. The
 * layout is longer than the text. Into a pipe it is therefore made of JSON, which is longer still: an agent that reads it keeps to its budget.
 */
function formatOf({ about = "nodes", commandLine }: Operation, { parsed, form, io }: Invocation): Format {
  const asked = textOption(parsed, "format");
  if (asked === "json" || asked === "text") return { format: asked };
  if (form !== "human") return { format: "json" };
  if (commandLine?.text === true) return { format: "text" };
  return about === "graph" || !io.stdout.isTerminal ? { format: "json" } : { format: "text", views: true };
}

/** For a layout of its nodes, which says in its own words what the text says. */
function withoutText({ text: _, ...answer }: Answer): Answer {
  return answer as Answer;
}

function hintsOf(open: Serving, answer: Answer, input: object) {
  const addressOf = fileAddresses(open.served.vaults, answer.graphId);
  const elsewhere = otherGraphs(open, answer.graphId);
  return { elsewhere, input: new Map(Object.entries(input)), session: open.session, addressOf };
}

/** Every operation, in core's order. */
export const OPERATION_COMMANDS: readonly Command[] = OPERATIONS.map(operationCommand);

/** Nothing found, or below the threshold, is 1. */
function exitCodeOf(answer: Answer): ExitCode {
  switch (answer.operation) {
    case "stats":
      return (answer.data as StatsData).nodes > 0 ? 0 : 1;
    case "validate":
      return (answer.data as ValidateData).passed ? 0 : 1;
    default:
      // What the session has already shown was found.
      return answer.nodes.length > 0 ||
        answer.data !== undefined ||
        answer.omitted.some(({ reason }) => reason === "seen")
        ? 0
        : 1;
  }
}
