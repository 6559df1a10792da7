import { failureOf, type Ladder, READS_AT_ONCE, type Rung } from "./admission.js";
import type { Form } from "./answer.js";
import type { BodyCache } from "./body-cache.js";
import type { Reading } from "./content.js";
import { inParallel } from "./in-parallel.js";
import type { Level } from "./level.js";
import type { Link, NodeId } from "./node.js";
import { pieceOf } from "./piece.js";
import { leaveOut, leaveOutForBudget, type Place, show } from "./place.js";
import { annotations } from "./rung.js";
import type { SessionId } from "./session.js";
import type { TokenCounter } from "./tokens.js";
import { fullView } from "./view.js";

/** A node that was admitted at a level, or at none. */
export interface Admitted {
  readonly id: NodeId;
  readonly seen: Level | undefined;
  readonly ladder: Ladder;
  readonly rung: Rung | undefined;
}

export interface Opening {
  readonly reading: Reading;
  readonly graphId: string;
  readonly form: Form;
  readonly counter: TokenCounter;
  readonly bodies: BodyCache;
  readonly session: SessionId | undefined;
  readonly signal: AbortSignal | undefined;
  /** What the answer costs before any node is in it. */
  readonly frame: number;
}

/** Builds the view of each admitted node. The only place in pd that reads a body. */
export function openAll(admitted: readonly Admitted[], opening: Opening): Promise<readonly Place[]> {
  return inParallel(admitted, READS_AT_ONCE, (place) => {
    const { rung, ladder } = place;
    if (rung === undefined) {
      if (ladder.rungs.length === 0) return leaveOut(place, ladder.failure ?? "unreadable", opening.form);
      return leaveOutForBudget(place, { cost: opening.frame, counter: opening.counter });
    }
    return rung.level === 4 ? open(place, rung.links, opening) : show(place, rung);
  });
}

async function open(place: Admitted, links: readonly Link[], opening: Opening): Promise<Place> {
  const { form, counter } = opening;
  const { known } = place.ladder;
  try {
    const full = await body(place, opening);
    // The price is an upper bound of what was indexed: a body that exceeds it is another body (R3.9).
    // As text in either form: what escaping adds may be a bound of its own, and the recount sees to that.
    if (known.price !== undefined && counter.count(full) > known.price.text) return leaveOut(place, "changed", form);
    const view = fullView(known.summary, { full, links }, annotations(known.want));
    return show(place, { view, piece: pieceOf(view, form) });
  } catch (error) {
    return leaveOut(place, failureOf(error, opening.signal), form);
  }
}

async function body({ id, ladder }: Admitted, opening: Opening): Promise<string> {
  const { reading, graphId, bodies, session, signal } = opening;
  const { argument } = ladder.known.want;
  const key = JSON.stringify([graphId, reading.version, id, argument ?? null]);
  const kept = session === undefined ? undefined : bodies.get(session, key);
  if (kept !== undefined) return kept;
  const read = await reading.source.content(id, { signal, argument });
  if (session !== undefined) bodies.set(session, key, read);
  return read;
}
