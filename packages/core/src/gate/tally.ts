import type { Answer } from "../model/answer.js";
import type { PdEvent } from "../model/event.js";
import { type NodeId, noteOf } from "../model/node.js";
import type { Omission } from "../model/omission.js";
import type { Plan } from "../model/plan.js";
import { type TokenCounter, tokens } from "../model/tokens.js";
import { type SessionCommit, type SessionStore, unknownSession } from "../ports/session.js";
import type { Digests, Seen } from "../sessions/ledger.js";
import type { Disclosure, GateOptions } from "./gate.js";
import { isShown, type Outcome, type Shown } from "./outcome.js";
import { digestsOf, type Versions } from "./shown-before.js";

/** What the caller's session has seen of the wanted nodes, of those passed by, and of the notes they are parts of; nothing without a session. */
export async function seenBefore(
  { wants, passed = [] }: Plan,
  { session, caller, graphId }: Disclosure,
  sessions: SessionStore,
): Promise<ReadonlyMap<NodeId, Seen>> {
  if (session === undefined) return new Map();
  const ids = [...wants.map(({ id }) => id), ...passed];
  const partsOf = [...new Set(ids.filter((id) => noteOf(id) !== id).map(noteOf))];
  const seen = await sessions.seen(session, caller, { graphId, ids: [...new Set([...ids, ...partsOf])], partsOf });
  if (seen === undefined) throw unknownSession();
  return seen;
}

interface Tallying extends Pick<GateOptions, "counter" | "sessions" | "now"> {
  readonly disclosure: Disclosure;
  readonly versions: Versions;
  /** What was left out, and what was shown at less than was asked for. */
  readonly omitted: readonly Omission[];
}

/** Writes down what was delivered: in the session, so that levels only rise, and as events. */
export async function tally(
  answer: Answer,
  outcomes: readonly Outcome[],
  { disclosure, counter, sessions, versions, omitted, now }: Tallying,
): Promise<void> {
  const { session, caller, graphId, operation, call, onEvent, reading } = disclosure;
  const at = now();
  if (session !== undefined) {
    const graphSize = reading.graph.size;
    const commit = commitOf(answer, outcomes, { graphId, graphSize, operation, at, versions, omitted });
    const committed = await sessions.commit(session, caller, commit);
    if (!committed) throw unknownSession();
  }
  if (onEvent === undefined) return;
  const about = { call, at, operation, graphId, session };
  const heldBack = new Map(omitted.map(({ id, reason }) => [id, reason]));
  for (const outcome of outcomes) {
    const { id } = outcome;
    if (isShown(outcome)) onEvent(disclosed(outcome, about, counter));
    const reason = heldBack.get(id);
    if (reason === undefined) continue;
    const event = { kind: "node-omitted", call, at, operation, graphId, id, reason } as const;
    onEvent(session === undefined ? event : { ...event, session });
  }
}

type Disclosed = Extract<PdEvent, { kind: "node-disclosed" }>;

function disclosed(
  { id, view: { level }, seen: from, rendered }: Shown,
  about: Pick<Disclosure, "call" | "operation" | "graphId" | "session"> & { readonly at: number },
  counter: TokenCounter,
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
      return tokens(counter.count(rendered.text));
    },
  };
  if (session !== undefined) event.session = session;
  if (from !== undefined) event.from = from;
  return event;
}

function commitOf(
  { telemetry }: Answer,
  outcomes: readonly Outcome[],
  {
    versions,
    omitted,
    ...about
  }: Pick<SessionCommit, "graphId" | "graphSize" | "operation" | "at"> & Pick<Tallying, "versions" | "omitted">,
): SessionCommit {
  const shown = outcomes.filter(isShown);
  return {
    ...about,
    tokensUsed: telemetry.tokensUsed,
    tokenBudget: telemetry.tokenBudget,
    loaded: shown.map(loadOf),
    skipped: omitted.map(skipOf),
    digests: new Map(shown.map((one) => [one.id, digestsIn(one, versions.own.get(one.id))])),
  };
}

function digestsIn({ view, nodeOptions }: Shown, version: string | undefined): Digests {
  const digests = digestsOf(view, nodeOptions.known.want.cutFor);
  return version === undefined ? digests : { ...digests, version };
}

function loadOf({ view: { id, level }, seen }: Shown) {
  return { id, level, ...(seen === undefined ? {} : { from: seen }) };
}

function skipOf({ id, reason, tokens: price }: Omission) {
  return { id, reason, ...(price === undefined ? {} : { tokens: price }) };
}
