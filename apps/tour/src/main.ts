import { fileURLToPath } from "node:url";
import { createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { answerFor, type Step } from "./scripted-agent.js";
import { showStep } from "./show-step.js";
import { bar, bold, dim, levelColour, wrap } from "./terminal.js";

// A question about pd, answered from pd's own documents. Nothing below is written down beforehand: change docs/ and it changes.
const question = process.argv.slice(2).join(" ") || "How was the table of the token estimator made?";
const budget = 3000;

const vault = await openVault(fileURLToPath(new URL("../../../docs", import.meta.url)), { id: "docs", cache: false });
const toolkit = createToolkit({ mounts: [{ content: vault }] });
const all = await toolkit.call("scan", { limit: 1000 });
const everything = all.nodes.reduce((sum, { tokens = 0 }) => sum + tokens, 0);

console.log(bold("\nA question, a folder of notes, and a budget\n"));
console.log(`  question  ${question}`);
console.log(`  folder    docs/, ${all.nodes.length} notes, about ${everything.toLocaleString("en")} tokens in all`);
console.log(`  budget    ${budget.toLocaleString("en")} tokens, for everything that follows`);
console.log(dim("  model     scripted: it decides by a few rules, from what it sees. No key and no network needed."));

let spent = 0;
const atLevel = [0, 0, 0, 0, 0];
function onStep(step: Step): void {
  const { tokensUsed, nodesAtLevel } = step.answer.telemetry;
  spent += tokensUsed;
  for (const level of [0, 1, 2, 3, 4] as const) atLevel[level] = (atLevel[level] ?? 0) + nodesAtLevel[level];
  console.log(`\n${bold(`${step.operation} `)}${dim(JSON.stringify(step.input))}`);
  console.log(wrap(step.why, "  "));
  console.log(`\n${showStep(step)}`);
  console.log(`\n  ${bar(spent / budget)} ${spent} of ${budget} tokens ${dim(`(+${tokensUsed})`)}`);
}

const { quote, from } = await answerFor(question, { toolkit, budget, onStep });

console.log(bold("\nWhat it found\n"));
console.log(wrap(`“${quote}”`, "  "));
console.log(dim(`  ${from}`));
console.log(bold("\nWhat it cost\n"));
const shown = atLevel.map((count, level) => (count === 0 ? "" : levelColour(level, `${count} × level ${level}`)));
console.log(
  `  pd          ${bar(spent / everything)} ${spent.toLocaleString("en").padStart(7)} tokens   ${shown.filter(Boolean).join(", ")}`,
);
console.log(
  `  everything  ${bar(1)} ${everything.toLocaleString("en").padStart(7)} tokens   and more with every note you add`,
);
console.log(bold("\nNext\n"));
console.log('  npm start -- "how are sessions bound to a caller?"          ask something else');
console.log('  node packages/cli/dist/bin.js search "budget" --vault docs   the same from your shell, on any folder');
console.log('  node packages/cli/dist/bin.js context "why a gate?" --vault docs --budget 800 | less\n');
await vault.close();
