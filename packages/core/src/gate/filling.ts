import type { Level } from "../model/level.js";
import {
  type Admission,
  type AdmissionOptions,
  type Asked,
  admit,
  type LevelOption,
  lowerOptions,
  type NodeOptions,
  optionsOfAll,
} from "./admission.js";
import { type Admitted, type Opening, openAll, openCut } from "./opening.js";
import { isShown, type Outcome } from "./outcome.js";
import { measureOf } from "./render/measure.js";
import { sharedHead } from "./render/passage-head.js";
import type { ShellCosts } from "./render/shell-cost.js";

export interface Filling extends Opening {
  /** What the nodes may cost together; none without a budget. */
  readonly room: number | undefined;
  /** What is kept of it, where something is left out, to say so. */
  readonly kept: number;
  readonly breadth: number;
  readonly wholeFirst: boolean;
  /** Nothing overtakes what does not fit. */
  readonly strict: boolean;
  readonly shells: ShellCosts;
}

/** How often what prices left over is shared out again. */
const ROUNDS = 3;
/** How many texts are tried that do not fit and have no part that does, before the answer goes without them. */
const CUTS_TRIED = 20;
/** Of the room, the share that a part may take where the whole will be asked for next. */
const CUT_SHARE = 0.6;

/**
 * Shows what fits. Prices are upper bounds, so that reading what was admitted leaves something over: it goes to those that did not fit at first.
 * Nothing is read that was not admitted.
 */
export async function fill(
  asked: readonly (Asked & { readonly seen: Level | undefined })[],
  filling: Filling,
): Promise<readonly Outcome[]> {
  const { room, breadth, strict, wholeFirst } = filling;
  const admission: AdmissionOptions = { ...filling, ceiling: room };
  const heads = new Map<number, ReturnType<typeof sharedHead>>();
  /** Asked for again and again while candidates are fitted, and counted once. */
  const head = (index: number) => {
    if (!heads.has(index)) heads.set(index, sharedHead(asked[index]!.known.summary, filling));
    return heads.get(index);
  };
  /** What has no part that fits: it keeps nothing behind it from coming. */
  const uncut = new Set<number>();
  const shortens = (index: number) => asked[index]!.known.want.cut !== undefined && !uncut.has(index);
  const how = { breadth, wholeFirst, strictWithin: strict ? room : undefined, shared: head, shortens };
  const { all, chosen, budget } = await choose(asked, { admission, how, kept: filling.kept });
  const admittedAt = (index: number, levelOption: LevelOption | undefined): Admitted => {
    const { known, seen } = asked[index]!;
    return { id: known.want.id, seen, nodeOptions: all[index]!, levelOption };
  };
  const outcomes = [
    ...(await openAll(
      chosen.map((levelOption, index) => admittedAt(index, levelOption)),
      filling,
    )),
  ];
  if (budget === undefined) return outcomes;

  const ceiling = budget;
  const spentOn = costsOf(filling);
  await shareOut();
  for (let tried = 0; tried < CUTS_TRIED; tried += 1) {
    const failed = await shorten();
    if (failed === undefined || (!strict && failed > 0)) break;
    uncut.add(failed);
    await shareOut();
  }
  return outcomes;

  /** What is left over goes to those that did not fit at first. */
  async function shareOut(): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const waiting = [...outcomes.keys()].filter((index) => isWaiting(outcomes[index]!));
      // As with most answers: counting what was spent would take longer than all that is left to do.
      if (waiting.length === 0) return;
      const { spent, paid } = spending();
      const more = admit(
        waiting.map((index) => all[index]!),
        {
          ...how,
          ceiling: ceiling - spent,
          breadth: 0,
          paid,
          shared: (at) => head(waiting[at]!),
          // What is shortened comes last, in the room that is left.
          shortens: (at) => shortens(waiting[at]!) && (strict || waiting[at] === 0),
        },
      );
      const found = waiting.flatMap((index, at) => (more[at] === undefined ? [] : [admittedAt(index, more[at])]));
      if (found.length === 0) return;
      const opened = new Map((await openAll(found, filling)).map((outcome) => [outcome.id, outcome]));
      for (const index of waiting) outcomes[index] = opened.get(outcomes[index]!.id) ?? outcomes[index]!;
    }
  }

  /** What the shown nodes cost with the heads that they share. */
  function spending() {
    const paid = new Set<string>();
    let spent = 0;
    for (const [index, outcome] of outcomes.entries()) {
      if (!isShown(outcome)) continue;
      spent += spentOn(outcome);
      const shared = head(index);
      if (shared === undefined || outcome.view.level !== 4 || paid.has(shared.key)) continue;
      paid.add(shared.key);
      spent += shared.cost;
    }
    return { spent, paid };
  }

  /** The best that did not fit is cut to what is left (R1.9). Where more will be asked for, only what no room of this size holds is cut: the rest comes whole next. Gives back which has no such part. */
  async function shorten(): Promise<number | undefined> {
    if (strict && outcomes.some(isShown)) return undefined;
    const index = [...outcomes.keys()].find((at) => isWaiting(outcomes[at]!) && shortens(at));
    if (index === undefined) return undefined;
    const { spent, paid } = spending();
    const shared = head(index);
    const entry = shared === undefined || paid.has(shared.key) ? 0 : shared.cost;
    const part = strict ? CUT_SHARE : 1;
    const cut = await openCut(admittedAt(index, undefined), part * (ceiling - spent) - entry, filling);
    if (cut === undefined) return index;
    outcomes[index] = cut;
    return undefined;
  }
}

/** What shown nodes cost, each counted once. */
function costsOf({ counter }: Filling): (outcome: Outcome) => number {
  const costs = new Map<Outcome, number>();
  return (outcome) => {
    if (!isShown(outcome)) return 0;
    const cost = costs.get(outcome) ?? measureOf(counter).node(outcome.rendered);
    costs.set(outcome, cost);
    return cost;
  };
}

function isWaiting(outcome: Outcome): boolean {
  return !isShown(outcome) && outcome.reason === "budget";
}

interface Choosing {
  readonly admission: AdmissionOptions;
  readonly how: Omit<Admission, "ceiling">;
  readonly kept: number;
}

/** What does not fit as it was asked for is tried as an outline (R2.2). Where something is held back, room is kept to say so. */
async function choose(asked: readonly Asked[], { admission, how, kept }: Choosing) {
  const { ceiling: room } = admission;
  const all = await optionsOfAll(asked, admission);
  const whole = admit(all, { ...how, ceiling: room });
  const isShort = (index: number) => isShortOf(all[index]!, whole[index]);
  if (room === undefined || ![...all.keys()].some(isShort)) return { all, chosen: whole, budget: room };
  const budget = Math.max(0, room - kept);
  const lowered = await lowerOptions(all, asked, isShort, { ...admission, ceiling: budget });
  const chosen = admit(lowered, { ...how, ceiling: budget });
  // A budget that was said to hold one node holds it: that comes before the count of what else there is (R2.6).
  const isNothing = chosen.every((option) => option === undefined);
  return isNothing && whole.some((option) => option !== undefined)
    ? { all, chosen: whole, budget: room }
    : { all: lowered, chosen, budget };
}

function isShortOf({ target, levelOptions }: NodeOptions, option: LevelOption | undefined): boolean {
  return levelOptions.length > 0 && (option === undefined || option.level < target);
}
