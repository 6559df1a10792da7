import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { isPdError } from "../model/errors.js";
import { arbitraryNodes } from "../testing/arbitrary-content.js";
import { arbitraryCounter } from "../testing/gate-history.js";
import { createMemoryContent } from "../testing/memory-content.js";
import { anyText } from "../testing/text-classes.js";
import { createToolkit } from "../toolkit/toolkit.js";

const asked = fc.oneof(
  fc.record({ name: fc.constant("scan"), input: fc.constant({}) }),
  fc.record({ name: fc.constant("context"), input: fc.record({ nodes: fc.constant(["note:n0", "note:n1"]) }) }),
  fc.record({
    name: fc.constant("node"),
    input: fc.record({ nodes: fc.constant(["note:n0"]), level: fc.constantFrom(0, 1, 2, 3, 4) }),
  }),
);

test("R2.3 where JSON is handed to a model, all of it is within the budget, and tokensUsed counts all of it", {
  timeout: 900_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryNodes(anyText),
      asked,
      fc.integer({ min: 1, max: 3000 }),
      arbitraryCounter,
      async (nodes, { name, input }, tokenBudget, counter) => {
        const toolkit = createToolkit({ mounts: [{ content: createMemoryContent(nodes) }], counter });
        const budget = name === "scan" ? {} : { tokenBudget };
        const answer = (await toolkit
          .call(name as string, { ...input, ...budget, session: "new" }, { whole: true })
          .catch((error: unknown) => {
            if (isPdError(error) && ["budget-too-small", "node-unknown"].includes(error.code)) return undefined;
            throw error;
          })) as
          | { readonly telemetry: { readonly tokensUsed: number; readonly tokenBudget: number | null } }
          | undefined;
        if (answer === undefined) return;
        const { telemetry } = answer;
        const whole = counter.count(JSON.stringify(answer));
        expect(whole).toBeLessThanOrEqual(telemetry.tokensUsed);
        expect(telemetry.tokensUsed - whole).toBeLessThanOrEqual(1);
        if (telemetry.tokenBudget !== null) expect(telemetry.tokensUsed).toBeLessThanOrEqual(telemetry.tokenBudget);
        if (name !== "scan") expect(telemetry.tokenBudget).toBe(tokenBudget);
      },
    ),
    { numRuns: propertyRuns() },
  );
});

test("R2.3 an answer that leaves everything out for want of room is refused only where not even that fits", async () => {
  const toolkit = createToolkit({
    mounts: [{ content: createMemoryContent([{ id: "note:kanji", name: "漢字", body: "漢".repeat(900) }]) }],
  });
  const context = { whole: true };
  await expect(toolkit.call("node", { nodes: "漢字", level: 4, tokenBudget: 40 }, context)).rejects.toMatchObject({
    code: "budget-too-small",
    fix: expect.stringMatching(/^Give at least \d+ tokens/),
  });
  const answer = await toolkit.call("node", { nodes: "漢字", level: 4, tokenBudget: 320 }, context);
  expect(answer.omitted).toMatchObject([{ reason: "budget" }]);
});
