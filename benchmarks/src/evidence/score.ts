import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Pack } from "./measure.js";
import { evaluation, type Question } from "./question-set.js";

/** Of a budget, in percent: evidence delivered whole, questions whose answer stands in the pack, tokens that are evidence. */
export interface Score {
  readonly budget: number;
  readonly evidence: number;
  readonly answered: number;
  readonly precision: number;
  readonly over: number;
}

const here = fileURLToPath(new URL("../..", import.meta.url));

/** Packs by the rules of `score.mjs`, by running it. */
export function scoresOf(questions: readonly Question[], packs: readonly Pack[]): readonly Score[] {
  const scratch = mkdtempSync(join(tmpdir(), "pd-score-"));
  try {
    const lines = (rows: readonly unknown[]) => `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;
    writeFileSync(join(scratch, "questions.jsonl"), lines(questions));
    writeFileSync(join(scratch, "answers.jsonl"), lines(packs));
    return read(run("score.mjs", [scratch, join(scratch, "answers.jsonl")]));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** BM25 over single paragraphs, without a frame: `baseline.mjs`, for some of a set's questions. */
export function baselineOf(set: string, questions: readonly Question[]): readonly Score[] {
  const asked = new Set(questions.map(({ id }) => id));
  const packs = run("baseline.mjs", [join(evaluation, set)])
    .trim()
    .split("\n");
  return scoresOf(
    questions,
    packs.map((line) => JSON.parse(line) as Pack).filter(({ id }) => asked.has(id)),
  );
}

export function run(script: string, words: readonly string[]): string {
  const options = { encoding: "utf8", cwd: here, maxBuffer: 2 ** 28 } as const;
  return execFileSync(process.execPath, [join(evaluation, script), ...words], options);
}

const LINE =
  /^budget (\d+): evidence ([\d.]+)%, all of it [\d.]+%, answer in the pack ([\d.]+)%, precision ([\d.]+)%.*over budget (\d+)/gm;

function read(printed: string): readonly Score[] {
  return [...printed.matchAll(LINE)].map((found) => {
    const [budget = 0, evidence = 0, answered = 0, precision = 0, over = 0] = found.slice(1).map(Number);
    return { budget, evidence, answered, precision, over };
  });
}
