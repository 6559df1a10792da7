import { cancelled, isPdError } from "../model/errors.js";
import type { Level } from "../model/level.js";
import { isPassageId } from "../model/node.js";
import type { OmissionReason } from "../model/omission.js";
import type { AskedRows } from "../model/plan.js";
import type { LinkRow, NodeView, SectionRow } from "../model/view.js";
import type { ReadOptions } from "../ports/content.js";
import { type Candidate, type FitOptions, fit, type Offer } from "./budget.js";
import { inParallel } from "./in-parallel.js";
import { type BesideBody, costOfOpening, declaredBeside, type Known, viewAtHand } from "./render/level-views.js";
import { measureOf } from "./render/measure.js";
import { linkRows, moreOf, mostAdded, type Outlining, outlineView, sectionRows } from "./render/outline-views.js";
import { type RenderedNode, renderedNode } from "./render/rendered-node.js";
import { isShownBefore } from "./shown-before.js";

/** All take their steps side by side, so that what they read is asked for together. */
const TOGETHER = Number.POSITIVE_INFINITY;

/** One level at which a node can be shown. Only at level 4 is there something left to read. */
export type LevelOption =
  | { readonly level: Exclude<Level, 4>; readonly view: NodeView; readonly rendered: RenderedNode }
  | { readonly level: 4; readonly beside: BesideBody };

/** A node with the levels it may have, lowest first, and why there is none if there is none. */
export interface NodeOptions {
  readonly known: Known;
  /** The level that was asked for, or that the session has seen: below it, the node is lowered. */
  readonly target: Level;
  readonly levelOptions: Candidate<LevelOption>;
  readonly failure?: OmissionReason;
}

export interface AdmissionOptions extends Outlining, ReadOptions {
  /** What the nodes may cost together; none without a budget. */
  readonly ceiling: number | undefined;
}

export interface Asked {
  readonly known: Known;
  readonly levels: readonly Level[];
}

/**
 * Prices each node at the level that it is asked for, and at those for which nothing is read. Without a ceiling only the highest matters. With
 * one, a node for which the lowest levels of those before it leave no room is priced at its lowest only: it will not be raised.
 */
export async function optionsOfAll(
  asked: readonly Asked[],
  options: AdmissionOptions,
): Promise<readonly NodeOptions[]> {
  const { ceiling } = options;
  if (ceiling === undefined) {
    return inParallel(asked, TOGETHER, (one) => nodeOptions(one, one.levels.slice(-1), options));
  }
  const lowest = await inParallel(asked, TOGETHER, (one) => nodeOptions(one, one.levels.slice(0, 1), options));
  const raisable = withinReach(lowest, ceiling);
  return inParallel(lowest, TOGETHER, async (least, index) => {
    const one = asked[index]!;
    const higher = one.levels.filter((level, at) => at > 0 && (level <= 1 || level === one.levels.at(-1)));
    if (raisable[index] !== true || higher.length === 0) return least;
    return joined(least, await nodeOptions(one, higher, options));
  });
}

/** The outlines that can stand for a node which does not fit as it was asked for: one as large as the ladder allows, and a small one. */
export async function lowerOptions(
  all: readonly NodeOptions[],
  asked: readonly Asked[],
  isShort: (index: number) => boolean,
  options: AdmissionOptions,
): Promise<readonly NodeOptions[]> {
  return inParallel(all, TOGETHER, async (one, index) => {
    const { known, levels } = asked[index]!;
    const level = one.target === 2 ? 2 : 3;
    if (!isShort(index) || one.target < 2 || levels.length < 2 || !levels.includes(level)) return one;
    const { links, previews } = known.want.rows ?? {};
    // Whoever pages through all rows goes on with them.
    const rows = links === "all" || previews === "all" ? known.want.rows : undefined;
    const bounded = { known: { ...known, want: { ...known.want, rows } }, levels };
    const outlines = await nodeOptions(bounded, [level], options, SMALL_OUTLINES);
    const better = outlines.levelOptions.filter(({ cost }) => one.levelOptions.every((other) => other.cost !== cost));
    return { ...one, levelOptions: [...one.levelOptions, ...better].sort((a, b) => rankOf(a) - rankOf(b)) };
  });
}

/** By level, and within one by how much it shows. */
function rankOf({ step, cost }: Offer<LevelOption>): number {
  return step.level * 1e9 + Math.min(cost, 1e8);
}

const OUTLINES: readonly number[] = [Number.POSITIVE_INFINITY];
/** What a small outline may add to level 1, beside the largest that the ladder allows. */
const SMALL_OUTLINES: readonly number[] = [120, Number.POSITIVE_INFINITY];

function joined(least: NodeOptions, above: NodeOptions): NodeOptions {
  const isMissing = above.levelOptions.every(({ step }) => step.level !== above.target);
  // What was shown as it is asked for has nothing new at less, and a text that cannot be had is not hinted at.
  if (isMissing && (above.failure === "seen" || above.target === 4)) return { ...above, levelOptions: [] };
  return { ...above, ...least, levelOptions: [...least.levelOptions, ...above.levelOptions] };
}

/** Which nodes may be raised: those whose lowest levels the ceiling holds together. One that it does not hold is passed over, and the next is tried (R2.2). */
function withinReach(lowest: readonly NodeOptions[], ceiling: number): readonly boolean[] {
  let spent = 0;
  return lowest.map(({ known, levelOptions }) => {
    const cost = levelOptions[0]?.cost ?? 0;
    // A short passage may cost less than the line that names it.
    if (spent + cost > ceiling) return isPassageId(known.want.id);
    spent += cost;
    return true;
  });
}

function nodeOptions(
  { known, levels: all }: Asked,
  levels: readonly Level[],
  options: AdmissionOptions,
  outlines: readonly number[] = OUTLINES,
): NodeOptions | Promise<NodeOptions> {
  const target = all.at(-1) ?? 0;
  if (!levels.every(isAtHand)) return readOptions(known, { target, levels, outlines }, options);
  return { known, target, levelOptions: levels.map((level) => optionAtHand(known, level, options)) };
}

/** The index has all that these show. */
function isAtHand(level: Level): level is 0 | 1 {
  return level <= 1;
}

interface Wanted {
  readonly target: Level;
  readonly levels: readonly Level[];
  readonly outlines: readonly number[];
}

async function readOptions(
  known: Known,
  { target, levels, outlines }: Wanted,
  options: AdmissionOptions,
): Promise<NodeOptions> {
  const levelOptions: Offer<LevelOption>[] = [];
  let failure: OmissionReason | undefined;
  for (const level of levels) {
    for (const added of level === 2 || level === 3 ? outlines : OUTLINES) {
      try {
        // No budget holds what has no price: it can only be shown at less.
        if (level === 4 && known.price === undefined && options.ceiling !== undefined) {
          failure = "unreadable";
          continue;
        }
        const levelOption = await optionAt(known, level, added, options);
        if ("view" in levelOption.step && isShownBefore(levelOption.step.view, known.shown)) failure = "seen";
        else levelOptions.push(levelOption);
      } catch (error) {
        failure = failureOf(error, options.signal);
      }
    }
  }
  return { known, target, levelOptions, ...(failure === undefined ? {} : { failure }) };
}

async function optionAt(
  known: Known,
  level: Level,
  added: number,
  options: AdmissionOptions,
): Promise<Offer<LevelOption>> {
  if (level === 4) return openOption(known, options);
  if (isAtHand(level)) return optionAtHand(known, level, options);
  const room = { added: Math.min(added, mostAdded(known, options)), room: options.ceiling ?? Number.POSITIVE_INFINITY };
  const view = await outlineView(known, level, room, options);
  const option = pricedOption({ level, view, rendered: renderedNode(view, options.form) }, options);
  if (known.want.orBody !== true || known.price === undefined) return option;
  const open = await openOption(known, options);
  return open.cost <= measureOf(options.counter).node(renderedNode(view, options.form)) ? open : option;
}

/** Level 4 with what only the frontmatter declares, or with the links that were asked for. */
async function openOption(known: Known, options: AdmissionOptions): Promise<Offer<LevelOption>> {
  const declared = declaredBeside(known);
  const { links = "none", previews } = known.want.rows ?? {};
  const isAsked = links !== "none" || previews !== undefined;
  const beside = isAsked ? await askedBeside(known, { links, previews }, options) : declared;
  const cost = options.ceiling === undefined ? 0 : costOfOpening(known, beside, options);
  return { step: { level: 4, beside }, cost };
}

/** What was asked for by name comes beside the body too (R1.8). */
async function askedBeside(
  known: Known,
  { links, previews }: Pick<AskedRows, "links" | "previews">,
  options: AdmissionOptions,
): Promise<BesideBody> {
  const { ceiling = Number.POSITIVE_INFINITY } = options;
  const room = { added: mostAdded(known, options), room: ceiling };
  const { from = 0 } = known.want.rows ?? {};
  let beside: BesideBody = declaredBeside(known);
  const about = () => ({ from, room, base: costOfOpening(known, beside, options) });
  if (previews !== undefined) {
    const withRows = (sections: readonly SectionRow[], more: number | undefined): BesideBody => ({
      ...beside,
      sections,
      more: moreOf({ sections: more }),
    });
    const cost = (rows: readonly SectionRow[], more: number | undefined) =>
      costOfOpening(known, withRows(rows, more), options);
    const { rows, more } = await sectionRows(known, { ...about(), previews, cost }, options);
    beside = withRows(rows, more);
  }
  if (links !== undefined && links !== "none") {
    const withRows = (rows: readonly LinkRow[], more: number | undefined): BesideBody => ({
      ...beside,
      links: rows,
      more: moreOf({ links: more, sections: beside.more?.sections }),
    });
    const cost = (rows: readonly LinkRow[], more: number | undefined) =>
      costOfOpening(known, withRows(rows, more), options);
    const { rows, more } = await linkRows(known, { ...about(), asked: links, cost }, options);
    beside = withRows(rows, more);
  }
  return beside;
}

function optionAtHand(known: Known, level: 0 | 1, options: AdmissionOptions): Offer<LevelOption> {
  const view = viewAtHand(known, level, options);
  return pricedOption({ level, view, rendered: renderedNode(view, options.form, known.summary.path) }, options);
}

function pricedOption(
  step: Exclude<LevelOption, { level: 4 }>,
  { ceiling, counter }: AdmissionOptions,
): Offer<LevelOption> {
  return { step, cost: ceiling === undefined ? 0 : measureOf(counter).node(step.rendered) };
}

/** A read that failed is the omission of one node, not the end of the answer; a cancelled one is the end. */
export function failureOf(error: unknown, signal: AbortSignal | undefined): OmissionReason {
  if (signal?.aborted) throw cancelled(error);
  return isPdError(error) && error.code === "content-changed" ? "changed" : "unreadable";
}

export interface Admission extends Omit<FitOptions, "budget"> {
  readonly ceiling: number | undefined;
}

/** The level of each node that the ceiling allows, best nodes first. */
export function admit(
  all: readonly NodeOptions[],
  { ceiling, ...how }: Admission,
): readonly (LevelOption | undefined)[] {
  const candidates = all.map(({ levelOptions }) => levelOptions);
  if (ceiling === undefined) return candidates.map((levelOptions) => levelOptions.at(-1)?.step);
  return fit(candidates, { budget: ceiling, ...how }).map((offer) => offer?.step);
}
