import type { Form } from "./answer.js";
import { PdError } from "./errors.js";
import { omissionsInRoom } from "./footer.js";
import { isShown, lower, omissionOf, type Place } from "./place.js";
import { renderText } from "./render-text.js";
import { type TokenCounter, type Tokens, tokens } from "./tokens.js";

export interface Packing {
  readonly form: Form;
  readonly counter: TokenCounter;
  readonly budget: Tokens | undefined;
  /** The budget less the counter's margin. */
  readonly ceiling: number | undefined;
  /** What the answer costs before any node is in it. */
  readonly frame: number;
  /** Footer lines that are in any case part of a text. */
  readonly lines: readonly string[];
}

export interface Packed {
  readonly places: readonly Place[];
  /** What is delivered and counted: the serialised nodes, or the text. */
  readonly delivered: string;
  readonly tokensUsed: Tokens;
}

/**
 * Puts the pieces together and counts the finished bytes. Prices were sums of parts; should the whole prove larger,
 * the last node gives way first, level by level, so that the ceiling holds whatever the counter does at seams (R2.2).
 */
export function pack(admitted: readonly Place[], packing: Packing): Packed {
  const { form, counter, ceiling } = packing;
  const places = [...admitted];
  for (;;) {
    const last = places.findLastIndex(isShown);
    if (last < 0) return packNothing(places, packing);
    const delivered = assemble(places, packing);
    const tokensUsed = tokens(counter.count(delivered));
    if (ceiling === undefined || tokensUsed <= ceiling) return { places, delivered, tokensUsed };
    const giving = places[last];
    if (giving !== undefined && isShown(giving)) places[last] = lower(giving, form, { cost: packing.frame, counter });
  }
}

function assemble(places: readonly Place[], { form, counter, ceiling, lines }: Packing): string {
  const pieces = places.filter(isShown).map((place) => place.piece);
  if (form === "json") return `[${pieces.join(",")}]`;
  const text = renderText(pieces, lines);
  const room = ceiling === undefined ? Number.POSITIVE_INFINITY : ceiling - counter.count(text) - 1;
  return renderText(pieces, [...lines, ...omissionsInRoom(omissions(places), room, counter)]);
}

/** An answer without nodes: `[]` costs a token or two of its own, and a text shrinks to nothing. */
function packNothing(places: readonly Place[], packing: Packing): Packed {
  const { form, counter, budget, ceiling } = packing;
  if (form === "json") {
    const tokensUsed = tokens(counter.count("[]"));
    if (budget !== undefined && tokensUsed > budget) throw tooSmall(budget, tokensUsed);
    return { places, delivered: "[]", tokensUsed };
  }
  for (const candidate of [assemble(places, packing), renderText([], packing.lines), ""]) {
    const tokensUsed = tokens(counter.count(candidate));
    if (ceiling === undefined || tokensUsed <= ceiling) return { places, delivered: candidate, tokensUsed };
  }
  return { places, delivered: "", tokensUsed: tokens(0) };
}

function tooSmall(budget: Tokens, least: Tokens): PdError {
  return new PdError("budget-too-small", `A budget of ${budget} tokens cannot hold even an empty list`, {
    where: "tokenBudget",
    fix: `Give at least ${least} tokens; a useful answer begins at about 200.`,
  });
}

function omissions(places: readonly Place[]) {
  return places.flatMap((place) => (isShown(place) ? [] : [omissionOf(place)]));
}
