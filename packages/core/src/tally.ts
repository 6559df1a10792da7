import type { Answer } from "./answer.js";
import type { PdEvent } from "./event.js";
import type { Disclosure, GateOptions } from "./gate.js";
import type { Level } from "./level.js";
import { type NodeId, noteOf } from "./node.js";
import type { PartCount } from "./part-count.js";
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

interface Tallying extends Pick<GateOptions, "sessions" | "now"> {
  readonly disclosure: Disclosure;
  readonly parts: PartCount;
}

/** Writes down what was delivered: in the session, so that levels only rise, and as events. */
export async function tally(
  answer: Answer,
  places: readonly Place[],
  { disclosure, sessions, parts, now }: Tallying,
): Promise<void> {
  const { session, caller, graphId, operation, call, onEvent } = disclosure;
  const at = now();
  if (session !== undefined) {
    const committed = await sessions.commit(session, caller, entryOf(answer, places, { graphId, operation, at }));
    if (!committed) throw unknownSession();
  }
  if (onEvent === undefined) return;
  const about = { call, at, operation, graphId, session };
  for (const place of places) {
    if (isShown(place)) {
      onEvent(disclosed(place, about, parts));
      continue;
    }
    const omitted = { kind: "node-omitted", call, at, operation, graphId, id: place.id, reason: place.reason } as const;
    onEvent(session === undefined ? omitted : { ...omitted, session });
  }
}

type Disclosed = Extract<PdEvent, { kind: "node-disclosed" }>;

function disclosed(
  { id, view: { level }, seen: from, piece }: Shown,
  about: Pick<Disclosure, "call" | "operation" | "graphId" | "session"> & { readonly at: number },
  parts: PartCount,
): Disclosed {
  const { call, at, operation, graphId, session } = about;
  const event: { -readonly [Field in keyof Disclosed]: Disclosed[Field] } = {
    kind: "node-disclosed",
    call,
    at,
    operation,
    graphId,
    id,
    level,
    // Counted when it is read: most listeners never do, and each node by itself takes as long again as the answer.
    get tokens() {
      return tokens(parts.of([piece]));
    },
  };
  if (session !== undefined) event.session = session;
  if (from !== undefined) event.from = from;
  return event;
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
