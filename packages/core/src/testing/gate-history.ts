import fc from "fast-check";
import { createBodyCache } from "../gate/body-cache.js";
import { createGate } from "../gate/gate.js";
import type { Answer, Form } from "../model/answer.js";
import { bytes, scaled, words } from "../model/counters.js";
import { isPdError } from "../model/errors.js";
import type { Level } from "../model/level.js";
import type { NodeId } from "../model/node.js";
import type { Plan } from "../model/plan.js";
import type { TokenCounter } from "../model/tokens.js";
import { o200k } from "../o200k/index.js";
import { createMemorySessionStore } from "../sessions/memory-session-store.js";
import { arbitraryForm, arbitraryNodes, arbitraryPlan } from "./arbitrary-content.js";
import { createMemoryContent, type MemoryNode } from "./memory-content.js";
import { anyText } from "./text-classes.js";

export const arbitraryCounter = fc.constantFrom(o200k, words, bytes, scaled(o200k, 1.3));
export const history = fc.array(fc.tuple(arbitraryPlan, arbitraryForm), { minLength: 1, maxLength: 4 });

export interface Step {
  readonly plan: Plan;
  readonly form: Form;
  readonly before: ReadonlyMap<NodeId, Level>;
  readonly after: ReadonlyMap<NodeId, Level>;
  readonly opened: readonly NodeId[];
  /** Nothing where the budget could not even hold an empty list. */
  readonly answer: Answer | undefined;
}

/** Discloses one plan after another in one session, as a client would. */
export async function play(
  nodes: readonly MemoryNode[],
  plans: readonly (readonly [Plan, Form])[],
  counter: TokenCounter,
): Promise<readonly Step[]> {
  const content = createMemoryContent(nodes);
  const sessions = createMemorySessionStore();
  const session = await sessions.create("me");
  const gate = createGate({ counter, sessions, bodies: createBodyCache(1 << 20), now: () => 0 });
  const ids = [...nodes.keys()].flatMap((index) => [
    `note:n${index}`,
    ...[0, 1, 2].map((at) => `note:n${index}#s${at}`),
  ]);
  const seen = async (): Promise<ReadonlyMap<NodeId, Level>> => {
    const found = await sessions.seen(session, "me", { graphId: "memory", ids: ids as NodeId[] });
    return new Map([...(found ?? [])].map(([id, { level }]) => [id, level]));
  };
  const steps: Step[] = [];
  for (const [plan, form] of plans) {
    const before = await seen();
    const reads = content.reads.content.length;
    const reading = await content.open();
    const answer = await gate
      .disclose(plan, { reading, graphId: "memory", operation: "test", form, caller: "me", session, call: 1 })
      .catch((error: unknown) => {
        if (isPdError(error) && error.code === "budget-too-small" && (plan.budget ?? 0) < 3) return undefined;
        throw error;
      });
    const after = await seen();
    steps.push({ plan, form, before, after, opened: content.reads.content.slice(reads), answer });
  }
  return steps;
}

/** What R2.3 counts. */
export function delivered(answer: Answer): string {
  return answer.text ?? JSON.stringify(answer.nodes);
}

export function forEachStep(check: (step: Step, nodes: readonly MemoryNode[], counter: TokenCounter) => void) {
  return fc.asyncProperty(arbitraryNodes(anyText), history, arbitraryCounter, async (nodes, plans, counter) => {
    for (const step of await play(nodes, plans, counter)) check(step, nodes, counter);
  });
}
