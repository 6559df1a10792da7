import type { Case } from "../case.js";
import { about, ask, node } from "./write.js";

const invalid = (...says: readonly string[]) => ({ error: "input-invalid", says }) as const;

/** Part 6 of the rules: the same answer, and the same refusal, at every door. */
export const wire: readonly Case[] = [
  about(
    "wire/the-names-of-an-answer",
    "R6.6 R6.1",
    ask(
      "query",
      { query: "delta", limit: 2 },
      {
        matches: {
          version: 1,
          operation: "query",
          graphId: "garden",
          session: undefined,
          text: undefined,
          data: undefined,
        },
      },
    ),
  ),
  about(
    "wire/a-text-answer",
    "R6.6",
    node(
      "Alpha",
      4,
      {
        matches: { nodes: [{ id: "note:alpha", level: 4, content: undefined }], version: 1, operation: "node" },
        has: ["BODY-alpha"],
      },
      { format: "text" },
    ),
  ),
  about(
    "wire/text-of-every-operation",
    "R6.6 R2.3",
    ...(["scan", "search", "query", "traverse", "context"] as const).map((call) =>
      ask(call, { query: "letters", format: "text" }, { has: ['"text":'] }),
    ),
  ),
  about(
    "wire/data-of-stats",
    "R6.6",
    ask("stats", { format: "text", tokenBudget: 2000 }, { matches: { nodes: [], data: { nodes: 23 } } }),
  ),
  about(
    "wire/get-stats-and-validate",
    "R6.2 R6.4",
    ask("stats", {}, { matches: { operation: "stats" } }),
    ask("validate", {}, { matches: { operation: "validate" } }),
  ),
  about(
    "wire/every-operation-is-there",
    "R6.2 R6.3 R6.4",
    ask("scan", { limit: 1 }, {}),
    ask("search", { query: "a" }, {}),
    ask("query", { query: "a" }, {}),
    node("Alpha", 1, {}),
    ask("traverse", { start: "Alpha" }, {}),
    ask("context", { query: "a" }, {}),
    ask("stats", {}, {}),
  ),
  about("wire/a-node-that-is-not-there", "R6.1 R6.2", node("Nobody", 1, { error: "node-unknown", says: ["Nobody"] })),
  about(
    "wire/a-node-that-is-nearly-there",
    "R6.1",
    node("alpha letters", 1, { error: "node-unknown", says: ["note:alpha"] }),
  ),
  about("wire/a-section-that-is-not-there", "R1.3", node("Alpha#Nowhere", 4, { error: "node-unknown" })),
  about(
    "wire/a-graph-that-is-not-there",
    "R3.2",
    ask("scan", { graphId: "elsewhere" }, { error: "graph-unknown", says: ["garden"] }),
  ),
  about(
    "wire/an-operation-that-is-not-there",
    "R6.5",
    ask("__proto__", {}, { error: "tool-unknown" }),
    ask("constructor", {}, { error: "tool-unknown" }),
  ),
  about("wire/a-field-that-is-not-there", "R6.1", ask("node", { nodes: "Alpha", levle: 4 }, invalid("level"))),
  about("wire/a-field-of-another-operation", "R6.1", ask("stats", { query: "x" }, invalid("query"))),
  ...[-1, 5, 1.5].map((level) =>
    about(`wire/level-${level}`, "R1.1", node("Alpha", level, invalid("0 or 1 or 2 or 3 or 4"))),
  ),
  ...(["4", null, true, [4]] as const).map((level) =>
    about(
      `wire/level-${JSON.stringify(level)}`,
      "R1.1",
      ask("node", { nodes: "Alpha", level }, invalid("0 or 1 or 2 or 3 or 4")),
    ),
  ),
  ...[0, -1, -0.5].map((tokenBudget) =>
    about(`wire/budget-${tokenBudget}`, "R2.2", node("Alpha", 1, invalid("tokenBudget"), { tokenBudget })),
  ),
  ...([1.5, 2 ** 60, "100", null] as const).map((tokenBudget) =>
    about(
      `wire/budget-${JSON.stringify(tokenBudget)}`,
      "R2.2",
      ask("query", { query: "a", tokenBudget }, invalid("tokenBudget")),
    ),
  ),
  about(
    "wire/budgets-of-one-token",
    "R2.2",
    node("Alpha", 1, { levels: {}, omitted: { "note:alpha": "budget" } }, { tokenBudget: 1 }),
    ask("context", { query: "gamma", tokenBudget: 1 }, { levels: {} }),
    ask("context", { query: "gamma", tokenBudget: 1, format: "text" }, { levels: {} }),
  ),
  about(
    "wire/limits",
    "R3.5",
    ask("scan", { limit: 0 }, invalid("limit")),
    ask("scan", { limit: 1001 }, invalid("limit")),
    ask("query", { query: "a", top: 101 }, invalid("top")),
  ),
  about(
    "wire/depths",
    "R3.5",
    ask("traverse", { start: "Alpha", maxDepth: 11 }, invalid("maxDepth")),
    ask("traverse", { start: "Alpha", maxNodes: 101 }, invalid("maxNodes")),
  ),
  about(
    "wire/nothing-to-look-for",
    "R3.5",
    ask("context", {}, invalid("nothing to look for")),
    ask("traverse", {}, invalid("nothing to start from")),
  ),
  about(
    "wire/no-nodes",
    "R3.5",
    ask("node", { nodes: [] }, invalid("nodes")),
    ask("node", {}, invalid("nodes")),
    ask("node", { nodes: [""] }, invalid("nodes")),
  ),
  about("wire/one-of-several-is-empty", "R3.5", ask("node", { nodes: ["Alpha", ""] }, invalid("nodes.1"))),
  about("wire/no-query", "R3.5", ask("search", {}, invalid("query"))),
  about("wire/threshold-beyond", "R3.7", ask("validate", { threshold: 101 }, invalid("threshold"))),
  about("wire/a-format-that-is-not-there", "R6.6", ask("scan", { format: "xml" }, invalid("format"))),
  about("wire/a-query-too-long", "R3.5", ask("search", { query: "a".repeat(4001) }, invalid("4000"))),
  about("wire/a-name-too-long", "R1.6", node(["a".repeat(401)], 1, invalid("400"))),
  about("wire/control-characters-in-a-name", "R6.4", node("\u001B[31mred\u0007", 1, { error: "node-unknown" })),
  about("wire/unicode-in-a-query", "R6.1", ask("search", { query: "漢字 é \u{1F600} \u202E" }, { atLeast: 1 })),
  about(
    "wire/a-query-that-looks-like-an-option",
    "R6.4",
    ask("search", { query: "--help" }, {}),
    ask("search", { query: "-x" }, {}),
  ),
  about(
    "wire/hostile-names",
    "R7.3",
    ...["../../etc/passwd", "__proto__", "constructor", "toString", "%2e%2e%2f"].map((name) =>
      node(name, 4, { error: "node-unknown" }),
    ),
  ),
];
