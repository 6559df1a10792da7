import { fileURLToPath } from "node:url";
import { createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { answerFor, type Step } from "./scripted-agent.js";
import { showStep } from "./show-step.js";
import { bar, bold, dim, hanging, levelColour, thousands, wrap } from "./terminal.js";

// A question about pd, answered from pd's own documents. Nothing below is written down beforehand: change docs/ and it changes.
const question = process.argv.slice(2).join(" ") || "How was the table of the token estimator made?";
const budget = 3000;

const vault = await openVault(fileURLToPath(new URL("../../../docs", import.meta.url)), { id: "docs", cache: false });
const toolkit = createToolkit({ mounts: [{ content: vault }] });
const all = await toolkit.call("scan", { limit: 1000 });
const everything = all.nodes.reduce((sum, { tokens = 0 }) => sum + tokens, 0);

console.log(bold("\nA question, a folder of notes, and a budget\n"));
const facts = [
  ["question", question],
  ["folder", `docs/, ${all.nodes.length} notes, about ${thousands(everything)} tokens in all`],
  ["budget", `${thousands(budget)} tokens, for everything that follows`],
  ["model", "scripted: it decides by a few rules, from what it sees. No key and no network needed."],
] as const;
for (const [name, text] of facts) console.log(hanging(`  ${name.padEnd(10)}`, text));
const scale = ["name", "description", "links", "outline", "full text"];
console.log(`  levels    ${scale.map((name, level) => levelColour(level, `${level} ${name}`)).join("  ")}`);

let spent = 0;
const atLevel = [0, 0, 0, 0, 0];
function onStep(step: Step): void {
  const { tokensUsed, nodesAtLevel } = step.answer.telemetry;
  spent += tokensUsed;
  for (const level of [0, 1, 2, 3, 4] as const) atLevel[level] = (atLevel[level] ?? 0) + nodesAtLevel[level];
  const request = hanging(" ".repeat(step.operation.length + 1), asked(step.input)).trimStart();
  console.log(`\n${bold(step.operation)} ${dim(request)}`);
  console.log(wrap(step.why, "  "));
  console.log(`\n${showStep(step)}`);
  console.log(
    `\n  ${bar(spent / budget)} ${thousands(spent)} of ${thousands(budget)} tokens ${dim(`(+${thousands(tokensUsed)})`)}`,
  );
}

/** What was asked, as one would say it: the braces and quotes of JSON tell a reader nothing. */
function asked(input: Step["input"]): string {
  return Object.entries(input)
    .map(([field, value]) => `${field}: ${String(value)}`)
    .join(", ");
}

const { quote, from } = await answerFor(question, { toolkit, budget, onStep });

console.log(bold("\nWhat it found\n"));
console.log(wrap(`“${quote}”`, "  "));
console.log(dim(`  ${from}`));
console.log(bold("\nWhat it cost\n"));
const percent = Math.round((spent / everything) * 100);
console.log(`  pd          ${bar(spent / everything)} ${thousands(spent).padStart(7)} tokens, ${percent}%`);
console.log(`  everything  ${bar(1)} ${thousands(everything).padStart(7)} tokens`);
const shown = atLevel.map((count, level) => (count === 0 ? "" : levelColour(level, `${count} × level ${level}`)));
console.log(`\n  shown: ${shown.filter(Boolean).join(", ")}`);
console.log(dim("  With every note you add, everything costs more; the budget stays."));
console.log(bold("\nNext, from this folder\n"));
const commands = [
  ['node apps/tour/dist/main.js "how are sessions bound to a caller?"', "ask something else"],
  ["node packages/cli/dist/bin.js search budget --vault docs", "look around yourself, in any folder of notes"],
  ['node packages/cli/dist/bin.js context "why a gate?" --budget 800', "exactly the text for a model, to pipe on"],
] as const;
for (const [command, what] of commands) console.log(`  ${command}\n  ${dim(what)}\n`);
await vault.close();
