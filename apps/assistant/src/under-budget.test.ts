import { createToolkit, type JsonAnswer, OPERATIONS } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { mountUnderBudget, operationUnderBudget } from "./under-budget.js";

describe("operations under a budget", () => {
  test("R2.4 none gives more than there is room for, whatever is asked", async () => {
    const names = ["scan", "search", "query", "node", "traverse", "context"] as const;
    let room = 0;
    const toolkit = createToolkit({
      operations: OPERATIONS.map((operation) => operationUnderBudget(operation, () => room)),
      mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }],
    });
    const ids = ENFORCEMENT_NODES.map(({ id }) => id);
    const words = ENFORCEMENT_NODES.map((node) => node.name).join(" ");
    function askedOf(name: (typeof names)[number]): object {
      if (name === "scan") return {};
      if (name === "node") return { nodes: ids, level: 4 };
      return name === "traverse" ? { start: ids } : { query: words };
    }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.integer({ min: 1, max: 2000 }),
        fc.option(fc.integer({ min: 1, max: 10_000 })),
        async (name, left, tokenBudget) => {
          room = left;
          // Lists take no budget of their own: the cap is all that holds them.
          const isList = name === "scan" || name === "search";
          const budget = tokenBudget === null || isList ? {} : { tokenBudget };
          const asked = askedOf(name);
          const { telemetry } = (await toolkit.call(name as string, { ...asked, ...budget })) as JsonAnswer;
          expect(telemetry.tokensUsed).toBeLessThanOrEqual(Math.min(left, budget.tokenBudget ?? left));
        },
      ),
      { numRuns: propertyRuns(0.2) },
    );
  });

  test("a mount without tools stays one", () => {
    const mount = { content: createMemoryContent(ENFORCEMENT_NODES) };
    expect(mountUnderBudget(mount, () => 1)).toEqual({ ...mount, tools: [] });
  });
});
