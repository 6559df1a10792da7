import { ANSWER_VERSION, type Answer, type WordedNotice } from "./answer.js";
import { rememberWritten } from "./answer-json.js";
import { fillEnvelope } from "./envelope.js";
import type { Disclosure } from "./gate.js";
import type { Packed } from "./packing.js";
import { isShown, omissionOf } from "./place.js";
import type { Plan } from "./plan.js";
import { telemetryOf } from "./telemetry.js";

export interface Sealing {
  readonly plan: Plan;
  readonly disclosure: Disclosure;
  readonly notices: readonly WordedNotice[];
  readonly counter: string;
}

/** Makes the answer. The cast is the seal: nothing outside the gate imports this. */
export function seal(packed: Packed, { plan, disclosure, notices, counter }: Sealing): Answer {
  const { reading, operation, graphId, session, form } = disclosure;
  const shown = packed.places.filter(isShown);
  const views = shown.map(({ view }) => view);
  const omitted = packed.places.flatMap((place) => (isShown(place) ? [] : [omissionOf(place)]));
  const telemetry = telemetryOf({
    shown: views,
    visited: Math.max(plan.visited, packed.places.length),
    omitted: omitted.length,
    graphSize: reading.graph.size,
    tokensUsed: packed.tokensUsed,
    tokenBudget: plan.budget,
    counter,
  });
  const { cursor, data } = plan;
  const bare = {
    version: ANSWER_VERSION,
    operation,
    graphId,
    ...(session === undefined ? undefined : { session }),
    ...(cursor === undefined ? undefined : { cursor }),
    telemetry,
  } as const;
  const { omitted: named, notices: said } = fillEnvelope(bare, notices, omitted);
  const answer = {
    version: ANSWER_VERSION,
    operation,
    graphId,
    ...(session === undefined ? undefined : { session }),
    nodes: form === "json" ? views : views.map(({ id, level }) => ({ id, level })),
    ...(form === "json" ? undefined : { text: packed.text }),
    ...(data === undefined ? undefined : { data }),
    omitted: named,
    ...(cursor === undefined ? undefined : { cursor }),
    ...(said === undefined ? undefined : { notices: said }),
    telemetry,
  } as unknown as Answer;
  if (form === "json") {
    rememberWritten(
      answer,
      shown.map(({ piece }) => piece),
    );
  }
  return answer;
}
