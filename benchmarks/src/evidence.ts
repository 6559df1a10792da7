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

const BUDGETS = [500, 1000, 2000, 4000];
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
  const questions = readFileSync(join(questionSet, "questions.jsonl"), "utf8").trim().split("\n");
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
  execFileSync(process.execPath, [join(tools, "score.mjs"), questionSet, answers], { stdio: "inherit", cwd: here });
  console.log("baseline, whole notes by BM25: 51.4% 59.9% 67.2% 78.2% (of the same set, at the same budgets)");
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
