import type { Answer } from "./answer.js";
import type { Disclosure, GateOptions } from "./gate.js";
import type { Level } from "./level.js";
import { type NodeId, noteOf } from "./node.js";
import { isShown, type LeftOut, omissionOf, type Place, type Shown } from "./place.js";
import type { Plan } from "./plan.js";
import { type SessionEntry, type SessionStore, unknownSession } from "./session.js";
import { tokens } from "./tokens.js";

/** What the caller's session has seen of the wanted nodes, of those passed by, and of the notes they are sections of; nothing without a session. */
export async function seenBefore(
  { wants, passed = [] }: Plan,
  { session, caller, graphId }: Disclosure,
  sessions: SessionStore,
): Promise<ReadonlyMap<NodeId, Level>> {
  if (session === undefined) return new Map();
  const ids = [...wants.map(({ id }) => id), ...passed];
  const seen = await sessions.seen(session, caller, { graphId, ids: [...new Set([...ids, ...ids.map(noteOf)])] });
  if (seen === undefined) throw unknownSession();
  return seen;
}

/** Writes down what was delivered: in the session, so that levels only rise, and as events. */
export async function tally(
  answer: Answer,
  places: readonly Place[],
  { disclosure, sessions, counter, now }: GateOptions & { readonly disclosure: Disclosure },
): Promise<void> {
  const { session, caller, graphId, operation, call, onEvent } = disclosure;
  const at = now();
  if (session !== undefined) {
    const committed = await sessions.commit(session, caller, entryOf(answer, places, { graphId, operation, at }));
    if (!committed) throw unknownSession();
  }
  if (onEvent === undefined) return;
  const common = { call, at, operation, graphId, ...(session === undefined ? {} : { session }) };
  for (const place of places) {
    if (!isShown(place)) {
      onEvent({ kind: "node-omitted", ...common, id: place.id, reason: place.reason });
      continue;
    }
    const from = place.seen === undefined ? {} : { from: place.seen };
    const { id, level } = place.view;
    onEvent({ kind: "node-disclosed", ...common, id, level, ...from, tokens: tokens(counter.count(place.piece)) });
  }
}

function entryOf(
  { telemetry }: Answer,
  places: readonly Place[],
  about: Pick<SessionEntry, "graphId" | "operation" | "at">,
): SessionEntry {
  return {
    ...about,
    tokensUsed: telemetry.tokensUsed,
    tokenBudget: telemetry.tokenBudget,
    loaded: places.filter(isShown).map(loadOf),
    skipped: places.filter((place): place is LeftOut => !isShown(place)).map(skipOf),
  };
}

function loadOf({ view: { id, level }, seen }: Shown) {
  return { id, level, ...(seen === undefined ? {} : { from: seen }) };
}

function skipOf(place: LeftOut) {
  const { id, reason, tokens: price } = omissionOf(place);
  return { id, reason, ...(price === undefined ? {} : { tokens: price }) };
}
