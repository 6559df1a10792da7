import type { Ladder, Rung } from "./admission.js";
import type { Form } from "./answer.js";
import type { Level } from "./level.js";
import type { NodeId } from "./node.js";
import type { Omission, OmissionReason } from "./omission.js";
import type { Piece } from "./piece.js";
import { priceIn } from "./rung.js";
import { budgetFor, type TokenCounter, type Tokens } from "./tokens.js";
import type { NodeView } from "./view.js";

/** A wanted node on its way into an answer: shown, or left out for a reason. */
export type Place = Shown | LeftOut;

export interface Shown {
  readonly id: NodeId;
  readonly seen: Level | undefined;
  readonly ladder: Ladder;
  readonly view: NodeView;
  /** The view as it is delivered. */
  readonly piece: Piece;
}

export interface LeftOut {
  readonly id: NodeId;
  readonly seen: Level | undefined;
  readonly reason: OmissionReason;
  readonly tokens?: Tokens | undefined;
}

export function isShown(place: Place): place is Shown {
  return "view" in place;
}

export function show(
  { id, seen, ladder }: Pick<Shown, "id" | "seen" | "ladder">,
  { view, piece }: Pick<Shown, "view" | "piece">,
): Shown {
  return { id, seen, ladder, view, piece };
}

export function leaveOut(place: Pick<Shown, "id" | "seen" | "ladder">, reason: OmissionReason, form: Form): LeftOut {
  return { id: place.id, seen: place.seen, reason, tokens: priceIn(form, place.ladder.known.price) };
}

/** What did not fit says which budget would: the least that shows it by itself, with all that comes around it. */
export function leaveOutForBudget(place: Pick<Shown, "id" | "seen" | "ladder">, frame: Frame): LeftOut {
  const [least] = place.ladder.rungs;
  // What has no price fits no budget, and no figure would help.
  const isPriced = least !== undefined && Number.isFinite(least.cost);
  const tokens = isPriced ? budgetFor(frame.cost + least.cost, frame.counter) : undefined;
  return { id: place.id, seen: place.seen, reason: "budget", tokens };
}

/** What an answer costs before any node is in it. */
export interface Frame {
  readonly cost: number;
  readonly counter: TokenCounter;
}

/** The next lower level that is already at hand, or out. */
export function lower(place: Shown, frame: Frame): Place {
  const below = place.ladder.rungs.findLast(({ step }) => step.level < place.view.level)?.step;
  return below === undefined || !hasView(below) ? leaveOutForBudget(place, frame) : show(place, below);
}

function hasView(rung: Rung): rung is Extract<Rung, { view: NodeView }> {
  return "view" in rung;
}

export function omissionOf({ id, reason, seen, tokens }: LeftOut): Omission {
  return {
    id,
    reason,
    ...(seen === undefined ? {} : { seenAt: seen }),
    ...(tokens === undefined ? {} : { tokens }),
  };
}
