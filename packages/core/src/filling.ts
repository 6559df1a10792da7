import { type AdmissionOptions, type Asked, admit, type Ladder, ladders, type Rung } from "./admission.js";
import type { Form } from "./answer.js";
import { roomForOmissions } from "./footer.js";
import type { Level } from "./level.js";
import { type Admitted, type Opening, openAll } from "./opening.js";
import { isShown, type Place } from "./place.js";
import { costOf } from "./rung.js";
import type { ShellCosts } from "./shell-cost.js";

export interface Filling extends Opening {
  /** What the nodes may cost together; none without a budget. */
  readonly room: number | undefined;
  readonly breadth: number;
  readonly shells: ShellCosts;
}

/** How often what prices left over is shared out again. */
const ROUNDS = 3;

/**
 * Shows what fits. Prices are upper bounds, so that reading what was admitted leaves something over: it goes to those that did not fit at first.
 * Nothing is read that was not admitted.
 */
export async function fill(
  asked: readonly (Asked & { readonly seen: Level | undefined })[],
  filling: Filling,
): Promise<readonly Place[]> {
  const { reading, form, counter, frame, shells, room, breadth, signal } = filling;
  const admission: AdmissionOptions = { source: reading.source, form, counter, frame, shells, ceiling: room, signal };
  const all = await ladders(asked, admission);
  const { rungs, budget } = choose(all, { form, room, breadth });
  const admittedAt = (index: number, rung: Rung | undefined): Admitted => {
    const { known, seen } = asked[index]!;
    return { id: known.want.id, seen, ladder: all[index]!, rung };
  };
  const places = [
    ...(await openAll(
      rungs.map((rung, index) => admittedAt(index, rung)),
      filling,
    )),
  ];
  if (budget === undefined) return places;

  const costs = new Map<Place, number>();
  const spentOn = (place: Place): number => {
    if (!isShown(place)) return 0;
    const cost = costs.get(place) ?? costOf(place.piece.text, counter);
    costs.set(place, cost);
    return cost;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const waiting = [...places.keys()].filter((index) => isWaiting(places[index]!));
    // As with most answers: counting what was spent would take longer than all that is left to do.
    if (waiting.length === 0) break;
    const spent = places.reduce((sum, place) => sum + spentOn(place), 0);
    const more = admit(
      waiting.map((index) => all[index]!),
      budget - spent,
      0,
    );
    const found = waiting.flatMap((index, at) => (more[at] === undefined ? [] : [admittedAt(index, more[at])]));
    if (found.length === 0) break;
    const opened = new Map((await openAll(found, filling)).map((place) => [place.id, place]));
    for (const index of waiting) places[index] = opened.get(places[index]!.id) ?? places[index]!;
  }
  return places;
}

function isWaiting(place: Place): boolean {
  return !isShown(place) && place.reason === "budget";
}

interface Choice {
  readonly form: Form;
  readonly room: number | undefined;
  readonly breadth: number;
}

/** A text also has to say what it left out: where something is, room is kept for that. */
function choose(all: readonly Ladder[], { form, room, breadth }: Choice) {
  const rungs = admit(all, room, breadth);
  if (form === "json" || room === undefined || rungs.every((rung) => rung !== undefined))
    return { rungs, budget: room };
  const budget = room - roomForOmissions(room);
  return { rungs: admit(all, budget, breadth), budget };
}
