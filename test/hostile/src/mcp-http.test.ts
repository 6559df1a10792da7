import { afterAll, beforeAll, expect, test } from "vitest";
import { MCP_HTTP } from "./cases/mcp-http.js";
import { rawRequest } from "./drivers/raw-request.js";
import { type Server, startServer } from "./drivers/server.js";
import { besideSlowClients, halfRequests } from "./drivers/slow-clients.js";
import { builtBin, makeHostilePlace } from "./place.js";
import { BODY, expectHarmless, withinCeiling } from "./promises.js";

const place = makeHostilePlace();
let server: Server;
let port = 0;

beforeAll(async () => {
  const args = [builtBin("@pd/mcp"), place.vault, "--http", "--port", "0", "--no-config", "--no-watch", "--no-cache"];
  server = await startServer(args, {});
  port = Number(new URL(server.url).port);
  expect(await good()).toContain(BODY);
});
afterAll(async () => {
  await server.close();
  place.remove();
});

async function good(): Promise<string> {
  const params = { name: "node", arguments: { nodes: "Alpha", level: 4 } };
  const response = await fetch(server.url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  return response.text();
}

test.each(MCP_HTTP)("$name", async ({ request, status, isError = false }) => {
  const text = await withinCeiling(() => rawRequest(port, request), server.cpu);
  const given = text === "" ? 0 : Number(text.slice(9, 12));
  expect(status).toContain(given);
  if (isError && given === 200) expect(text).toMatch(/"error":|"isError":true/u);
  expectHarmless(text);
  // One answer at the most: nothing behind a refusal was taken for a second request.
  expect((text.match(/^HTTP\/1\.1 /gmu) ?? []).length).toBeLessThanOrEqual(1);
  expect(server.isAlive()).toBe(true);
  expectHarmless(server.said());
  expect(await good()).toContain(BODY);
});

test("a hundred clients that do not go on keep nobody waiting", async () => {
  const beginnings = halfRequests("/mcp", 100);
  expect(await withinCeiling(() => besideSlowClients(port, beginnings, good), server.cpu)).toContain(BODY);
  expect(await good()).toContain(BODY);
});
