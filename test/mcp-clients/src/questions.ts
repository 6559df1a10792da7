import { OPERATIONS } from "@pd/core";

/** What is asked, with a budget. */
export interface Question {
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/** Words of many scripts; those that no note has are questions too. */
const WORDS = [
  "token budget ceiling",
  "how are levels chosen",
  "sessions that never downgrade",
  "links between notes",
  "skills and their files",
  "prompt sections that open",
  "MCP over HTTP",
  "quality of a vault",
  "größe und überblick",
  "漢字 データベース",
];

const TOOLS: readonly ((words: string) => Question)[] = [
  (query) => ({ tool: "search", given: { query, limit: 30 } }),
  (query) => ({ tool: "query", given: { query, limit: 20, top: 8 } }),
  (query) => ({ tool: "context", given: { query } }),
  (query) => ({ tool: "traverse", given: { query, maxNodes: 20 } }),
  (query) => ({ tool: "scan", given: { query, limit: 100 } }),
];

export const BUDGET = 500;

/** Fifty questions, each under the budget: those of a tool that takes none yet are asked without, and not counted. */
export const QUESTIONS: readonly Question[] = WORDS.flatMap((words) =>
  TOOLS.map((question) => question(words)).map(({ tool, given }) => ({ tool, given: withBudget(tool, given) })),
);

function withBudget(tool: string, given: Question["given"]): Question["given"] {
  const { input } = OPERATIONS.find(({ name }) => name === tool) ?? {};
  const takesBudget = input !== undefined && "tokenBudget" in (input as unknown as { shape: object }).shape;
  return takesBudget ? { ...given, tokenBudget: BUDGET } : { ...given, limit: 5 };
}
