import type { Form } from "./answer.js";
import { type Candidate, fit, type Offer } from "./budget.js";
import type { NodeSource } from "./content.js";
import { cancelled, isPdError } from "./errors.js";
import { inParallel } from "./in-parallel.js";
import type { Level } from "./level.js";
import type { Link } from "./node.js";
import type { OmissionReason } from "./omission.js";
import { type Piece, pieceOf, scanPieceOf } from "./piece.js";
import { costOf, costOfOpening, type Known, viewAtHand, viewBelowFull } from "./rung.js";
import type { ShellCosts } from "./shell-cost.js";
import type { TokenCounter } from "./tokens.js";
import type { NodeView } from "./view.js";

/** How many nodes are read at a time. */
export const READS_AT_ONCE = 16;

/** One level at which a node can be shown. Only at level 4 is there something left to read. */
export type Rung =
  | { readonly level: Exclude<Level, 4>; readonly view: NodeView; readonly piece: Piece }
  | { readonly level: 4; readonly links: readonly Link[] };

/** A node with every level it may have, lowest first, and why there is none if there is none. */
export interface Ladder {
  readonly known: Known;
  readonly rungs: Candidate<Rung>;
  readonly failure?: OmissionReason;
}

export interface AdmissionOptions {
  readonly source: NodeSource;
  readonly form: Form;
  readonly counter: TokenCounter;
  /** What the answer costs before any node is in it. */
  readonly frame: number;
  readonly shells: ShellCosts;
  /** What the nodes may cost together; none without a budget. */
  readonly ceiling: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Asked {
  readonly known: Known;
  readonly levels: readonly Level[];
}

/**
 * Prices each node at each level it may have. Without a ceiling only the highest matters. With one, a node for which the
 * lowest levels of those before it leave no room is priced at its lowest only: it will not be raised.
 */
export async function ladders(asked: readonly Asked[], options: AdmissionOptions): Promise<readonly Ladder[]> {
  const { ceiling } = options;
  if (ceiling === undefined) {
    return inParallel(asked, READS_AT_ONCE, ({ known, levels }) => ladder(known, levels.slice(-1), options));
  }
  const lowest = await inParallel(asked, READS_AT_ONCE, ({ known, levels }) =>
    ladder(known, levels.slice(0, 1), options),
  );
  const raisable = withinReach(lowest, ceiling);
  return inParallel(lowest, READS_AT_ONCE, async (least, index) => {
    const higher = asked[index]!.levels.slice(1);
    if (raisable[index] !== true || higher.length === 0) return least;
    const above = await ladder(least.known, higher, options);
    return { ...above, ...least, rungs: [...least.rungs, ...above.rungs] };
  });
}

/** Which ladders may be raised: those whose lowest rungs the ceiling holds together. One that it does not hold is passed over, and the next is tried (R2.2). */
function withinReach(lowest: readonly Ladder[], ceiling: number): readonly boolean[] {
  let spent = 0;
  return lowest.map(({ rungs }) => {
    const cost = rungs[0]?.cost ?? 0;
    if (spent + cost > ceiling) return false;
    spent += cost;
    return true;
  });
}

function ladder(known: Known, levels: readonly Level[], options: AdmissionOptions): Ladder | Promise<Ladder> {
  if (!levels.every(isAtHand)) return readLadder(known, levels, options);
  return { known, rungs: levels.map((level) => rungAtHand(known, level, options)) };
}

/** The index has all that these show. */
function isAtHand(level: Level): level is 0 | 1 {
  return level <= 1;
}

async function readLadder(known: Known, levels: readonly Level[], options: AdmissionOptions): Promise<Ladder> {
  const rungs: Offer<Rung>[] = [];
  let failure: OmissionReason | undefined;
  for (const level of levels) {
    try {
      rungs.push(await rungAt(known, level, options));
    } catch (error) {
      failure = failureOf(error, options.signal);
    }
  }
  return { known, rungs, ...(failure === undefined ? {} : { failure }) };
}

async function rungAt(known: Known, level: Level, options: AdmissionOptions): Promise<Offer<Rung>> {
  const { source, signal, ceiling } = options;
  if (level === 4) {
    const links = await source.links(known.summary.id, { signal });
    return { step: { level, links }, cost: ceiling === undefined ? 0 : costOfOpening(known, links, options) };
  }
  if (isAtHand(level)) return rungAtHand(known, level, options);
  const view = await viewBelowFull(known, level, options);
  return rungOf({ level, view, piece: pieceOf(view, options.form) }, options);
}

function rungAtHand(known: Known, level: 0 | 1, options: AdmissionOptions): Offer<Rung> {
  const view = viewAtHand(known, level, options);
  const { form } = options;
  const piece = view.level === 1 ? scanPieceOf(known.summary, view, form) : pieceOf(view, form);
  return rungOf({ level, view, piece }, options);
}

function rungOf(step: Exclude<Rung, { level: 4 }>, { ceiling, counter }: AdmissionOptions): Offer<Rung> {
  return { step, cost: ceiling === undefined ? 0 : costOf(step.piece.text, counter) };
}

/** A read that failed is the omission of one node, not the end of the answer; a cancelled one is the end. */
export function failureOf(error: unknown, signal: AbortSignal | undefined): OmissionReason {
  if (signal?.aborted) throw cancelled(error);
  return isPdError(error) && error.code === "content-changed" ? "changed" : "unreadable";
}

/** The rung of each ladder that the ceiling allows, best nodes first. */
export function admit(
  all: readonly Ladder[],
  ceiling: number | undefined,
  breadth: number,
): readonly (Rung | undefined)[] {
  const candidates = all.map(({ rungs }) => rungs);
  if (ceiling === undefined) return candidates.map((rungs) => rungs.at(-1)?.step);
  return fit(candidates, { budget: ceiling, breadth }).map((offer) => offer?.step);
}
