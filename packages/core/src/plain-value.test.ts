import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { configSchema, parseConfig, withBudget } from "./config.js";
import { PdError } from "./errors.js";
import type { Operation } from "./operation.js";
import { plainValue } from "./plain-value.js";
import { OPERATIONS } from "./toolkit.js";

/** Values that are right, nearly right and wrong for the fields of operations and configurations. */
const values = fc.oneof(
  fc.constantFrom<unknown>("", "x", "json", "text", "estimate", "o200k", "docs", "a".repeat(65), "a".repeat(401)),
  fc.constantFrom<unknown>("a".repeat(4097), 0, -0, 1, 3, 4, 5, 100, 1000, 1001, 2.5, -1, 2 ** 53, Number.NaN),
  fc.constantFrom<unknown>(true, false, null, undefined, [], ["x"], ["x", ""], [1], {}, { path: "docs" }),
  fc.constantFrom<unknown>(
    [{ path: "docs", id: "d" }],
    [{ path: "" }],
    [{ path: "x", more: 1 }],
    ["docs", { id: "d" }],
  ),
  fc.constantFrom<unknown>(
    Array.from({ length: 101 }, () => "x"),
    new Date(0),
    () => 1,
    10n,
    Symbol.iterator,
  ),
);

function inputs(fields: readonly string[]): fc.Arbitrary<unknown> {
  const known = fc.dictionary(fc.constantFrom(...fields), values, { maxKeys: 6 });
  const anything = fc.dictionary(fc.constantFrom(...fields, "other", "__proto__", "constructor"), values, {
    maxKeys: 4,
  });
  const inherited = known.map((given) => Object.assign(Object.create({ query: "inherited" }) as object, given));
  return fc.oneof(known, anything, inherited, values);
}

function checkAgainst({ input, inputSchema = {} }: Operation): void {
  const fields = Object.keys(inputSchema["properties"] as object);
  fc.assert(
    fc.property(inputs(fields), (given) => {
      const plain = plainValue(inputSchema, given);
      if (plain !== undefined) expect({ success: true, data: plain }).toEqual(z.safeParse(input, given));
    }),
    { numRuns: propertyRuns() },
  );
}

describe("what is plainly right", () => {
  test.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
    "is right to %s, and means the same",
    (_, operation) => checkAgainst(operation),
  );

  test.each(withBudget(OPERATIONS, 900).map((operation) => [operation.name, operation] as const))(
    "is right to %s with a budget of the configuration",
    (_, operation) => checkAgainst(operation),
  );

  test("is right to a configuration, and what is not is refused as before", () => {
    const settings = ["$schema", "version", "vaults", "budget", "counter", "cache", "watch", "mounts"];
    fc.assert(
      fc.property(inputs(settings), (given) => {
        const { success, data } = z.safeParse(configSchema, given);
        const read = () => parseConfig(given, { form: "json", where: () => "pd.config.json" });
        if (success) expect(read()).toEqual(data);
        else expect(read).toThrow(PdError);
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("is most of what is asked: an ordinary input needs no schema", () => {
    const schemaOf = (name: string) => OPERATIONS.find((operation) => operation.name === name)?.inputSchema ?? {};
    expect(plainValue(schemaOf("query"), { query: "levels", format: "json" })).toEqual({
      query: "levels",
      format: "json",
      limit: 10,
      top: 3,
    });
    expect(plainValue(schemaOf("node"), { nodes: ["a", "b"], level: 4 })).toEqual({ nodes: ["a", "b"], level: 4 });
    expect(plainValue(schemaOf("context"), { nodes: "a" })).toEqual({ nodes: "a", tokenBudget: 6000 });
  });

  test("is nothing that is asked for in other words", () => {
    expect(plainValue({ type: "string", pattern: "^a" }, "a")).toBeUndefined();
    expect(plainValue({ type: "number" }, 1)).toBeUndefined();
    expect(plainValue({ type: "object", properties: {} }, {})).toBeUndefined();
  });
});

test("what is written down of an operation's input is what its schema says, in that order", () => {
  for (const { name, input, inputSchema } of [...OPERATIONS, ...withBudget(OPERATIONS, 900)]) {
    const { $schema: _, ...said } = z.toJSONSchema(input, { io: "input" });
    expect([name, JSON.stringify(inputSchema)]).toEqual([name, JSON.stringify(said)]);
  }
});
