import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { createHttpApp } from "./create-http-app.js";

const app = createHttpApp({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }], rate: false });

const names = [
  "scan",
  "search",
  "query",
  "node",
  "traverse",
  "context",
  "stats",
  "validate",
  "__proto__",
  "%2e%2e",
  "%",
  "",
];
const field = fc.constantFrom(
  ...["query", "nodes", "start", "level", "limit", "cursor", "session", "graphId", "format", "repeat", "tokenBudget"],
  ...["type", "tag", "path", "top", "maxNodes", "__proto__", "constructor", "toJSON", "then"],
);
const value = fc.oneof(
  fc.constantFrom<unknown>(
    "Alpha",
    "new",
    "text",
    "json",
    0,
    1,
    4,
    -1,
    1e308,
    true,
    null,
    "",
    [],
    {},
    ["Alpha"],
    "[[Beta#x]]",
  ),
  fc.string({ maxLength: 20 }),
  fc.jsonValue({ maxDepth: 2 }),
);
const input = fc.array(fc.tuple(field, value), { maxLength: 5 }).map((fields) => Object.fromEntries(fields));

/** An answer, or a problem that blames the request. */
async function expectSense(response: Response): Promise<void> {
  const text = await response.text();
  expect(response.status, text).toBeLessThan(500);
  if (response.status === 200) expect(JSON.parse(text)).toHaveProperty("telemetry");
  else
    expect(JSON.parse(text)).toMatchObject({
      status: response.status,
      code: expect.any(String),
      detail: expect.any(String),
    });
}

describe("R7.3 whatever comes in", () => {
  test("as a body, the fault is never the server's", async () => {
    const body = fc.oneof(
      { weight: 6, arbitrary: input.map((fields) => JSON.stringify(fields)) },
      fc.json({ maxDepth: 3 }),
      fc.string({ unit: "binary" }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), body, async (name, text) => {
        const headers = { "content-type": "application/json" };
        await expectSense(
          await app.fetch(
            new Request(`http://localhost/api/skillgraph/${name}`, { method: "POST", body: text, headers }),
          ),
        );
      }),
      { numRuns: propertyRuns(0.2) },
    );
  });

  test("in an address, the fault is never the server's", async () => {
    const query = fc.array(fc.tuple(field, fc.string({ maxLength: 10 })), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("stats", "validate", "scan"), query, async (name, fields) => {
        const address = `http://localhost/api/skillgraph/${name}?${new URLSearchParams(fields as [string, string][])}`;
        await expectSense(await app.fetch(new Request(address)));
      }),
      { numRuns: propertyRuns(0.2) },
    );
  });

  test("as a header, the fault is never the server's", async () => {
    const name = fc.constantFrom(
      "pd-session",
      "accept",
      "if-none-match",
      "traceparent",
      "x-request-id",
      "origin",
      "accept-encoding",
      "content-encoding",
      "authorization",
      "content-type",
    );
    const text = fc.string({
      unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(name, text, async (header, given) => {
        const headers = new Headers({ "content-type": "application/json" });
        headers.set(header, given);
        const response = await app.fetch(
          new Request("http://localhost/api/skillgraph/scan", { method: "POST", body: "{}", headers }),
        );
        expect(response.status).toBeLessThan(500);
        await response.body?.cancel();
      }),
      { numRuns: propertyRuns(0.2) },
    );
  });
});
