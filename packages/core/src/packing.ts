import type { Form } from "./answer.js";
import { PdError } from "./errors.js";
import { linesAlone, omissionsInRoom } from "./footer.js";
import type { PartCount } from "./part-count.js";
import type { Piece } from "./piece.js";
import { isShown, lower, omissionOf, type Place } from "./place.js";
import { renderText } from "./render-text.js";
import { type TokenCounter, type Tokens, tokens } from "./tokens.js";

export interface Packing {
  readonly form: Form;
  readonly counter: TokenCounter;
  readonly parts: PartCount;
  readonly budget: Tokens | undefined;
  /** The budget less the counter's margin. */
  readonly ceiling: number | undefined;
  /** What the answer costs before any node is in it. */
  readonly frame: number;
  /** Footer lines that are in any case part of a text. */
  readonly lines: readonly string[];
  /** All that there would be, had they room. */
  readonly wishedLines: readonly string[];
}

export interface Packed extends Counted {
  readonly places: readonly Place[];
}

interface Counted {
  /** What is delivered, where that is a text; as JSON, the views are. */
  readonly text: string;
  readonly tokensUsed: Tokens;
}

/**
 * Puts the pieces together and counts all that is delivered. Prices were sums of parts; should the whole prove larger,
 * the last node gives way first, level by level, so that the ceiling holds whatever the counter does at seams (R2.2).
 */
export function pack(admitted: readonly Place[], packing: Packing): Packed {
  const { counter, ceiling } = packing;
  const places = [...admitted];
  for (;;) {
    const last = places.findLast(isShown);
    if (last === undefined) return { places, ...packNothing(places, packing) };
    const counted = assemble(places, packing);
    if (ceiling === undefined || counted.tokensUsed <= ceiling) return { places, ...counted };
    places[places.lastIndexOf(last)] = lower(last, { cost: packing.frame, counter });
  }
}

function assemble(places: readonly Place[], packing: Packing): Counted {
  const { form, counter, parts } = packing;
  if (form === "json") return { text: "", tokensUsed: tokens(parts.of(listOf(places))) };
  const text = assembleText(places, packing);
  return { text, tokensUsed: tokens(counter.count(text)) };
}

/** The nodes as `JSON.stringify` writes them in a list. */
function listOf(places: readonly Place[]): readonly (string | Piece)[] {
  const list: (string | Piece)[] = [];
  for (const place of places) if (isShown(place)) list.push(list.length === 0 ? "[" : ",", place.piece);
  return [...list, "]"];
}

function assembleText(places: readonly Place[], { counter, ceiling, lines }: Packing): string {
  const pieces = places.flatMap((place) => (isShown(place) ? [place.piece.text] : []));
  const text = renderText(pieces, lines);
  const room = ceiling === undefined ? Number.POSITIVE_INFINITY : ceiling - counter.count(text) - 1;
  return renderText(pieces, [...lines, ...omissionsInRoom(omissions(places), room, counter)]);
}

/** An answer without nodes: `[]` costs a token or two of its own, and a text shrinks to nothing. */
function packNothing(places: readonly Place[], packing: Packing): Counted {
  const { form, counter, budget, ceiling, wishedLines } = packing;
  if (form === "json") {
    const tokensUsed = tokens(counter.count("[]"));
    if (budget !== undefined && tokensUsed > budget) throw tooSmall(budget, tokensUsed);
    return { text: "", tokensUsed };
  }
  const lines = linesAlone(wishedLines, ceiling, counter);
  for (const text of [assembleText(places, { ...packing, lines }), renderText([], lines)]) {
    const tokensUsed = tokens(counter.count(text));
    if (ceiling === undefined || tokensUsed <= ceiling) return { text, tokensUsed };
  }
  return { text: "", tokensUsed: tokens(0) };
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
