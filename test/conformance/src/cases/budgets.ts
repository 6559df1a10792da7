import type { Case } from "../case.js";
import { about, ask, BEGIN, GO_ON, node } from "./write.js";

const BUDGETS = [25, 250, 1500] as const;
const DELTA = "essay:delta";

/** R2.2 to R2.6: what a budget holds. That none is exceeded is an invariant of every answer. */
export const budgets: readonly Case[] = [
  ...(["json", "text"] as const).flatMap((format) => [
    about(
      `budgets/query-keeps-every-one-in-${format}`,
      "R2.2 R2.3 R2.4",
      ...BUDGETS.map((tokenBudget) =>
        ask("query", { query: "letters alpha details", top: 6, tokenBudget, format }, { lacks: ["BODY-"] }),
      ),
    ),
    about(
      `budgets/context-keeps-every-one-in-${format}`,
      "R2.2 R2.3 R2.4",
      ...BUDGETS.map((tokenBudget) => ask("context", { query: "letters alpha details", tokenBudget, format }, {})),
    ),
    about(
      `budgets/traverse-keeps-every-one-in-${format}`,
      "R2.2 R2.3 R2.4",
      ...BUDGETS.map((tokenBudget) => ask("traverse", { start: "Garden", tokenBudget, format }, {})),
    ),
    about(
      `budgets/node-keeps-every-one-in-${format}`,
      "R2.2 R2.3 R2.4",
      ...BUDGETS.map((tokenBudget) => node(["Alpha", "漢字", "Delta"], 4, {}, { tokenBudget, format })),
    ),
  ]),
  about(
    "budgets/chinese-is-counted",
    "R2.4 R2.9",
    node("漢字", 4, { levels: { "note:漢字": 4 } }, { tokenBudget: 700 }),
    node("漢字", 4, { atLeast: 1, omitted: { "note:漢字": "budget" }, lacks: ["BODY-"] }, { tokenBudget: 200 }),
  ),
  about(
    "budgets/a-note-too-long-comes-as-its-outline",
    "R2.2",
    node(
      "Delta",
      4,
      { levels: { [DELTA]: 3 }, omitted: { [DELTA]: "budget" }, lacks: ["BODY-"] },
      { tokenBudget: 300 },
    ),
  ),
  about(
    "budgets/what-fits-is-not-shortened",
    "R2.2",
    node(
      ["Delta", "Alpha"],
      4,
      { nodes: { "note:alpha": { level: 4 } }, omitted: { [DELTA]: "budget" } },
      { tokenBudget: 600 },
    ),
  ),
  about(
    "budgets/the-ceiling-beats-what-was-seen",
    "R2.2 R2.1",
    node("Delta", 4, { levels: { [DELTA]: 4 } }, BEGIN),
    node(
      "Delta",
      1,
      { atLeast: 1, omitted: { [DELTA]: "budget" }, matches: { omitted: [{ level: 4, seenAt: 4 }] }, lacks: ["BODY-"] },
      { ...GO_ON, tokenBudget: 200 },
    ),
  ),
  about(
    "budgets/what-was-left-out-says-what-it-costs",
    "R2.2 R2.6",
    node(
      "Delta",
      4,
      {
        matches: { omitted: [{ id: DELTA, reason: "budget", level: 4 }], telemetry: { nodesOmitted: 1 } },
        has: ['"tokens":'],
      },
      { tokenBudget: 300 },
    ),
  ),
  about(
    "budgets/what-does-not-fit-high-is-tried-lower",
    "R2.2 R2.5",
    ask(
      "context",
      { nodes: ["Delta", "Gamma"], tokenBudget: 700 },
      { nodes: { "note:gamma": { level: 4 } }, lacks: ["BODY-delta"] },
    ),
  ),
  about(
    "budgets/each-operation-has-a-default",
    "R2.11 R2.8",
    node("Alpha", 1, { matches: { telemetry: { tokenBudget: 4000 } } }),
    ask("scan", {}, { matches: { telemetry: { tokenBudget: 2000 } } }),
    ask("query", { query: "letters" }, { matches: { telemetry: { tokenBudget: 2000 } } }),
    ask("traverse", { start: "Alpha" }, { matches: { telemetry: { tokenBudget: 6000 } } }),
  ),
  about(
    "budgets/given-is-told",
    "R2.8",
    node("Alpha", 1, { matches: { telemetry: { tokenBudget: 500 } } }, { tokenBudget: 500 }),
  ),
  about(
    "budgets/default-of-context",
    "R3.5",
    ask("context", { query: "gamma" }, { matches: { telemetry: { tokenBudget: 6000 } } }),
  ),
  about(
    "budgets/default-of-traverse",
    "R3.5",
    ask("traverse", { start: "Gamma" }, { matches: { telemetry: { tokenBudget: 6000 } } }),
  ),
  about(
    "budgets/breadth-first",
    "R2.5",
    ask("query", { query: "alpha beta gamma", limit: 6, top: 6, tokenBudget: 600 }, { atLeast: 5 }),
  ),
  about(
    "budgets/the-same-request-the-same-bytes",
    "R2.5",
    ask("context", { query: "letters alpha", tokenBudget: 800 }, {}),
    ask("context", { query: "letters alpha", tokenBudget: 800 }, { sameAs: 1 }),
  ),
  about(
    "budgets/the-same-search-the-same-bytes",
    "R2.5",
    ask("search", { query: "details" }, {}),
    ask("search", { query: "details" }, { sameAs: 1 }),
  ),
  about(
    "budgets/the-same-walk-the-same-bytes",
    "R2.5",
    ask("traverse", { query: "letters", tokenBudget: 900 }, {}),
    ask("traverse", { query: "letters", tokenBudget: 900 }, { sameAs: 1 }),
  ),
  about(
    "budgets/price-tags-below-4",
    "R2.6",
    node("Alpha", 1, { has: ['"tokens":'] }),
    node("Alpha", 3, { has: ['"tokens":'] }),
  ),
  about("budgets/no-price-tag-at-4", "R2.6", node("Alpha", 4, { nodes: { "note:alpha": { tokens: undefined } } })),
  about(
    "budgets/a-price-is-enough",
    "R2.6 R2.2",
    node("Gamma", 4, { levels: { "note:gamma": 4 } }, { tokenBudget: 148 }),
  ),
  about(
    "budgets/a-text-says-what-it-left-out",
    "R2.3",
    ask("context", { query: "delta river letters", tokenBudget: 700, format: "text" }, { has: [" left out"] }),
  ),
  about(
    "budgets/omitted-names-at-most-20",
    "R2.3",
    ask("traverse", { start: "Garden", maxNodes: 1 }, { levels: { "moc:index": 4 } }),
  ),
  about("budgets/the-default-counter", "R2.9", ask("scan", {}, { matches: { telemetry: { counter: "o200k" } } })),
  about(
    "budgets/a-budget-for-a-section",
    "R1.3 R2.2",
    node("Delta#Deeper", 4, { levels: { "essay:delta#deeper": 4 }, has: ["BODY-delta-deeper"] }, { tokenBudget: 200 }),
  ),
  about(
    "budgets/evidence-is-in-the-pack",
    "R7.1",
    ask(
      "context",
      { query: "what are the deepest words of gamma?", tokenBudget: 500, format: "text" },
      { has: ["BODY-gamma-deeper"] },
    ),
  ),
  about(
    "budgets/evidence-of-a-long-note",
    "R7.1 R1.3",
    ask("context", { query: "deeper delta", tokenBudget: 700, format: "text" }, { has: ["BODY-delta-deeper"] }),
  ),
];
