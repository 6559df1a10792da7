import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { createToolkit, OPERATIONS } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { describe, expect, test } from "vitest";
import { ANSWER_SCHEMA } from "./output-schema.js";

const INPUTS = new Map<string, readonly Readonly<Record<string, unknown>>[]>([
  ["scan", [{}, { limit: 2 }, { query: "zzzqqq" }]],
  ["search", [{ query: "alpha" }, { query: "zzzqqq" }]],
  [
    "query",
    [
      { query: "alpha beta", top: 2 },
      { query: "delta", tokenBudget: 60 },
    ],
  ],
  ["node", [0, 1, 2, 3, 4].map((level) => ({ nodes: ["Alpha", "Delta", "nobody"], level, tokenBudget: 900 }))],
  ["traverse", [{ start: ["Hub"], tokenBudget: 400 }, { query: "gamma" }]],
  ["context", [{ query: "gamma" }, { nodes: ["Alpha", "Delta"], tokenBudget: 500 }]],
  ["stats", [{}]],
]);

const offered = OPERATIONS.filter((operation) => operation.offered !== false);

describe.each(offered)("the output schema, for $name,", ({ name }) => {
  const outputSchema = ANSWER_SCHEMA;
  const validate = new AjvJsonSchemaValidator().getValidator<Record<string, unknown>>(outputSchema);
  const toolkit = createToolkit({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }] });
  const cases = (INPUTS.get(name) ?? []).flatMap((input) =>
    (["json", "text"] as const).map((format) => ({ ...input, format, session: "new" })),
  );

  test.each(cases)("is true of the answer to %j", async (input) => {
    const answer = JSON.parse(JSON.stringify(await toolkit.call(name, input)));
    expect(validate(answer)).toMatchObject({ valid: true });
    const known = Object.keys(outputSchema["properties"] as object);
    expect(known).toEqual(expect.arrayContaining(Object.keys(answer)));
  });

  test("is not true of anything", () => {
    expect(validate({})).toMatchObject({ valid: false });
    const answer = { version: 1, operation: name, graphId: "g", nodes: [{ id: 7 }], omitted: [], telemetry: {} };
    expect(validate(answer)).toMatchObject({ valid: false });
  });

  test("is lean", () => {
    expect(JSON.stringify(outputSchema).length).toBeLessThan(2000);
  });
});
