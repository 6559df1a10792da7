/** A call of a tool as a model makes it. */
export interface Question {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The conformance list: one conversation of ten calls, each adapter puts the same text before the model. */
export const QUESTIONS: readonly Question[] = [
  { tool: "stats", input: { tokenBudget: 300 } },
  { tool: "search", input: { query: "token budget ceiling", limit: 5 } },
  { tool: "query", input: { query: "sessions that never downgrade", limit: 3, top: 1 } },
  { tool: "context", input: { query: "how are levels chosen?", tokenBudget: 500 } },
  { tool: "node", input: { nodes: ["Budgets"], level: 4 } },
  // Shown before: named, and not sent again.
  { tool: "node", input: { nodes: ["Budgets"], level: 4 } },
  { tool: "traverse", input: { start: ["Levels"], maxNodes: 3, tokenBudget: 600 } },
  // Mistakes are answered with what would work.
  { tool: "node", input: { nodes: ["no such note"] } },
  { tool: "search", input: { limit: 3 } },
  // More than is left.
  { tool: "context", input: { query: "größe 漢字 and everything else", tokenBudget: 30_000 } },
];
