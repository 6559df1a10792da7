import { parseJSONRPCMessage } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { messageIn } from "./json-rpc.js";

function isMessageToTheSdk(given: unknown): boolean {
  try {
    parseJSONRPCMessage(given);
    return true;
  } catch {
    return false;
  }
}

const odd = fc.constantFrom<unknown>(null, true, 1.5, 2 ** 60, "", "2.0", [], {}, { code: 1 }, { taskId: 7 });
const maybe = (value: fc.Arbitrary<unknown>) => fc.oneof({ weight: 6, arbitrary: value }, odd);
const id = fc.oneof(fc.string(), fc.integer());
const meta = fc.record(
  {
    progressToken: maybe(id),
    "io.modelcontextprotocol/related-task": maybe(fc.record({ taskId: fc.string() })),
    "io.modelcontextprotocol/serverInfo": odd,
    other: odd,
  },
  { requiredKeys: [] },
);
const params = fc.record({ _meta: maybe(meta), name: odd }, { requiredKeys: [] });
const error = fc.record({ code: maybe(fc.integer()), message: maybe(fc.string()), data: odd }, { requiredKeys: [] });
/** Near enough to messages that about half of them are some. */
const message = fc.record(
  {
    jsonrpc: maybe(fc.constant("2.0")),
    id: maybe(id),
    method: maybe(fc.string()),
    params: maybe(params),
    result: maybe(params),
    error: maybe(error),
    more: odd,
  },
  { requiredKeys: ["jsonrpc"] },
);
const kinds = [
  ["jsonrpc", "id", "method", "params"],
  ["jsonrpc", "method", "params"],
  ["jsonrpc", "id", "result"],
  ["jsonrpc", "id", "error"],
];
const near = fc
  .tuple(message, fc.constantFrom(...kinds), fc.integer({ min: 0, max: 9 }))
  .map(([given, kind, rest]) =>
    rest === 0 ? given : Object.fromEntries(Object.entries(given).filter(([name]) => kind.includes(name))),
  );

describe("a JSON-RPC message", () => {
  test("is one exactly where the SDK says so", () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 20, arbitrary: near }, fc.jsonValue()), (given) => {
        // As it comes from a line.
        const value: unknown = JSON.parse(JSON.stringify(given));
        expect(messageIn(value) !== undefined).toBe(isMessageToTheSdk(value));
      }),
      { numRuns: propertyRuns() },
    );
  });

  test.each([
    [{ jsonrpc: "2.0", id: 1, method: "ping" }, true],
    [{ jsonrpc: "2.0", method: "notifications/initialized", params: {} }, true],
    [{ jsonrpc: "2.0", id: "a", result: {} }, true],
    [{ jsonrpc: "2.0", error: { code: -32600, message: "no" } }, true],
    [{ jsonrpc: "2.0", id: 1, method: "ping", more: 1 }, false],
    [{ jsonrpc: "2.0", id: null, method: "ping" }, false],
    [{ jsonrpc: "2.0", id: 1, method: "ping", params: [] }, false],
    [{ jsonrpc: "2.0", id: 1, result: {}, error: { code: 1, message: "" } }, false],
    [[{ jsonrpc: "2.0", id: 1, method: "ping" }], false],
  ])("%j", (given, isOne) => {
    expect([messageIn(given) !== undefined, isMessageToTheSdk(given)]).toEqual([isOne, isOne]);
  });
});
