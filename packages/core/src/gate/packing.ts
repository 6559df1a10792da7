import type { Form } from "../model/answer.js";
import { PdError } from "../model/errors.js";
import { type TokenCounter, type Tokens, tokens } from "../model/tokens.js";
import { isShown, lower, type Outcome, type Shown } from "./outcome.js";
import { type Closing, closingLines, mostForClosing } from "./render/closing-line.js";
import { linesAlone } from "./render/footer.js";
import type { Delivered } from "./render/level-views.js";
import { measureOf } from "./render/measure.js";
import { renderText } from "./render/render-text.js";
import type { RenderedNode } from "./render/rendered-node.js";

export interface Packing {
  readonly form: Form;
  readonly counter: TokenCounter;
  readonly budget: Tokens | undefined;
  readonly delivered: Delivered;
  /** Footer lines that are in any case part of a text. */
  readonly lines: readonly string[];
  /** All that there would be, had they room. */
  readonly wishedLines: readonly string[];
  /** What the closing line of a text says of these. */
  closing(outcomes: readonly Outcome[]): Closing;
}

export interface Packed extends Counted {
  readonly outcomes: readonly Outcome[];
}

interface Counted {
  /** What is delivered, where that is a text; as JSON, the views are. */
  readonly text: string;
  readonly tokensUsed: Tokens;
}

/**
 * Puts the rendered nodes together and counts all that is delivered. Where parts do not add up, the whole may prove larger: then the last node
 * gives way first, level by level, so that the ceiling holds whatever the counter does at seams (R2.2).
 */
export function pack(admitted: readonly Outcome[], packing: Packing): Packed {
  const { budget } = packing;
  const outcomes = [...admitted];
  for (;;) {
    const last = outcomes.findLast(isShown);
    if (last === undefined) return { outcomes, ...packNothing(outcomes, packing) };
    const counted = assemble(outcomes, packing);
    if (budget === undefined || counted.tokensUsed <= budget) return { outcomes, ...counted };
    outcomes[outcomes.lastIndexOf(last as Shown)] = lower(last as Shown, packing.delivered);
  }
}

function assemble(outcomes: readonly Outcome[], packing: Packing): Counted {
  const { form, counter, budget = Number.POSITIVE_INFINITY, lines } = packing;
  const rendered = outcomes.flatMap((outcome) => (isShown(outcome) ? [outcome.rendered] : []));
  const tokensUsed = tokens(measureOf(counter).whole(rendered, form, lines));
  if (form === "json") return { text: "", tokensUsed };
  let best: Counted = { text: renderText(rendered, lines), tokensUsed };
  const most = mostForClosing(packing.budget);
  for (const line of closingLines(packing.closing(outcomes))) {
    const closed = closedBy(line, { rendered, lines, counter });
    if (closed === undefined || closed.tokensUsed > budget || closed.line > most) break;
    best = closed;
  }
  return best;
}

interface Unclosed {
  readonly rendered: readonly RenderedNode[];
  readonly lines: readonly string[];
  readonly counter: TokenCounter;
}

/** How often the line is written again with the count that it changes by saying it. */
const ATTEMPTS = 6;

/** A text that ends by saying what it costs, that line included. None where no figure is true of itself. */
function closedBy(
  line: (used: number) => string,
  { rendered, lines, counter }: Unclosed,
): (Counted & { readonly line: number }) | undefined {
  const measure = measureOf(counter);
  let used = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const all = [...lines, line(used)];
    const counted = measure.whole(rendered, "text", all);
    if (counted === used)
      return { text: renderText(rendered, all), tokensUsed: counted, line: counter.count(line(used)) };
    used = counted;
  }
  return undefined;
}

/** An answer without nodes: `[]` costs a token or two of its own, and a text shrinks to nothing. */
function packNothing(outcomes: readonly Outcome[], packing: Packing): Counted {
  const { form, counter, budget, wishedLines } = packing;
  if (form === "json") {
    const tokensUsed = tokens(counter.count("[]"));
    if (budget !== undefined && tokensUsed > budget) throw tooSmall(budget, tokensUsed);
    return { text: "", tokensUsed };
  }
  const counted = assemble(outcomes, { ...packing, lines: linesAlone(wishedLines, budget, counter) });
  return budget === undefined || counted.tokensUsed <= budget ? counted : { text: "", tokensUsed: tokens(0) };
}

function tooSmall(budget: Tokens, least: Tokens): PdError {
  return new PdError("budget-too-small", `A budget of ${budget} tokens cannot hold even an empty list`, {
    where: "tokenBudget",
    fix: `Give at least ${least} tokens; a useful answer begins at about 200.`,
  });
}
