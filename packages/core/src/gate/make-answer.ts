import { ANSWER_VERSION, type Answer, type WordedNotice } from "../model/answer.js";
import type { Omission } from "../model/omission.js";
import type { Plan } from "../model/plan.js";
import { telemetryOf } from "../model/telemetry.js";
import type { Cursor } from "../ports/content.js";
import { fillEnvelope } from "./envelope.js";
import type { Disclosure } from "./gate.js";
import { isShown } from "./outcome.js";
import type { Packed } from "./packing.js";

export interface AnswerParts {
  readonly plan: Plan;
  readonly disclosure: Disclosure;
  readonly notices: readonly WordedNotice[];
  /** The figures, where the answer has some. */
  readonly data: unknown;
  readonly cursor: Cursor | undefined;
  /** All of them, of which the answer names a few. */
  readonly omitted: readonly Omission[];
  readonly counter: string;
}

/** Makes the answer. The cast stands for the key that nobody else has: nothing outside the gate imports this. */
export function makeAnswer(
  packed: Packed,
  { plan, disclosure, notices, cursor, data, omitted, counter }: AnswerParts,
): Answer {
  const { reading, operation, graphId, session, form, views: hasViews = form === "json" } = disclosure;
  const views = packed.outcomes.filter(isShown).map(({ view }) => view);
  const telemetry = telemetryOf({
    shown: views,
    visited: Math.max(plan.visited, packed.outcomes.length),
    omitted: omitted.length,
    graphSize: reading.graph.size,
    tokensUsed: packed.tokensUsed,
    tokenBudget: plan.budget,
    counter,
  });
  const bare = {
    version: ANSWER_VERSION,
    operation,
    graphId,
    ...(session === undefined ? undefined : { session }),
    ...(cursor === undefined ? undefined : { cursor }),
    telemetry,
  } as const;
  const { omitted: named, notices: wordedNotices } = fillEnvelope(bare, notices, omitted);
  return {
    version: ANSWER_VERSION,
    operation,
    graphId,
    ...(session === undefined ? undefined : { session }),
    nodes: hasViews ? views : views.map(({ id, level }) => ({ id, level })),
    ...(form === "json" ? undefined : { text: packed.text }),
    ...(data === undefined ? undefined : { data }),
    omitted: named,
    ...(cursor === undefined ? undefined : { cursor }),
    ...(wordedNotices === undefined ? undefined : { notices: wordedNotices }),
    telemetry,
  } as unknown as Answer;
}
