/**
 * Evidence per token, on every question set beside the repository and in every form of its vault:
 * - how much of what answers a question is in the text that `context` gives back at a budget, frame included, beside BM25 over single paragraphs;
 * - how many tokens an agent reads until it has seen all of it, beside one that greps.
 * Both by the scripts of the question sets, `score.mjs` and `walk.mjs`.
 *
 *     tsx src/evidence.ts [set…] [--half even|odd] [--no-walk]
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Toolkit } from "@pd/core";
import { askedOf, BUDGETS, packsOf, withVault } from "./evidence/measure.js";
import { evaluation, type Form, hasSets } from "./evidence/question-set.js";
import { baselineOf, type Score, scoresOf } from "./evidence/score.js";
import { type Walked, walkOf } from "./evidence/walk.js";
import { bars, figure, lines as lineChart, quick } from "./figures.js";

/** A set of questions, and a form of its vault. */
const VAULTS: readonly (readonly [set: string, form: Form])[] = [
  ["musique", "linked"],
  ["musique", "plain"],
  ["musique", "merged"],
  ["xquad/de", "plain"],
  ["xquad/ar", "plain"],
  ["xquad/zh", "plain"],
  ["xquad/hi", "plain"],
  ["dialogues", "plain"],
  ["musique", "mixed"],
  ["xquad/de", "mixed"],
  ["xquad/zh", "mixed"],
  ["dialogues", "mixed"],
];
const project = fileURLToPath(new URL("../..", import.meta.url));

function print(name: string, scores: readonly Score[]): void {
  const shown = scores.filter(({ budget }) => BUDGETS.includes(budget));
  const line = (pick: (score: Score) => number) => shown.map((score) => pick(score).toFixed(1).padStart(5)).join(" ");
  const over = shown.reduce((sum, score) => sum + score.over, 0);
  const parts = [
    name.padEnd(18),
    `evidence ${line(({ evidence }) => evidence)}`,
    `answer ${line(({ answered }) => answered)}`,
    `precision ${line(({ precision }) => precision)}`,
  ];
  console.log(parts.join("  ") + (over > 0 ? `  over budget ${over}` : ""));
}

interface Options {
  readonly half: string | undefined;
  readonly walks: boolean;
}

async function measure(set: string, form: Form, { half, walks }: Options) {
  const questions = askedOf(set, half);
  const baseline = set === "dialogues" ? [] : baselineOf(set, questions);
  if (form === "plain" && baseline.length > 0) print(`${set} BM25`, baseline);
  const canWalk = walks && set !== "dialogues" && form !== "mixed";
  return withVault(set, form, async (folder, toolkit: Toolkit) => {
    const scores = scoresOf(questions, await packsOf(toolkit, questions));
    print(`${set} ${form}`, scores);
    const walked = canWalk ? walkOf(project, join(evaluation, set), folder) : [];
    for (const { way, found, median, mean, timesGrep } of walked)
      console.log(
        `  ${way.padEnd(26)} found ${found}%, median ${median}, mean ${mean}, ${timesGrep} × the cheaper grep`,
      );
    return { set, form, scores, baseline, walked };
  });
}

type Measured = Awaited<ReturnType<typeof measure>>;

function report(all: readonly Measured[]): void {
  for (const { set, form, scores, baseline, walked } of all) {
    const name = `${set}, ${form}`;
    const baselineAt = (budget: number) => baseline.find((score) => score.budget === budget)?.evidence;
    for (const { budget, evidence } of scores.filter(({ budget }) => budget >= 250)) {
      const words = baselineAt(budget);
      const against = words === undefined ? {} : { against: `BM25 over paragraphs: ${words.toFixed(1)}%` };
      figure({ what: `evidence in ${budget} tokens, ${name}`, value: evidence, unit: "%", ...against });
    }
    const steps = stepsOf(walked);
    if (steps === undefined) continue;
    const against = "the cheaper of two ways to grep";
    figure({
      what: `tokens until all evidence was seen, ${name}`,
      value: steps.timesGrep,
      unit: "×",
      against,
      atMost: 0.9,
    });
    figure({ what: `questions whose evidence was seen, ${name}`, value: steps.found, unit: "%" });
  }
  const over = all.flatMap(({ scores }) => scores).reduce((sum, score) => sum + score.over, 0);
  figure({ what: "packs over their budget, by o200k", value: over, unit: "", atMost: 0 });
  charts(all);
}

function stepsOf(walked: readonly Walked[]): Walked | undefined {
  return walked.find(({ way }) => way === "context, in small steps");
}

function charts(all: readonly Measured[]): void {
  const shown = all.flatMap(({ set, form, walked }) => {
    const steps = stepsOf(walked);
    return steps === undefined ? [] : [{ label: `${set}, ${form}`, value: steps.timesGrep, own: true, aim: 0.9 }];
  });
  bars({
    chart: "until-seen",
    title: "Tokens read until all evidence was seen",
    unit: "× the cheaper of two ways to grep, question by question",
    better: "less",
    bars: [{ label: "grep", value: 1 }, ...shown],
  });
  const linked = all.find(({ set, form }) => set === "musique" && form === "linked");
  if (linked === undefined) return;
  const at = BUDGETS.filter((budget) => budget >= 250);
  const values = (scores: readonly Score[]) =>
    at.map((budget) => scores.find((score) => score.budget === budget)?.evidence ?? 0);
  lineChart({
    chart: "evidence",
    title: "How much of what answers a question is in the pack",
    unit: "% of the answering paragraphs; MuSiQue sample, 100 questions over 1,764 notes",
    over: "tokens allowed",
    at,
    lines: [
      { label: "pd context", values: values(linked.scores) },
      { label: "BM25 over paragraphs", values: values(linked.baseline) },
    ],
  });
}

if (!hasSets()) {
  console.log("evidence: skipped, there are no question sets beside the repository");
} else {
  const words = process.argv.slice(2);
  const half = quick ? "odd" : /--half (\w+)/.exec(words.join(" "))?.[1];
  const names = words.filter((word) => !word.startsWith("--") && word !== half);
  const isNamed = (set: string, form: Form) =>
    names.length === 0 || names.some((name) => `${set} ${form}`.includes(name));
  console.log(`budgets ${BUDGETS.join(" / ")}`);
  const all: Measured[] = [];
  for (const [set, form] of VAULTS.filter(([set, form]) => isNamed(set, form)))
    all.push(await measure(set, form, { half, walks: !quick && !words.includes("--no-walk") }));
  report(all);
}
