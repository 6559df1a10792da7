import { fileURLToPath } from "node:url";
import { type Answer, createToolkit, LEVEL_NAMES, LEVELS, type Telemetry } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { bar, dim, firstLines, heading } from "./terminal.js";

// The tour asks pd about this repository. Every line under a call is what an agent would get; nothing is written down beforehand.
const question = "what happens when a node does not fit the token budget?";
const vault = await openVault(fileURLToPath(new URL("../../..", import.meta.url)), { id: "pd", cache: false });
const toolkit = createToolkit({ mounts: [{ content: vault }] });
let session: string | undefined;

async function ask(operation: string, input: Record<string, unknown>, remark: string): Promise<number> {
  const answer = (await toolkit.call(operation, { ...input, format: "text", session: session ?? "new" })) as Answer;
  session = answer.session;
  console.log(`\n${heading(`${operation} ${JSON.stringify(input)}`)}\n${dim(remark)}\n`);
  console.log(firstLines(answer.text ?? "", 12));
  console.log(dim(`  ${account(answer.telemetry)}`));
  return answer.telemetry.tokensUsed;
}

function account({ tokensUsed, tokenBudget, nodesAtLevel, coveragePercent }: Telemetry): string {
  const levels = LEVELS.filter((level) => nodesAtLevel[level] > 0).map(
    (level) => `${nodesAtLevel[level]} × ${LEVEL_NAMES[level]}`,
  );
  const budget = tokenBudget === null ? "" : ` of ${tokenBudget} ${bar(tokensUsed / tokenBudget)}`;
  return `${tokensUsed} tokens${budget} · ${levels.join(", ") || "nothing"} · ${coveragePercent}% of the notes read`;
}

const all = await toolkit.call("scan", { limit: 1000 });
const everything = all.nodes.reduce((sum, { tokens = 0 }) => sum + tokens, 0);
console.log(heading(`pd on its own documents: ${all.nodes.length} notes, about ${everything} tokens to load them all`));
console.log(dim("An agent has a question, and a budget."));

let spent = await ask(
  "scan",
  { limit: 5 },
  "Look around: one line each, maps of content first, with what opening each would cost.",
);
spent += await ask("search", { query: question, limit: 4 }, "Find by words. Still no text of any note.");
for (const level of [2, 3] as const) {
  spent += await ask(
    "node",
    { nodes: "Architecture", level, tokenBudget: 2500 },
    `One note at level ${level}, ${LEVEL_NAMES[level]}.`,
  );
}
spent += await ask(
  "context",
  { query: question, tokenBudget: 900 },
  "Fill a budget with what answers the question: whole notes, or the sections that matter.",
);
await ask(
  "context",
  { query: question, tokenBudget: 900, repeat: false },
  "Again, without what this session has seen: it goes on where it stopped.",
);

console.log(`\n${heading("In all")}\n`);
console.log(
  `  Looking around, choosing and reading took ${spent} tokens; loading every note takes about ${everything}.`,
);
console.log("  The second number grows with every note you add. The first does not.");
console.log("\n  Next: packages/core/README.md has the program behind this, ARCHITECTURE.md says why it cannot leak.");
await vault.close();
