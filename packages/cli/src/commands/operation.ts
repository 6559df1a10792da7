import type { Answer, StatsData, ValidateData } from "@pd/core";
import { type Command, type Invocation, textOption } from "../command.js";
import type { ExitCode } from "../io.js";
import { OPERATION_DESCRIPTIONS } from "../operation-descriptions.js";
import { inputOf, optionsOf, type Positional, type Spelling } from "../schema-options.js";
import { callIn, otherGraphs, type Serving, serving } from "../serving.js";
import { writeAnswer } from "../write-answer.js";

interface Wording {
  readonly usage: string;
  readonly positional?: Positional;
  readonly examples: readonly string[];
}

/** Which field the words of each operation fill, and how it is shown in the help. */
const WORDINGS: ReadonlyMap<string, Wording> = new Map([
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
      examples: ["pd search token budget", "pd search levels --tag concept --json"],
    },
  ],
  [
    "query",
    {
      usage: "<words>",
      positional: { field: "query", take: "text" },
      examples: ['pd query "what is a session?"', "pd query sessions --top 1 --budget 800"],
    },
  ],
  [
    "node",
    {
      usage: "<id|name|path> …",
      positional: { field: "nodes", take: "list" },
      examples: ["pd node Budgets --level 3", "pd node note:levels#the-scale --level 4"],
    },
  ],
  [
    "traverse",
    {
      usage: "[start] …",
      positional: { field: "start", take: "list" },
      examples: ["pd traverse Levels --max-depth 2", 'pd traverse --query "who may read bodies?"'],
    },
  ],
  [
    "context",
    {
      usage: "<question>",
      positional: { field: "query", take: "text" },
      examples: ['pd context "how are budgets kept?" --budget 2000', 'pd context "levels" --nodes Architecture | llm'],
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

/** The session is a file here, and its id is not typed. */
const OWN = new Set(["session"]);

/** An operation of core as a command: its options are the fields of its schema. */
export function operationCommand(name: string): Command {
  const wording = WORDINGS.get(name) ?? { usage: "", examples: [] };
  const described = OPERATION_DESCRIPTIONS.find((operation) => operation.name === name);
  const spelling: Spelling = {
    schema: described?.inputSchema ?? {},
    positional: wording.positional,
    aliases: ALIASES,
    own: OWN,
  };
  const options = optionsOf(spelling);
  return {
    name,
    usage: wording.usage,
    summary: described?.description ?? "",
    options,
    examples: wording.examples,
    async run(invocation) {
      const given = inputOf(invocation.parsed, options, spelling);
      const format = formatOf(name, invocation);
      const input = { ...given, format };
      return serving(invocation, async (open) => {
        const answer = (await callIn(open, { name, input }, invocation)) as Answer;
        writeAnswer(answer, { invocation, text: format === "text", ...hintsOf(open, answer, given) });
        return exitCodeOf(answer);
      });
    },
  };
}

/** For a person, `context` is the text for a model: it is what one pipes on. */
function formatOf(name: string, { parsed, form }: Invocation): "json" | "text" {
  const asked = textOption(parsed, "format");
  if (asked === "json" || asked === "text") return asked;
  return name === "context" && form === "human" ? "text" : "json";
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
