import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { describe, expect, test } from "vitest";
import { createMcpServer } from "../server/create-mcp-server.js";
import { createHttpHandler, type HttpHandlerOptions } from "./http-handler.js";

const server = createMcpServer({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }] });

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly path?: string;
  readonly method?: string;
}

function post(options: HttpHandlerOptions = {}) {
  const handle = createHttpHandler(server, options);
  return async ({ headers = {}, body = LIST, path = "/mcp", method = "POST" }: Sent = {}) => {
    const request = new Request(`http://localhost:3333${path}`, {
      method,
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      ...(method === "POST" ? { body: typeof body === "string" ? body : JSON.stringify(body) } : {}),
    });
    const response = await handle(request, { remoteAddress: "127.0.0.1" });
    const text = await response.text();
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
    return { status: response.status, headers: response.headers, json: data === "" ? undefined : JSON.parse(data) };
  };
}

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const call = (name: string, given: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: given },
});

describe("Streamable HTTP", () => {
  test("answers without a session of its own, and without a handshake", async () => {
    const { status, json, headers } = await post()();
    expect(status).toBe(200);
    expect(json.result.tools).toHaveLength(7);
    expect(headers.has("mcp-session-id")).toBe(false);
  });

  test("promises no news to an older client, whom it has no way to tell", async () => {
    const send = post();
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const { json } = await send({ body: { jsonrpc: "2.0", id: 1, method: "initialize", params } });
    expect(json.result.capabilities).toMatchObject({ resources: {}, prompts: {} });
    expect(JSON.stringify(json.result.capabilities)).not.toContain("true");
    const uri = "pd://memory/note:alpha";
    const subscribed = await send({ body: { jsonrpc: "2.0", id: 1, method: "resources/subscribe", params: { uri } } });
    expect(subscribed.json.error.code).toBe(-32601);
  });

  test.each([
    ["resources/read", { uri: 7 }],
    ["resources/list", { cursor: 7 }],
    ["prompts/get", { name: "moc:hub", arguments: { question: 7 } }],
    ["completion/complete", {}],
  ])("parameters of the wrong type are the client's fault, not the server's: %s %j", async (method, params) => {
    const { json } = await post()({ body: { jsonrpc: "2.0", id: 1, method, params } });
    expect(json.error.code).toBe(-32602);
  });

  test.each([
    ["another host", { host: "evil.example" }, 403, "host-refused"],
    ["another page", { origin: "https://evil.example" }, 403, "origin-refused"],
    ["no page that can be told", { origin: "null" }, 403, "origin-refused"],
  ])("refuses %s before anything is read", async (_what, headers, status, code) => {
    const refused = await post()({ headers });
    expect(refused).toMatchObject({ status, json: { jsonrpc: "2.0", id: null, error: { data: { code } } } });
  });

  test("asks for a token where it has one", async () => {
    const send = post({ tokens: ["secret-one", "secret-two"] });
    expect(await send()).toMatchObject({ status: 401, json: { error: { data: { code: "token-refused" } } } });
    expect((await send({ headers: { authorization: "Bearer wrong" } })).status).toBe(401);
    expect((await send({ headers: { authorization: "Bearer secret-one" } })).status).toBe(200);
  });

  test("R2.7 a session belongs to the token that made it", async () => {
    const send = post({ tokens: ["secret-one", "secret-two"] });
    const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    const made = await send({ ...as("secret-one"), body: call("scan", { session: "new" }) });
    const { session } = made.json.result._meta["pd/answer"];
    const own = await send({ ...as("secret-one"), body: call("scan", { session }) });
    expect(own.json.result.isError).not.toBe(true);
    const other = await send({ ...as("secret-two"), body: call("scan", { session }) });
    expect(other.json.result).toMatchObject({ isError: true });
    expect(JSON.stringify(other.json)).toContain("session-unknown");
  });

  test("R2.7 without a token, 1,100 new sessions of one client do not end another's", async () => {
    const send = post({ rate: false });
    const made = await send({ body: call("scan", { session: "new", limit: 1 }) });
    const { session } = made.json.result._meta["pd/answer"];
    for (let count = 0; count < 1100; count += 1) await send({ body: call("scan", { session: "new", limit: 1 }) });
    expect((await send({ body: call("scan", { session }) })).json.result.isError).not.toBe(true);
  });

  test("reads no body that is too large, packed or no JSON", async () => {
    const send = post({ body: { maxBytes: 500 } });
    expect((await send({ body: call("scan", { query: "x".repeat(600) }) })).status).toBe(413);
    expect((await send({ headers: { "content-encoding": "gzip" } })).status).toBe(415);
    expect((await send({ headers: { "content-type": "text/plain" } })).status).toBe(415);
    expect(await send({ body: "{" })).toMatchObject({ status: 400, json: { error: { code: -32700 } } });
  });

  test.each(["[]", "null", "7", '"x"', '{"jsonrpc":"1.0"}', '{"jsonrpc":"2.0","method":7,"id":1}'])(
    "answers JSON that is no message with an error: %s",
    async (body) => {
      const { status, json } = await post()({ body });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(json.error.code).toBeLessThan(0);
    },
  );

  test("has one address, and no stream to get", async () => {
    expect((await post()({ path: "/other" })).status).toBe(404);
    expect((await post()({ method: "GET" })).status).toBe(405);
    expect((await post()({ method: "DELETE" })).status).toBe(405);
  });

  test("limits how often one may ask", async () => {
    const send = post({ rate: { perSecond: 1, burst: 2, now: () => 0 } });
    const statuses = [await send(), await send(), await send()].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});
