import { type Answer, createToolkit, LEVEL_NAMES, LEVELS, type Telemetry } from "@pd/core";
import { createMemoryContent } from "@pd/core/testing";
import { notes } from "./notes.js";
import { bar, dim, heading, indented } from "./terminal.js";

// The tour asks pd about itself. Every line under a call is what an agent would get; nothing is written down beforehand.
const toolkit = createToolkit({ mounts: [{ content: createMemoryContent(notes, "pd") }] });
let session: string | undefined;
let spent = 0;

async function ask(operation: string, input: Record<string, unknown>, remark: string): Promise<Answer> {
  const answer = (await toolkit.call(operation, { ...input, format: "text", session: session ?? "new" })) as Answer;
  session = answer.session;
  spent += answer.telemetry.tokensUsed;
  console.log(`\n${heading(`${operation} ${JSON.stringify(input)}`)}\n${dim(remark)}\n`);
  console.log(indented(answer.text ?? ""));
  console.log(dim(indented(account(answer.telemetry))));
  return answer;
}

function account({ tokensUsed, tokenBudget, nodesAtLevel, coveragePercent }: Telemetry): string {
  const levels = LEVELS.filter((level) => nodesAtLevel[level] > 0).map(
    (level) => `${nodesAtLevel[level]} × ${LEVEL_NAMES[level]}`,
  );
  const budget = tokenBudget === null ? "" : ` of ${tokenBudget} ${bar(tokensUsed / tokenBudget)}`;
  return `${tokensUsed} tokens${budget} · ${levels.join(", ") || "nothing"} · ${coveragePercent}% of the notes read`;
}

console.log(heading(`pd: ${notes.length} notes, five levels, one budget`));
for (const level of LEVELS) {
  await ask("node", { nodes: "Budgets", level }, `Level ${level}, ${LEVEL_NAMES[level]}: each adds to the one below.`);
}
await ask("scan", {}, "One line each, with what opening it would cost.");
await ask(
  "query",
  { query: "what happens when it does not fit the budget", top: 1, tokenBudget: 400 },
  "The best match with its sections, under a ceiling.",
);
await ask(
  "node",
  { nodes: ["Gate", "Levels"], level: 4, tokenBudget: 260 },
  "Two whole notes asked, one budget: what does not fit is named with its price.",
);
await ask(
  "node",
  { nodes: ["Gate", "Budgets"], level: 1, repeat: false },
  "Already seen in this session: not sent, not paid for again.",
);

const prices = await toolkit.call("scan", {});
const everything = prices.nodes.reduce((sum, node) => sum + ("tokens" in node ? (node.tokens ?? 0) : 0), 0);
console.log(`\n${heading("In all")}\n`);
console.log(`  ${spent} tokens in this session, which looked at one note five times over.`);
console.log(
  `  Loading every note in full costs ${everything} tokens here. It grows with every note you add; an answer under a budget does not.`,
);
console.log(`\n  Read on: README.md, packages/core/README.md, ARCHITECTURE.md`);
