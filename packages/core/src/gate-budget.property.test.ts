import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { estimate } from "./counters.js";
import { ENVELOPE_TOKENS } from "./envelope.js";
import type { Level } from "./level.js";
import { loadO200k } from "./o200k.js";
import { arbitraryForm, arbitraryNodes, arbitraryPlan } from "./testing/arbitrary-content.js";
import { delivered, forEachStep, play } from "./testing/gate-history.js";
import { anyText } from "./testing/text-classes.js";

const TIMEOUT = 900_000;
const runs = { numRuns: propertyRuns() };

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
