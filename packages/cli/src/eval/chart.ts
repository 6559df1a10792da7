import { safeLine } from "../terminal/safe-text.js";
import type { Screen } from "../terminal/screen.js";
import type { PackFigures } from "./measure-packs.js";
import { END, type ReadingFigures } from "./measure-reading.js";

export interface EvalFigures {
  readonly questions: number;
  /** Those whose evidence is in no note of the vault, so that no reader can find it. */
  readonly unfounded: number;
  readonly packs: readonly PackFigures[];
  readonly reading: readonly ReadingFigures[];
  readonly threshold?: { readonly budget: number; readonly wanted: number; readonly passed: boolean };
}

const BAR = 30;
/** Of the questions that even the largest pack does not answer, this many are named. */
const NAMED = 10;

/** A table with bars of characters that every terminal and log has. */
export function printEval(
  { questions, unfounded, packs, reading, threshold }: EvalFigures,
  { line, style }: Screen,
): void {
  if (unfounded > 0) {
    line(style.warning(`the evidence of ${unfounded} of ${questions} questions is in no note of this vault`));
    line("");
  }
  line(style.strong(`evidence in a pack, ${questions} questions`));
  for (const { budget, evidence, complete, precision, meanTokens } of packs) {
    const figures = `all of it ${percent(complete)}, precision ${percent(precision)}, mean ${meanTokens} tokens`;
    line(`${String(budget).padStart(6)}  ${bar(evidence)} ${percent(evidence).padStart(6)}  ${style.faint(figures)}`);
  }
  line("");
  line(style.strong("tokens until all evidence was seen"));
  for (const { policy, found, median, mean } of reading) {
    const figures = `mean ${String(mean).padStart(6)}, median ${String(median).padStart(6)}, found ${percent(found)}`;
    line(`${policy.padEnd(28)} ${bar((100 * mean) / END)} ${figures}`);
  }
  const missed = packs.at(-1)?.missed ?? [];
  if (missed.length > 0) {
    line("");
    line(style.strong(`not answered by a pack of ${packs.at(-1)?.budget} tokens: ${missed.length}`));
    for (const question of missed.slice(0, NAMED)) line(`  ${safeLine(question)}`);
    if (missed.length > NAMED) line(style.faint(`  … ${missed.length - NAMED} more`));
  }
  if (threshold === undefined) return;
  const { budget, wanted, passed } = threshold;
  const words = `${passed ? "reaches" : "does not reach"} the threshold of ${wanted}% at ${budget} tokens`;
  line("");
  line(passed ? style.good(words) : style.bad(words));
}

function bar(share: number): string {
  const filled = Math.round((BAR * Math.min(100, Math.max(0, share))) / 100);
  return `${"#".repeat(filled)}${".".repeat(BAR - filled)}`;
}

function percent(share: number): string {
  return `${share}%`;
}
