/**
 * What an embedder brings and costs, with a small model from npm:
 * - questions without the words of the note that answers: the note among the first of a search, and text of it in a pack;
 * - the evidence of every question set, with and without;
 * - what `also` brings where somebody gives good other words;
 * - what making the vectors of 10,000 notes costs against an embedder that answers at once, and what a question does.
 *
 *     tsx src/meaning.ts [paraphrases] [evidence] [cost]
 *
 * Vectors are kept in the system's folder for temporary files: the first run makes some 20,000, at about 60 ms each.
 */
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolkit, type Toolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { askedOf, BUDGETS, packsOf, writeVault } from "./evidence/measure.js";
import { type Form, hasSets } from "./evidence/question-set.js";
import { type Score, scoresOf } from "./evidence/score.js";
import { figure, quick } from "./figures.js";
import { costs } from "./meaning/cost.js";
import { npmModel } from "./meaning/npm-model.js";
import { type Found, folderOf, foundBy, PACKS, PARAPHRASES, packedBy } from "./meaning/paraphrases.js";

const kept = join(tmpdir(), "pd-meaning-benchmark");
const embedder = npmModel();

/** A folder by words alone, and with the model. */
async function withBoth(folder: string, use: (words: Toolkit, meaning: Toolkit) => Promise<void>): Promise<void> {
  const plain = await openVault(folder, { cache: false });
  const pace = { requestsPerMinute: 1e9, texts: 16, inFlight: 1, milliseconds: 600_000, questionMilliseconds: 60_000 };
  const meant = await openVault(folder, { cache: kept, embedder, embedderPace: pace });
  try {
    await plain.ready();
    const { made = 0, all = 0 } = (await meant.vectors()) ?? {};
    if (made < all) throw new Error(`${all - made} of ${all} vectors of ${folder} could not be made`);
    const toolkitOf = (content: typeof plain) => createToolkit({ mounts: [{ content }] });
    await use(toolkitOf(plain), toolkitOf(meant));
  } finally {
    await plain.close();
    await meant.close();
  }
}

const shown = ({ five, ten, reciprocal }: Found) =>
  `recall@5 ${five.toFixed(1)}, recall@10 ${ten.toFixed(1)}, MRR ${reciprocal.toFixed(1)}`;

async function paraphrases(): Promise<void> {
  for (const vault of ["docs", "notes"] as const) {
    const folder = folderOf(vault);
    const questions = PARAPHRASES.filter((one) => one.vault === vault);
    if (folder === undefined) {
      console.log(`${vault}: skipped, its notes are not here`);
      continue;
    }
    await withBoth(folder, async (words, meaning) => {
      const [before, after] = [
        await foundBy(words, questions, { also: false }),
        await foundBy(meaning, questions, { also: false }),
      ];
      const [said, both] = [
        await foundBy(words, questions, { also: true }),
        await foundBy(meaning, questions, { also: true }),
      ];
      const packs = [await packedBy(words, questions), await packedBy(meaning, questions)];
      console.log(`${vault}, ${questions.length} questions in other words`);
      console.log(`  words              ${shown(before)}\n  with the model     ${shown(after)}`);
      console.log(`  words, also        ${shown(said)}\n  with both          ${shown(both)}`);
      const line = (packed: readonly number[] = []) => packed.map((share) => share.toFixed(1)).join(" / ");
      console.log(
        `  text of the note in ${PACKS.join(" / ")} tokens: words ${line(packs[0])}, with the model ${line(packs[1])}`,
      );
      const what = `${vault}, ${questions.length} questions in other words`;
      figure({
        what: `note among the first five, ${what}`,
        value: after.five,
        unit: "%",
        against: `words alone: ${before.five.toFixed(1)}%`,
      });
      figure({
        what: `note among the first ten, ${what}`,
        value: after.ten,
        unit: "%",
        against: `words alone: ${before.ten.toFixed(1)}%`,
      });
      figure({
        what: `note among the first five with also, ${what}`,
        value: said.five,
        unit: "%",
        against: "no embedder",
      });
    });
  }
}

const SETS: readonly (readonly [set: string, form: Form])[] = [
  ["musique", "linked"],
  ["musique", "plain"],
  ["musique", "merged"],
  ["xquad/de", "plain"],
  ["xquad/ar", "plain"],
  ["xquad/zh", "plain"],
  ["xquad/hi", "plain"],
  ["dialogues", "plain"],
];

async function evidence(): Promise<void> {
  if (!hasSets()) return console.log("evidence: skipped, there are no question sets beside the repository");
  console.log(`evidence at ${BUDGETS.join(" / ")}`);
  let lost = 0;
  for (const [set, form] of SETS) {
    const folder = join(kept, "sets", `${set.replace("/", "-")}-${form}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeVault(folder, set, form);
    const questions = askedOf(set, quick ? "odd" : undefined);
    await withBoth(folder, async (words, meaning) => {
      const before = scoresOf(questions, await packsOf(words, questions));
      const after = scoresOf(questions, await packsOf(meaning, questions));
      const line = (scores: readonly Score[]) => scores.map((score) => score.evidence.toFixed(1).padStart(5)).join(" ");
      console.log(`${`${set} ${form}`.padEnd(16)} words ${line(before)}  with the model ${line(after)}`);
      for (const [at, score] of after.entries()) lost = Math.max(lost, before[at]!.evidence - score.evidence);
    });
  }
  console.log(`most that any set loses at any budget: ${lost.toFixed(1)} points`);
  figure({ what: "evidence that any set loses at any budget by meaning", value: lost, unit: "points", atMost: 1 });
}

const named = process.argv.slice(2);
const isWanted = (name: string) => named.length === 0 || named.includes(name);
if (isWanted("cost")) await costs(quick ? 1000 : 10_000);
if (isWanted("paraphrases")) await paraphrases();
if (isWanted("evidence")) await evidence();
