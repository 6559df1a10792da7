import { fileURLToPath } from "node:url";
import { costOfEverything } from "@pd/assistant/everything";
import { createTerminal, shown, thousands } from "@pd/assistant/terminal";
import { fold, grepCosts, noteFiles, vaultNotes } from "@pd/cli/eval";
import { createToolkit, LEVEL_NAMES, type Mount, o200k } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { promptMount } from "@pd/prompt";
import { SkillManager, skillMount } from "@pd/skills";
import { prompt } from "./prompt.js";
import { answerFor, type Step } from "./scripted-agent.js";
import { showStep } from "./show-step.js";

// A question about pd, answered from pd's own documents. Nothing below is written down beforehand: change docs/ and it changes.
const question =
  process.argv.slice(2).join(" ") || "What is the idea of progressive disclosure, and why not just load everything?";
const budget = 4000;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const terminal = createTerminal(process.stdout, process.env);
const { bar, bold, dim, hanging, level, wrap } = terminal;

const docs = here("../../../docs");
const vault = await openVault(docs, { id: "docs", cache: false });
const skills = new SkillManager({ projectDir: here("../../assistant/skills"), personalDir: false });
await skills.discover();
const mounts: readonly Mount[] = [{ content: vault }, skillMount(skills), promptMount(prompt)];
const toolkit = createToolkit({ mounts });

const notes = (await toolkit.call("stats", {})).data?.nodes ?? 0;
const everything = await costOfEverything(mounts.flatMap(({ content = [] }) => content));

console.log(bold("\nA question, a folder of notes, and a budget\n"));
const facts = [
  ["question", question],
  [
    "folder",
    `docs/, ${notes} notes; ${skills.listSkills().length} skills; about ${thousands(everything)} tokens in all`,
  ],
  ["budget", `${thousands(budget)} tokens, for everything that follows`],
  ["model", "scripted: it decides by a few rules, from what it sees. No key and no network needed."],
] as const;
for (const [name, text] of facts) console.log(hanging(`  ${name.padEnd(10)}`, shown(text)));
const scale = LEVEL_NAMES;
console.log(`  levels    ${scale.map((name, at) => level(at, `${at} ${name}`)).join("  ")}`);

let spent = 0;
const atLevel = [0, 0, 0, 0, 0];
function onStep(step: Step): void {
  const { tokensUsed, nodesAtLevel } = step.answer.telemetry;
  spent += tokensUsed;
  for (const at of [0, 1, 2, 3, 4] as const) atLevel[at] = (atLevel[at] ?? 0) + nodesAtLevel[at];
  const request = hanging(" ".repeat(step.operation.length + 1), shown(asked(step.input))).trimStart();
  console.log(`\n${bold(step.operation)} ${dim(request)}`.trimEnd());
  console.log(wrap(shown(step.why), "  "));
  console.log(`\n${showStep(step, terminal)}`);
  console.log(
    `\n  ${bar(spent / budget)} ${thousands(spent)} of ${thousands(budget)} tokens ${dim(`(+${thousands(tokensUsed)})`)}`,
  );
}

/** What somebody spends who has grep and reads files, on the same folder, until these sentences were seen. */
async function grepFor(evidence: readonly string[]) {
  const listed = await vaultNotes({ toolkit, graphId: "docs" });
  const asked = { question, also: [], evidence: evidence.map(fold), notes: [] };
  return grepCosts(asked, noteFiles(docs, listed), o200k.count);
}

/** What was asked, as one would say it: the braces and quotes of JSON tell a reader nothing. */
function asked(input: Step["input"]): string {
  return Object.entries(input)
    .filter(([field]) => field !== "format")
    .map(([field, value]) => `${field}: ${typeof value === "number" ? thousands(value) : String(value)}`)
    .join(", ");
}

const { quote, from, sentences, steps } = await answerFor(question, { toolkit, budget, onStep });

console.log(bold("\nWhat it found\n"));
console.log(wrap(shown(`“${quote}”`), "  "));
console.log(dim(`  ${shown(from)}, word for word: a script stands in for the model, and quotes`));
console.log(bold("\nWhat it cost\n"));
const grep = from === "" ? [] : await grepFor(sentences);
const rows = [
  ["pd", spent, `${steps.length} calls; skill, closed section and pack together`],
  ["of it, the pack", steps.at(-1)?.answer.telemetry.tokensUsed ?? 0, "1 call: what the answer is quoted from"],
  ...grep.map(
    ({ policy, tokens, calls, isFound }) =>
      [
        policy,
        tokens,
        `${calls} ${calls === 1 ? "call" : "calls"}, ${isFound ? "until the same sentences were read" : "and not found"}`,
      ] as const,
  ),
  ["everything", everything, "all notes, skills and sections"],
] as const;
const widest = Math.max(...rows.map(([name]) => name.length));
for (const [name, tokens, note] of rows) {
  console.log(
    `  ${name.padEnd(widest)} ${bar(tokens / everything, 20)} ${thousands(tokens).padStart(7)} tokens  ${dim(note)}`,
  );
}
const byLevel = atLevel.map((count, at) => (count === 0 ? "" : level(at, `${count} × ${LEVEL_NAMES[at as 0]}`)));
console.log(`\n  shown: ${byLevel.filter(Boolean).join(", ")}`);
console.log(dim("  With every note you add, everything costs more; the budget stays."));
console.log(bold("\nNext, from this folder\n"));
const commands = [
  ["npm run assistant", "an agent to talk to, with your key or without one"],
  ["npm run link", "puts pd on your path; until then, pd is node apps/pd/dist/bin.js"],
  ["pd search budget docs", "look around yourself, in any folder of notes"],
  ['pd context "why a gate?" docs --budget 800', "exactly the text for a model, to pipe on"],
  ["pd mcp config --client claude-code docs", "the lines that let your own agent read a folder"],
] as const;
for (const [command, what] of commands) console.log(`  ${command}\n  ${dim(what)}\n`);
skills.close();
await vault.close();
