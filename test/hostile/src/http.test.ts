import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HTTP, type HttpCase } from "./cases/http.js";
import { rawRequest } from "./drivers/raw-request.js";
import { type Server, startServer } from "./drivers/server.js";
import { besideSlowClients, halfRequests } from "./drivers/slow-clients.js";
import { builtBin, makeHostilePlace } from "./place.js";
import { BODY, expectHarmless, withinCeiling } from "./promises.js";

const place = makeHostilePlace();
let server: Server;
let port = 0;

beforeAll(async () => {
  const args = [builtBin("@pd/http"), place.vault, "--port", "0", "--no-config", "--no-watch", "--no-cache"];
  server = await startServer(args, {});
  port = Number(new URL(server.url).port);
});
afterAll(async () => {
  await server.close();
  place.remove();
});

const bomb = gzipSync(Buffer.alloc(50 * 2 ** 20));
const PACKED: readonly HttpCase[] = [
  {
    name: "a bomb",
    request: Buffer.concat([
      Buffer.from(
        `POST /api/skillgraph/scan HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`,
      ),
      bomb,
    ]),
    status: [413, 415],
  },
];

test.each([...HTTP, ...PACKED])("$name", async ({ request, status, opens = false }) => {
  const text = await withinCeiling(() => rawRequest(port, request), server.cpu);
  expect(status).toContain(text === "" ? 0 : Number(text.slice(9, 12)));
  expectHarmless(text, { opens });
  // One answer at the most: nothing behind a refusal was taken for a second request.
  expect((text.match(/^HTTP\/1\.1 /gmu) ?? []).length).toBeLessThanOrEqual(1);
  expect(server.isAlive()).toBe(true);
  expectHarmless(server.said());
  expect(await good()).toContain(BODY);
});

async function good(): Promise<string> {
  const response = await fetch(`${server.url}/api/skillgraph/node`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"nodes":"Alpha","level":4}',
  });
  return response.text();
}

test("a hundred clients that do not go on keep nobody waiting", async () => {
  const beginnings = halfRequests("/api/skillgraph/scan", 100);
  expect(await withinCeiling(() => besideSlowClients(port, beginnings, good), server.cpu)).toContain(BODY);
  expect(await good()).toContain(BODY);
});
