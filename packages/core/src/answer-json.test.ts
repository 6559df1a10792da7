import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { answerJson } from "./answer-json.js";
import { forEachStep } from "./testing/gate-history.js";

describe("an answer on the wire", () => {
  test("R6.6 is what JSON.stringify gives, for every plan, form and history", { timeout: 900_000 }, async () => {
    await fc.assert(
      forEachStep(({ answer }) => {
        expect(answerJson(answer)).toBe(JSON.stringify(answer));
        if (answer !== undefined) expect(answerJson({ ...answer })).toBe(JSON.stringify(answer));
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });

  test("other nodes put in its place are written as they are", async () => {
    await fc.assert(
      forEachStep(({ answer }) => {
        if (answer === undefined) return;
        const changed = Object.assign(answer, { nodes: [] });
        expect(answerJson(changed)).toBe(JSON.stringify(changed));
      }),
      { numRuns: 20 },
    );
  });

  test("whatever else a tool gives back is written as it is", () => {
    for (const output of [undefined, null, 1, "text", [1], { nodes: 0 }]) {
      expect(answerJson(output)).toBe(JSON.stringify(output));
    }
  });
});
