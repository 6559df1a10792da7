import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { escapeControls, o200k, PdError } from "@pd/core";
import { systemCodeOf } from "@pd/core/files";
import { type Command, type Invocation, textOption } from "../command.js";
import { type EvalFigures, printEval } from "../eval/chart.js";
import { draftQuestions } from "../eval/draft-questions.js";
import { unfounded } from "../eval/evidence.js";
import { BUDGETS, type Measuring, measurePacks } from "../eval/measure-packs.js";
import { measureReading } from "../eval/measure-reading.js";
import { readQuestions } from "../eval/question-file.js";
import { noteFiles, resolved, vaultNotes } from "../eval/vault-notes.js";
import { counted } from "../render/figures.js";
import { type Serving, serving } from "../serving.js";
import type { ExitCode } from "../terminal/io.js";
import { safeLine } from "../terminal/safe-text.js";
import { writeDocument } from "../terminal/write-document.js";

const FILE = "pd-eval.jsonl";
const AT = 1000;
const DRAFTED = 40;

/** `pd eval`: how much of what answers one's own questions is in a pack, and what it costs until it was seen. */
export const evaluate: Command = {
  name: "eval",
  words: 1,
  folder: "after words",
  usage: "[questions.jsonl | init]",
  heading: "Check",
  summary: "Measure how well packs answer your questions, beside grep and read",
  details: `Measure packs of ${BUDGETS.join(", ")} tokens against a file of questions (${FILE}, unless you name one): how much of the evidence is in them, and how many tokens it takes until all of it was seen, beside grep. "pd eval init" drafts such a file from headings and links, for you to edit.`,
  options: [
    {
      name: "threshold",
      kind: "number",
      placeholder: "percent",
      description: "Exit with 1 below this share of evidence",
    },
    {
      name: "at",
      kind: "integer",
      placeholder: "tokens",
      description: `The budget that the threshold is for; ${AT} unless given`,
    },
    {
      name: "limit",
      kind: "integer",
      placeholder: "n",
      description: `With init: how many questions; ${DRAFTED} unless given`,
    },
    {
      name: "out",
      kind: "text",
      placeholder: "file",
      description: `With init: where to write them; ${FILE} unless given`,
    },
    { name: "graph", kind: "text", placeholder: "id", description: "Which vault, where there are several" },
  ],
  examples: [
    "pd eval init docs",
    "pd eval docs/questions.jsonl --threshold 30 --at 1000",
    "pd eval docs/questions.jsonl --json",
  ],
  async run(invocation) {
    const { parsed, io, talk, program } = invocation;
    const isDraft = parsed.words[0] === "init";
    return serving({ parsed, io, talk, program }, (open) =>
      isDraft ? draft(open, invocation) : measure(open, invocation),
    );
  },
};

function numberOption({ parsed }: Invocation, name: string): number | undefined {
  const value = parsed.options.get(name);
  return typeof value === "number" ? value : undefined;
}

async function measure({ served, toolkit }: Serving, invocation: Invocation): Promise<ExitCode> {
  const { parsed, io, out } = invocation;
  const graphId = textOption(parsed, "graph");
  const file = resolve(io.workingFolder, parsed.words[0] ?? FILE);
  const counter = served.toolkit.counter ?? o200k;
  await counter.load?.();
  const measuring: Measuring = { toolkit, graphId, count: (text) => counter.count(text) };
  const questions = [];
  for (const question of readQuestions(file)) questions.push(await resolved(question, measuring));
  const at = numberOption(invocation, "at") ?? AT;
  const budgets = [...new Set([...BUDGETS, at])].sort((a, b) => a - b);
  const packs = [];
  for (const budget of budgets) packs.push(await measurePacks(questions, budget, measuring));
  const vault = served.vaults.find(({ id }) => id === graphId) ?? served.vaults[0];
  const files = vault === undefined ? [] : noteFiles(vault.root, await vaultNotes(measuring));
  const missing = unfounded(
    questions,
    files.map(({ text }) => text),
  );
  const reading = await measureReading(questions, files, measuring);
  const threshold = thresholdOf(
    numberOption(invocation, "threshold"),
    packs.find(({ budget }) => budget === at),
  );
  const data: EvalFigures = { questions: questions.length, unfounded: missing, packs, reading, ...threshold };
  writeDocument(invocation, { operation: "eval", data, items: packs, human: () => printEval(data, out) });
  return data.threshold?.passed === false ? 1 : 0;
}

function thresholdOf(
  wanted: number | undefined,
  pack: EvalFigures["packs"][number] | undefined,
): Pick<EvalFigures, "threshold"> {
  if (wanted === undefined || pack === undefined) return {};
  return { threshold: { budget: pack.budget, wanted, passed: pack.evidence >= wanted } };
}

async function draft({ toolkit }: Serving, invocation: Invocation): Promise<ExitCode> {
  const { parsed, io, out } = invocation;
  const asking = { toolkit, graphId: textOption(parsed, "graph") };
  const file = resolve(io.workingFolder, textOption(parsed, "out") ?? FILE);
  const drafts = await draftQuestions(await vaultNotes(asking), numberOption(invocation, "limit") ?? DRAFTED, asking);
  if (drafts.length === 0) throw nothingToDraft();
  write(file, drafts.map((question) => `${JSON.stringify(question)}\n`).join(""));
  const human = () => {
    out.line(`wrote ${counted(drafts.length, "question")} to ${safeLine(file)}`);
    out.line("They are in the notes' own words, which flatters every search: put them into yours.");
  };
  writeDocument(invocation, { operation: "eval", data: { file, questions: drafts }, items: drafts, human });
  return 0;
}

/** Never over a file that is there. */
function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: "wx" });
  } catch (cause) {
    if (systemCodeOf(cause) !== "EEXIST") throw cause;
    throw new PdError("input-invalid", "There is a file of questions already", {
      where: escapeControls(file),
      fix: "Edit it, or name another file with --out.",
      cause,
    });
  }
}

function nothingToDraft(): PdError {
  return new PdError("content-invalid", "No heading and no link of this vault makes a question", {
    fix: 'Write the file yourself, one a line: {"question": "…", "notes": ["a note"]}.',
  });
}
