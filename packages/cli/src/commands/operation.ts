import {
  type Answer,
  isPdError,
  OPERATIONS,
  type Operation,
  PdError,
  type StatsData,
  type ValidateData,
} from "@pd/core";
import { type Command, type Invocation, textOption } from "../command.js";
import { COMMANDS } from "../commands.js";
import type { ExitCode } from "../io.js";
import type { Option } from "../options.js";
import { inputOf, optionsOf, type Positional, type Spelling } from "../schema-options.js";
import { callIn, otherGraphs, type Serving, serving } from "../serving.js";
import { folderMeant } from "../stray-words.js";
import { isUnknownNode, unknownNode } from "../unknown-node.js";
import { writeAnswer } from "../write-answer.js";

interface Wording {
  readonly usage: string;
  readonly positional?: Positional;
  /** Fields that will do in place of the words; without them the words are needed. */
  readonly instead?: readonly string[];
  readonly examples: readonly string[];
}

/** Which field the words of each operation fill, and how it is shown in the help. */
const WORDINGS: ReadonlyMap<string, Wording> = new Map<string, Wording>([
  [
    "scan",
    {
      usage: "[words]",
      positional: { field: "query", take: "text" },
      examples: ["pd scan --type moc", "pd scan budget --limit 5"],
    },
  ],
  [
    "search",
    {
      usage: "<words>",
      positional: { field: "query", take: "text" },
      examples: ["pd search token budget", "pd search levels --type concept --json"],
    },
  ],
  [
    "query",
    {
      usage: "<words>",
      positional: { field: "query", take: "text" },
      examples: ['pd query "what is a session?"', "pd query sessions --top 1 --limit 3"],
    },
  ],
  [
    "node",
    {
      usage: "<id|name|path> …",
      positional: { field: "nodes", take: "list" },
      examples: ["pd node Budgets --level 3", 'pd node "Budgets#The ceiling" --level 4'],
    },
  ],
  [
    "traverse",
    {
      usage: "[start] …",
      positional: { field: "start", take: "list" },
      instead: ["query"],
      examples: ["pd traverse Levels --max-depth 2", 'pd traverse --query "who may read bodies?"'],
    },
  ],
  [
    "context",
    {
      usage: "<question>",
      positional: { field: "query", take: "text" },
      instead: ["nodes"],
      examples: [
        'pd context "how are budgets kept?" --budget 2000',
        'pd context "what are levels?" --nodes Budgets | llm',
      ],
    },
  ],
  ["stats", { usage: "", examples: ["pd stats", "pd stats --json"] }],
  ["validate", { usage: "", examples: ["pd validate --threshold 90", "pd validate --jsonl"] }],
]);

const ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ["tokenBudget", ["budget"]],
  ["graphId", ["graph"]],
  ["maxDepth", ["depth"]],
  ["query", ["q"]],
]);

/** What fields mean to a person; their own descriptions, where they have one, are for a model. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["query", "Words to look for, or a question"],
  ["nodes", "Notes by id, name, alias or path; may be repeated"],
  ["start", "Where to start: ids, names or paths; may be repeated"],
  ["type", "Only notes of this type"],
  ["domain", "Only notes of this domain"],
  ["tag", "Only notes with this tag"],
  ["path", "Only notes whose path begins like this"],
  ["limit", "At most so many"],
  ["cursor", "Go on where a list stopped"],
  ["top", "So many of the best show their sections"],
  ["level", "0 name, 1 description, 2 links, 3 sections, 4 full text"],
  ["tokenBudget", "At most so many tokens"],
  ["maxDepth", "At most so many links away"],
  ["maxNodes", "At most so many notes"],
  ["threshold", "Exit with 1 where the score is lower"],
  ["graphId", "Which vault, where there are several; all means all of them"],
  ["format", "text: as a model reads it; json: as a program does"],
  ["repeat", "Leave out what this session has seen"],
]);

/** The session is a file here, and its id is not typed. */
const OWN = new Set(["session"]);

/** The operation of this name as a command. */
export function operationNamed(name: string): Command | undefined {
  const operation = OPERATIONS.find((other) => other.name === name);
  return operation === undefined ? undefined : operationCommand(operation);
}

/** An operation of core as a command: its options are the fields of its schema. */
function operationCommand({ name, inputSchema = {} }: Operation): Command {
  const wording = WORDINGS.get(name) ?? { usage: "", examples: [] };
  const spelling: Spelling = {
    schema: inputSchema,
    positional: wording.positional,
    aliases: ALIASES,
    own: OWN,
    words: WORDS,
  };
  const options = optionsOf(spelling);
  return {
    name,
    usage: wording.usage,
    ...(wording.positional === undefined ? { words: 0 as const } : {}),
    summary: COMMANDS.find((command) => command.name === name)?.summary ?? "",
    options,
    examples: wording.examples,
    async run(invocation) {
      const given = inputOf(invocation.parsed, options, spelling);
      checkWords(name, given, { wording, required: inputSchema["required"] });
      const format = formatOf(name, invocation);
      const input = { ...(name === "validate" && invocation.form === "human" ? ALL_FINDINGS : {}), ...given, format };
      return serving(invocation, async (open) => {
        const answer = (await callIn(open, { name, input }, invocation).catch(async (error: unknown) => {
          // A document has the words that every door has.
          throw isUnknownNode(error) && invocation.form === "human"
            ? await unknownNode(error, { open, command: name, invocation })
            : inOwnWords(error, name, options);
        })) as Answer;
        const hints = hintsOf(open, answer, given);
        const elsewhere = meantFolder(wording, invocation) ?? hints.elsewhere;
        writeAnswer(answer, { invocation, text: format === "text", ...hints, elsewhere });
        return exitCodeOf(answer);
      });
    },
  };
}

interface Needed {
  readonly wording: Wording;
  readonly required: unknown;
}

/** What must be there and is a word on the command line: core would name the field, which nobody typed. */
function checkWords(name: string, given: object, { wording, required }: Needed): void {
  const { positional, usage, examples } = wording;
  if (positional === undefined || positional.take === "each") return;
  if (wording.instead === undefined && !(Array.isArray(required) && required.includes(positional.field))) return;
  if ([positional.field, ...(wording.instead ?? [])].some((field) => Object.hasOwn(given, field))) return;
  const words = usage.replace("[", "<").replace("]", ">");
  const others = (wording.instead ?? []).map((field) => ` or --${field}`).join("");
  throw new PdError("input-invalid", `pd ${name} needs ${words}${others}`, {
    where: "the command line",
    fix: `For example: ${examples[0] ?? `pd ${name} --help`}`,
  });
}

/** A person is shown the gravest, so that all are needed to choose from. */
const ALL_FINDINGS = { limit: 100_000 } as const;

/** Core names a field; what was typed is an option. */
function inOwnWords(error: unknown, name: string, options: readonly Option[]): unknown {
  const option = isPdError(error)
    ? options.find(({ field }) => field !== undefined && field === error.where)
    : undefined;
  if (!isPdError(error) || option?.field === undefined) return error;
  const typed = typedAs(option);
  if (error.code !== "input-invalid") {
    const fix = error.fix === undefined ? {} : { fix: error.fix };
    return new PdError(error.code, error.message, { where: typed, ...fix, cause: error.cause });
  }
  const { field } = option;
  // Core names up to three fields that are wrong; `where` is the first.
  const said = (text: string) =>
    options.reduce(
      (words, other) => words.replaceAll(`; ${other.field} should be `, `; ${typedAs(other)} should be `),
      text.replace(`${name}: `, "").replaceAll(field, typed),
    );
  const fix = error.fix === undefined ? {} : { fix: said(error.fix) };
  return new PdError(error.code, said(error.message), { where: typed, ...fix, cause: error.cause });
}

function typedAs({ name, aliases }: Option): string {
  return `--${aliases?.find((alias) => alias.length > 1) ?? name}`;
}

/** For a person, `context` is the text for a model: it is what one pipes on. */
function formatOf(name: string, { parsed, form }: Invocation): "json" | "text" {
  const asked = textOption(parsed, "format");
  if (asked === "json" || asked === "text") return asked;
  return name === "context" && form === "human" ? "text" : "json";
}

/** `pd scan docs` looks for a word; whoever types it on a terminal mostly means the folder. */
function meantFolder({ positional }: Wording, { parsed, io, talk }: Invocation): string | undefined {
  if (positional?.take !== "text" || !talk.isTerminal || parsed.options.has("vault")) return undefined;
  return folderMeant(parsed.words, io.workingFolder);
}

function hintsOf(open: Serving, answer: Answer, input: object) {
  return { elsewhere: otherGraphs(open, answer.graphId), input: new Map(Object.entries(input)), session: open.session };
}

/** Nothing found, or below the threshold, is 1. */
function exitCodeOf(answer: Answer): ExitCode {
  switch (answer.operation) {
    case "stats":
      return (answer.data as StatsData).nodes > 0 ? 0 : 1;
    case "validate":
      return (answer.data as ValidateData).passed ? 0 : 1;
    default:
      // What the session has already shown was found.
      return answer.nodes.length > 0 || answer.omitted.some(({ reason }) => reason === "seen") ? 0 : 1;
  }
}
