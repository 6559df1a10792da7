import type { Level } from "../model/level.js";
import type { NodeId } from "../model/node.js";
import type { TokenCounter } from "../model/tokens.js";
import { type FullNode, fullView } from "../model/view.js";
import type { Reading } from "../ports/content.js";
import type { SessionId } from "../ports/session.js";
import { printable } from "../text/printable.js";
import { failureOf, type LevelOption, type NodeOptions } from "./admission.js";
import type { BodyCache } from "./body-cache.js";
import { inParallel } from "./in-parallel.js";
import type { NodeReader } from "./node-reader.js";
import { leaveOut, type Outcome, show } from "./outcome.js";
import { inFrame, priceOf, textCost } from "./render/frame.js";
import { type BesideBody, type Delivered, describedIn, fullAnnotations, type Known } from "./render/level-views.js";
import { measureOf } from "./render/measure.js";
import { renderedNode } from "./render/rendered-node.js";
import { isShownBefore } from "./shown-before.js";

/** A node that was admitted at a level, or at none. */
export interface Admitted {
  readonly id: NodeId;
  readonly seen: Level | undefined;
  readonly nodeOptions: NodeOptions;
  readonly levelOption: LevelOption | undefined;
}

export interface Opening extends Delivered {
  readonly reading: Reading;
  readonly reader: NodeReader;
  readonly graphId: string;
  readonly bodies: BodyCache;
  readonly session: SessionId | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Builds the view of each admitted node. The only place in pd that reads a body. */
export function openAll(admitted: readonly Admitted[], opening: Opening): Promise<readonly Outcome[]> {
  return inParallel(admitted, Number.POSITIVE_INFINITY, (outcome) => {
    const { levelOption, nodeOptions } = outcome;
    if (levelOption === undefined) {
      const isEmpty = nodeOptions.levelOptions.length === 0;
      return leaveOut(outcome, isEmpty ? (nodeOptions.failure ?? "unreadable") : "budget", opening);
    }
    return levelOption.level === 4 ? open(outcome, levelOption.beside, opening) : show(outcome, levelOption);
  });
}

async function open(outcome: Admitted, beside: BesideBody, opening: Opening): Promise<Outcome> {
  const { form, counter } = opening;
  const { known } = outcome.nodeOptions;
  try {
    const full = await body(outcome, opening);
    const view = fullView(known.summary, { full, ...beside }, fullAnnotations(known, beside, opening));
    const framed = inFrame(view.content.full, known.want.argument);
    // The price is an upper bound of what was indexed: a body that exceeds it is another body (R3.9).
    if (known.price !== undefined && exceeds(framed, known.price.text, counter))
      return leaveOut(outcome, "changed", opening);
    if (isShownBefore(view, known.shown)) return leaveOut(outcome, "seen", opening);
    return show(outcome, {
      view,
      rendered: renderedNode(asDelivered(view, framed, { known, delivered: opening }), form),
    });
  } catch (error) {
    return leaveOut(outcome, failureOf(error, opening.signal), opening);
  }
}

/** Less is not worth a cut. */
const LEAST_CUT = 24;

/** A part of a text that does not fit whole, in the room that there is for it. The whole may come later (R1.9). */
export async function openCut(admitted: Admitted, room: number, opening: Opening): Promise<Outcome | undefined> {
  const { form, counter } = opening;
  const { known } = admitted.nodeOptions;
  const { want, summary } = known;
  const beside = { links: [] };
  const notes = { ...fullAnnotations(known, beside, opening), cut: true as const };
  const shell = renderedNode(fullView(summary, { full: "", ...beside }, notes), form);
  const left = room - measureOf(counter).opened(shell, 0);
  if (left < LEAST_CUT || want.cut === undefined) return undefined;
  try {
    const text = printable(await body(admitted, opening));
    // Another part of its note changed: what was read whole does not come again in part.
    if (isShownBefore(fullView(summary, { full: text, ...beside }, {}), known.shown))
      return leaveOut(admitted, "seen", opening);
    const cost = (part: string) => priceOf(part, counter, want.argument)[form];
    const part = want.cut(text, left, cost);
    if (part === undefined) return undefined;
    const view = fullView(summary, { full: part, ...beside }, notes);
    const delivered = form === "json" ? view : { ...view, content: { full: inFrame(part, want.argument) } };
    return show(admitted, { view, rendered: renderedNode(delivered, form) });
  } catch (error) {
    return leaveOut(admitted, failureOf(error, opening.signal), opening);
  }
}

interface Rendering {
  readonly known: Known;
  readonly delivered: Delivered;
}

/** As text, a body in its frame, without a description that it says anyway. */
function asDelivered(view: FullNode, framed: string, { known, delivered }: Rendering): FullNode {
  if (delivered.form === "json") return view;
  const { description } = describedIn({ summary: view, price: known.price }, delivered);
  return { ...view, description, content: { ...view.content, full: framed } };
}

/** By how it is delivered, and by itself: a content of somebody else's may have counted it so. */
function exceeds(framed: string, price: number, counter: TokenCounter): boolean {
  return textCost(framed, counter) > price && counter.count(framed) > price;
}

async function body({ id, nodeOptions }: Admitted, opening: Opening): Promise<string> {
  const { reading, reader, graphId, bodies, session } = opening;
  const { argument } = nodeOptions.known.want;
  const key = JSON.stringify([graphId, reading.version, id, argument ?? null]);
  const kept = session === undefined ? undefined : bodies.get(session, key);
  if (kept !== undefined) return kept;
  const read = await reader.content({ id, argument });
  if (session !== undefined) bodies.set(session, key, read);
  return read;
}
