import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { type Answer, answerSchema, type Form } from "./answer.js";
import { createBodyCache } from "./body-cache.js";
import { bytes, estimate, words } from "./counters.js";
import { ENVELOPE_TOKENS } from "./envelope.js";
import { isPdError } from "./errors.js";
import { createGate } from "./gate.js";
import type { Level } from "./level.js";
import { createMemorySessionStore } from "./memory-session-store.js";
import type { NodeId } from "./node.js";
import { loadO200k } from "./o200k.js";
import type { Plan } from "./plan.js";
import type { SessionId } from "./session.js";
import {
  allowedCanaries,
  arbitraryForm,
  arbitraryNodes,
  arbitraryPlan,
  canariesIn,
} from "./testing/arbitrary-content.js";
import { createMemoryContent, type MemoryNode } from "./testing/memory-content.js";
import { anyText } from "./testing/text-classes.js";
import type { TokenCounter } from "./tokens.js";

const TIMEOUT = 600_000;
const runs = { numRuns: propertyRuns() };
const arbitraryCounter = fc.constantFrom(estimate, words, bytes);
const history = fc.array(fc.tuple(arbitraryPlan, arbitraryForm), { minLength: 1, maxLength: 4 });

interface Step {
  readonly plan: Plan;
  readonly form: Form;
  readonly before: ReadonlyMap<NodeId, Level>;
  readonly after: ReadonlyMap<NodeId, Level>;
  readonly opened: readonly NodeId[];
  /** Nothing where the budget could not even hold an empty list. */
  readonly answer: Answer | undefined;
}

/** Discloses one plan after another in one session, as a client would. */
async function play(
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
  const seen = () => sessions.seen(session, "me", { graphId: "memory", ids: ids as NodeId[] });
  const steps: Step[] = [];
  for (const [plan, form] of plans) {
    const before = (await seen()) ?? new Map();
    const reads = content.reads.content.length;
    const reading = await content.open();
    const answer = await gate
      .disclose(plan, { reading, graphId: "memory", operation: "test", form, caller: "me", session, call: 1 })
      .catch((error: unknown) => {
        if (isPdError(error) && error.code === "budget-too-small" && (plan.budget ?? 0) < 3) return undefined;
        throw error;
      });
    const after = (await seen()) ?? new Map();
    steps.push({ plan, form, before, after, opened: content.reads.content.slice(reads), answer });
  }
  return steps;
}

/** What R2.3 counts. */
function delivered(answer: Answer): string {
  return answer.text ?? JSON.stringify(answer.nodes);
}

function forEachStep(check: (step: Step, nodes: readonly MemoryNode[], counter: TokenCounter) => void) {
  return fc.asyncProperty(arbitraryNodes(anyText), history, arbitraryCounter, async (nodes, plans, counter) => {
    for (const step of await play(nodes, plans, counter)) check(step, nodes, counter);
  });
}

describe("the gate, for every plan, budget, form and history", () => {
  test("R2.4 delivers no more than the budget, by the counter in use", { timeout: TIMEOUT }, async () => {
    await fc.assert(
      forEachStep(({ plan, answer }, _, counter) => {
        if (answer === undefined || plan.budget === undefined) return;
        expect(counter.count(delivered(answer))).toBeLessThanOrEqual(plan.budget);
      }),
      runs,
    );
  });

  test("R2.4 delivers no more than the budget by a real tokenizer, with the default counter", {
    timeout: TIMEOUT,
  }, async () => {
    const real = await loadO200k();
    await fc.assert(
      fc.asyncProperty(arbitraryNodes(anyText), arbitraryPlan, arbitraryForm, async (nodes, plan, form) => {
        const [step] = await play(nodes, [[plan, form]], estimate);
        if (step?.answer === undefined || plan.budget === undefined) return;
        expect(real.count(delivered(step.answer))).toBeLessThanOrEqual(plan.budget);
      }),
      runs,
    );
  });

  test("R1.4 shows no field and no word that a node's level forbids, anywhere in the answer", {
    timeout: TIMEOUT,
  }, async () => {
    await fc.assert(
      forEachStep(({ answer }, nodes) => {
        if (answer === undefined) return;
        const wire: unknown = JSON.parse(JSON.stringify(answer));
        expect(z.safeParse(answerSchema, wire).error?.issues).toBeUndefined();
        const allowed = allowedCanaries(nodes, answer.nodes);
        for (const word of canariesIn(JSON.stringify(answer))) expect(allowed).toContain(word);
      }),
      runs,
    );
  });

  test("R2.1 never shows an addressed node at less than was seen, and never lowers what was seen", {
    timeout: TIMEOUT,
  }, async () => {
    await fc.assert(
      forEachStep(({ plan, before, after, answer }) => {
        for (const [id, level] of before) expect(after.get(id)).toBeGreaterThanOrEqual(level);
        for (const { id, level } of answer?.nodes ?? []) {
          expect(after.get(id)).toBeGreaterThanOrEqual(level);
          if (plan.levels === "raised") expect(level).toBeGreaterThanOrEqual(before.get(id) ?? 0);
        }
      }),
      runs,
    );
  });

  test("R2.7 without repeats, shows only what adds to what was seen", { timeout: TIMEOUT }, async () => {
    await fc.assert(
      forEachStep(({ plan, before, answer }) => {
        if (plan.repeat) return;
        for (const { id, level } of answer?.nodes ?? []) expect(level).toBeGreaterThan(before.get(id) ?? -1);
      }),
      runs,
    );
  });

  test("R2.8 keeps honest accounts", { timeout: TIMEOUT }, async () => {
    await fc.assert(
      forEachStep(({ plan, answer }, nodes, counter) => {
        if (answer === undefined) return;
        const { telemetry } = answer;
        const at = (level: Level) => answer.nodes.filter((node) => node.level === level).length;
        const loaded = new Set(answer.nodes.filter(({ level }) => level >= 3).map(({ id }) => id.split("#")[0]));
        const wanted = new Set(plan.wants.map(({ id }) => id)).size;
        expect(telemetry.nodesAtLevel).toEqual({ 0: at(0), 1: at(1), 2: at(2), 3: at(3), 4: at(4) });
        expect(telemetry.nodesLoaded).toBe(at(3) + at(4));
        expect(telemetry.nodesVisited).toBeGreaterThanOrEqual(answer.nodes.length);
        expect(answer.nodes.length + telemetry.nodesOmitted).toBe(wanted);
        expect(telemetry.tokensUsed).toBe(counter.count(delivered(answer)));
        expect(telemetry.tokenBudget).toBe(plan.budget ?? null);
        expect(telemetry.coveragePercent).toBeCloseTo((100 * loaded.size) / nodes.length, 0);
        expect(telemetry.counter).toBe(counter.name);
      }),
      runs,
    );
  });

  test("R2.3 keeps what surrounds the nodes under 300 tokens, and names at most 20 omissions", {
    timeout: TIMEOUT,
  }, async () => {
    const real = await loadO200k();
    await fc.assert(
      forEachStep(({ answer }) => {
        if (answer === undefined) return;
        const { nodes: _, text: __, ...envelope } = answer;
        expect(real.count(JSON.stringify(envelope))).toBeLessThan(ENVELOPE_TOKENS);
        expect(answer.omitted.length).toBeLessThanOrEqual(20);
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });

  test("R2.5 gives the same bytes for the same plan, content and history", { timeout: TIMEOUT }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryNodes(anyText), history, arbitraryCounter, async (nodes, plans, counter) => {
        const [once, again] = [await play(nodes, plans, counter), await play(nodes, plans, counter)].map((steps) =>
          steps.map(({ answer }) => withoutSession(answer)),
        );
        expect(again).toEqual(once);
      }),
      runs,
    );
  });

  test("reads no body of a node that is not delivered in full", { timeout: TIMEOUT }, async () => {
    await fc.assert(
      forEachStep(({ answer, opened }) => {
        const full = new Set(answer?.nodes.filter(({ level }) => level === 4).map(({ id }) => id));
        for (const id of opened) expect(full).toContain(id);
      }),
      runs,
    );
  });
});

function withoutSession(answer: Answer | undefined): string {
  return JSON.stringify(answer ?? null).replaceAll(/pds_\d{39}/g, "pds_" satisfies string as SessionId);
}
