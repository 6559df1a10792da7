import type { Form } from "../model/answer.js";
import { PdError } from "../model/errors.js";
import type { Notice, Plan } from "../model/plan.js";
import { type TokenCounter, type Tokens, tokens } from "../model/tokens.js";
import { onOneLine, printable } from "../text/printable.js";

/** The figures of an answer, with as many rows in their lists as the budget holds (R2.11). */
export interface FittedFigures {
  readonly data: unknown;
  /** As it stands in what is delivered. */
  readonly line: string;
  /** There where rows are missing: what all of them would need. */
  readonly notices: readonly Notice[];
}

export interface FiguresRoom {
  readonly form: Form;
  readonly counter: TokenCounter;
  readonly budget: Tokens | undefined;
  /** What an answer costs with this line in it and these notices beside it. */
  cost(line: string, notices: readonly Notice[]): number;
}

export function fitFigures(figures: NonNullable<Plan["figures"]>, room: FiguresRoom): FittedFigures {
  const { budget = Number.POSITIVE_INFINITY } = room;
  const upTo = (rows: number, notices: readonly Notice[]): FittedFigures => {
    const data = figures.upTo(rows);
    return { data, line: lineOf(data, room.form), notices };
  };
  const costOf = ({ line, notices }: FittedFigures) => room.cost(line, notices);
  const whole = upTo(figures.rows, []);
  const wholeCost = costOf(whole);
  if (wholeCost <= budget) return whole;
  const notices: readonly Notice[] = [{ code: "figures-cut", tokens: tokens(wholeCost) }];
  let [fits, tooMany] = [0, figures.rows];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (costOf(upTo(middle, notices)) <= budget) fits = middle;
    else tooMany = middle;
  }
  const cut = upTo(fits, notices);
  const cost = costOf(cut);
  if (cost <= budget) return cut;
  // Where not even that fits with a notice, it may without.
  const bare = upTo(0, []);
  if (costOf(bare) <= budget) return bare;
  throw new PdError("budget-too-small", `A budget of ${budget} tokens cannot hold the figures without their lists`, {
    where: "tokenBudget",
    fix: `Give at least ${costOf(bare)} tokens.`,
  });
}

function lineOf(data: unknown, form: Form): string {
  const written = JSON.stringify(data);
  return form === "json" ? written : onOneLine(printable(written));
}
