import type { Level } from "../model/level.js";
import type { NodeId } from "../model/node.js";
import type { Omission, OmissionReason } from "../model/omission.js";
import type { Tokens } from "../model/tokens.js";
import type { NodeView } from "../model/view.js";
import type { LevelOption, NodeOptions } from "./admission.js";
import { costOfOpening, type Delivered, declaredBeside, type Known, viewAtHand } from "./render/level-views.js";
import { measureOf } from "./render/measure.js";
import { headCost } from "./render/passage-head.js";
import { type RenderedNode, renderedNode } from "./render/rendered-node.js";

/** What became of a wanted node: shown, or left out for a reason. */
export type Outcome = Shown | LeftOut;

export interface Shown {
  readonly id: NodeId;
  readonly seen: Level | undefined;
  readonly nodeOptions: NodeOptions;
  readonly view: NodeView;
  /** The view as it is delivered. */
  readonly rendered: RenderedNode;
}

export interface LeftOut {
  readonly id: NodeId;
  readonly seen: Level | undefined;
  readonly reason: OmissionReason;
  /** The level at which it was asked for. */
  readonly level: Level;
  readonly tokens?: Tokens | undefined;
  readonly score?: number | undefined;
}

export function isShown(outcome: Outcome): outcome is Shown {
  return "view" in outcome;
}

type Wanted = Pick<Shown, "id" | "seen" | "nodeOptions">;

export function show({ id, seen, nodeOptions }: Wanted, { view, rendered }: Pick<Shown, "view" | "rendered">): Shown {
  return { id, seen, nodeOptions, view, rendered };
}

export function leaveOut({ id, seen, nodeOptions }: Wanted, reason: OmissionReason, delivered: Delivered): LeftOut {
  const { known, target: level } = nodeOptions;
  return { id, seen, reason, level, tokens: priceAt(level, nodeOptions, delivered), score: known.want.score };
}

/** What a node costs by itself at the level asked for, with all that comes around it (R6.6); unknown where that has to be read first. */
function priceAt(level: Level, { known, levelOptions }: NodeOptions, delivered: Delivered): Tokens | undefined {
  const option = levelOptions.findLast(({ step }) => step.level === level);
  const cost = option === undefined || option.cost === 0 ? costAt(level, known, delivered) : option.cost;
  return cost === undefined || !Number.isFinite(cost) ? undefined : tokensAlone(known, level, cost, delivered);
}

/** The same of a node that was looked up and nothing more. */
export function priceOfKnown(level: Level, known: Known, delivered: Delivered): Tokens | undefined {
  const cost = costAt(level, known, delivered);
  return cost === undefined || !Number.isFinite(cost) ? undefined : tokensAlone(known, level, cost, delivered);
}

function tokensAlone({ summary }: Known, level: Level, cost: number, delivered: Delivered): Tokens {
  const head = level === 4 ? headCost(summary, delivered) : 0;
  return delivered.alone(head + cost);
}

function costAt(level: Level, known: Known, delivered: Delivered): number | undefined {
  switch (level) {
    case 0:
    case 1:
      return measureOf(delivered.counter).node(
        renderedNode(viewAtHand(known, level, delivered), delivered.form, known.summary.path),
      );
    case 2:
    case 3:
      return undefined;
    case 4:
      return costOfOpening(known, declaredBeside(known), delivered);
  }
}

/** The next lower level that is already at hand, or out. */
export function lower(outcome: Shown, delivered: Delivered): Outcome {
  const { levelOptions } = outcome.nodeOptions;
  const below = levelOptions.findLast(({ step }) => isBelow(step, outcome))?.step;
  return below === undefined || !hasView(below) ? leaveOut(outcome, "budget", delivered) : show(outcome, below);
}

/** At a lower level, or a shorter outline at the same. */
function isBelow(step: LevelOption, { view, rendered }: Shown): boolean {
  if (step.level !== view.level) return step.level < view.level;
  return hasView(step) && step.rendered.text.length < rendered.text.length;
}

function hasView(levelOption: LevelOption): levelOption is Extract<LevelOption, { view: NodeView }> {
  return "view" in levelOption;
}

/**
 * What an answer says was held back: what is left out, and what is shown at less than was asked for (R2.2). What was seen comes last: the first
 * that is named is the next to ask for.
 */
export function omissionsIn(outcomes: readonly Outcome[], delivered: Delivered): readonly Omission[] {
  const all = omissionsInOrder(outcomes, delivered);
  const isSeen = ({ reason }: Omission) => reason === "seen";
  return all.some(isSeen) ? [...all.filter((one) => !isSeen(one)), ...all.filter(isSeen)] : all;
}

function omissionsInOrder(outcomes: readonly Outcome[], delivered: Delivered): readonly Omission[] {
  return outcomes.flatMap((outcome) => {
    if (!isShown(outcome)) return [omissionOf(outcome)];
    const isCut = "cut" in outcome.view;
    if (outcome.view.level >= outcome.nodeOptions.target && !isCut) return [];
    const { failure } = outcome.nodeOptions;
    return [omissionOf(leaveOut(outcome, failure === undefined || failure === "seen" ? "budget" : failure, delivered))];
  });
}

export function omissionOf({ id, reason, level, seen, tokens, score }: LeftOut): Omission {
  const rounded = Math.round((score ?? Number.NaN) * 100) / 100;
  return {
    id,
    reason,
    level,
    ...(tokens === undefined ? {} : { tokens }),
    ...(Number.isFinite(rounded) ? { score: rounded } : {}),
    ...(seen === undefined ? {} : { seenAt: seen }),
  };
}
