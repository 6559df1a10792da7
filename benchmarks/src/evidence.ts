/**
 * Evidence per token: at a budget, how much of what answers a question is in the text that `context` gives back.
 * Needs the question set in ../shared/eval (or a folder of the same form as the first argument); says so where there is none.
 *
 *     tsx src/evidence.ts [folder]
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { figure, lines as lineChart, quick } from "./figures.js";

const BUDGETS = [500, 1000, 2000, 4000];
/** Whole notes by BM25 until the budget is full, on the same set: a recorded run. */
const BASELINE = [51.4, 59.9, 67.2, 78.2];
const tools = fileURLToPath(new URL("../../../shared/eval", import.meta.url));
const questionSet = process.argv[2] ?? join(tools, "musique");
if (!existsSync(join(questionSet, "questions.jsonl")) || !existsSync(join(tools, "score.mjs"))) {
  console.log(`evidence: skipped, there is no question set at ${questionSet}`);
  process.exit(0);
}

interface Question {
  readonly id: string;
  readonly question: string;
}

const scratch = mkdtempSync(join(tmpdir(), "pd-evidence-"));
try {
  const notes = join(scratch, "notes");
  execFileSync(process.execPath, [join(tools, "make-vault.mjs"), questionSet, notes], { stdio: "inherit" });
  const vault = await openVault(notes, { cache: false });
  const toolkit = createToolkit({ mounts: [{ content: vault }] });
  const lines: string[] = [];
  const all = readFileSync(join(questionSet, "questions.jsonl"), "utf8").trim().split("\n");
  const questions = quick ? all.filter((_, at) => at % 4 === 0) : all;
  for (const line of questions) {
    const { id, question } = JSON.parse(line) as Question;
    for (const budget of BUDGETS) {
      const { text } = await toolkit.call("context", { query: question, tokenBudget: budget, format: "text" });
      lines.push(JSON.stringify({ id, budget, text }));
    }
  }
  const answers = join(scratch, "answers.jsonl");
  writeFileSync(answers, `${lines.join("\n")}\n`);
  const here = fileURLToPath(new URL("..", import.meta.url));
  const scored = execFileSync(process.execPath, [join(tools, "score.mjs"), questionSet, answers], {
    encoding: "utf8",
    cwd: here,
  });
  console.log(scored);
  console.log(
    `baseline, whole notes by BM25: ${BASELINE.map((share) => `${share}%`).join(" ")} (recorded on the same set and budgets, not run here)`,
  );
  report(scored);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function report(scored: string): void {
  const of = (words: RegExp) => [...scored.matchAll(words)].map(([, value]) => Number(value));
  const shares = of(/evidence ([\d.]+)%/g);
  const over = of(/over budget (\d+)/g).reduce((sum, count) => sum + count, 0);
  for (const [index, value] of shares.entries()) {
    const what = `evidence in ${BUDGETS[index]} tokens`;
    const baseline = BASELINE[index] ?? 0;
    figure({ what, value, unit: "%", against: `whole notes by BM25: ${baseline}%`, atLeast: baseline });
  }
  figure({ what: "packs over their budget, by o200k", value: over, unit: "", atMost: 0 });
  lineChart({
    chart: "evidence",
    title: "How much of what answers a question is in the pack",
    unit: "% of the answering passages; MuSiQue sample, 100 questions over 1,764 notes",
    over: "tokens allowed",
    at: BUDGETS,
    lines: [
      { label: "pd context", values: shares },
      { label: "whole notes by BM25", values: BASELINE },
    ],
  });
}
