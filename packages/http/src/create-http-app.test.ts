import { bytes, createToolkit, defineErrors, defineTool, PdError } from "@pd/core";
import { createEndlessContent, createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { createClient } from "./client.js";
import { createHttpApp, type HttpApp, type HttpAppOptions } from "./create-http-app.js";
import type { RequestRecord } from "./telemetry/request-record.js";
import { echoTool, failingTool, waitingTool } from "./testing/tools.js";

const base = "http://localhost";

function appWith(options: Partial<HttpAppOptions> = {}): HttpApp {
  const mounts = [{ content: createMemoryContent(ENFORCEMENT_NODES), tools: [echoTool, failingTool] }];
  return createHttpApp({ mounts, ...options } as HttpAppOptions);
}

function call(app: HttpApp, path: string, input: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const body = typeof input === "string" ? input : JSON.stringify(input);
  return app.fetch(
    new Request(base + path, { method: "POST", body, headers: { "content-type": "application/json", ...headers } }),
  );
}

function get(app: HttpApp, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return app.fetch(new Request(base + path, { headers }));
}

test("a code that only a mounted package declares has that package's status, in answers, streams and logs", async () => {
  const kinds = defineErrors({ "mond-voll": { what: "Voll.", fix: "Warten.", fault: "caller", status: 409 } });
  const tool = defineTool({
    name: "watch_moon",
    description: "Watches.",
    input: z.strictObject({}),
    readOnly: true,
    async call(): Promise<string> {
      throw new PdError(kinds["mond-voll"], "Der Mond ist voll", { fix: "Warten." });
    },
  });
  const records: RequestRecord[] = [];
  const app = createHttpApp({ mounts: [{ tools: [tool] }], onRequest: (record) => records.push(record) });
  const response = await call(app, "/api/tools/watch_moon", {});
  expect([response.status, await response.json()]).toMatchObject([
    409,
    { code: "mond-voll", status: 409, fix: "Warten." },
  ]);
  await vi.waitFor(() => expect(records[0]).toMatchObject({ code: "mond-voll", level: "warn", status: 409 }));
  const near = createClient(base, { fetch: app.fetch });
  await expect(near.tool("watch_moon", {})).rejects.toMatchObject({ code: "mond-voll", message: "Der Mond ist voll" });
});

describe("R6.2 routes", () => {
  const app = appWith();

  test.each([
    ["scan", {}],
    ["search", { query: "alpha" }],
    ["query", { query: "alpha" }],
    ["node", { nodes: "Alpha" }],
    ["traverse", { start: "Alpha" }],
    ["context", { query: "alpha" }],
  ])("POST /api/skillgraph/%s answers with telemetry", async (operation, input) => {
    const response = await call(app, `/api/skillgraph/${operation}`, input);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ version: 1, operation, telemetry: { counter: "o200k" } });
  });

  test.each(["stats", "validate"])("GET /api/skillgraph/%s answers with data", async (operation) => {
    const response = await get(app, `/api/skillgraph/${operation}`);
    expect(await response.json()).toMatchObject({ operation, data: { quality: { grade: expect.any(String) } } });
  });

  test("a query in the address is typed by the schema", async () => {
    const answer = await (await get(app, "/api/skillgraph/validate?threshold=100&limit=0&format=text")).json();
    expect(answer).toMatchObject({ data: { threshold: 100, findings: [] } });
    expect(await problem(await get(app, "/api/skillgraph/validate?threshold=high"))).toMatchObject({
      field: "threshold",
    });
    expect(await problem(await get(app, "/api/skillgraph/validate?treshold=1"))).toMatchObject({
      fix: 'Did you mean "threshold"?',
    });
    expect(await problem(await get(app, "/api/skillgraph/stats?format=json&format=text"))).toMatchObject({
      field: "format",
    });
  });

  test("further tools are at /api/tools, and not among the operations", async () => {
    expect(await (await call(app, "/api/tools/echo", { text: "a" })).json()).toEqual({ text: "a" });
    expect(await problem(await call(app, "/api/skillgraph/echo", {}))).toMatchObject({
      code: "route-unknown",
      fix: "Use POST /api/tools/echo.",
    });
    expect(await problem(await call(app, "/api/tools/scan", {}))).toMatchObject({
      fix: "Use POST /api/skillgraph/scan.",
    });
  });

  test("graphId chooses the vault", async () => {
    const two = createHttpApp({
      mounts: [
        { content: createMemoryContent([{ id: "note:a", name: "A", body: "a" }], "first") },
        { content: createMemoryContent([{ id: "note:b", name: "B", body: "b" }], "second") },
      ],
    });
    const nodes = async (input: object) =>
      ((await (await call(two, "/api/skillgraph/scan", input)).json()) as { nodes: unknown }).nodes;
    expect(await nodes({})).toMatchObject([{ id: "note:a" }]);
    expect(await nodes({ graphId: "second" })).toMatchObject([{ id: "note:b" }]);
    expect(await nodes({ graphId: "all" })).toMatchObject([{ id: "note:a" }, { id: "note:b" }]);
    expect(await problem(await call(two, "/api/skillgraph/scan", { graphId: "third" }))).toMatchObject({
      status: 404,
      code: "graph-unknown",
      field: "graphId",
    });
  });

  test("a body is optional where nothing is required", async () => {
    const response = await app.fetch(new Request(`${base}/api/skillgraph/scan`, { method: "POST" }));
    expect(response.status).toBe(200);
  });

  test("health and ready", async () => {
    let isReady = false;
    const loading = appWith({ isReady: () => isReady });
    expect((await get(loading, "/health")).status).toBe(200);
    expect((await get(loading, "/ready")).status).toBe(503);
    isReady = true;
    expect((await get(loading, "/ready")).status).toBe(200);
  });

  test("what is not there and what takes another method are told apart", async () => {
    expect(await problem(await get(app, "/nothing"))).toMatchObject({ status: 404, code: "route-unknown" });
    const wrong = await get(app, "/api/skillgraph/scan");
    expect(wrong.headers.get("allow")).toBe("POST");
    expect(await problem(wrong)).toMatchObject({ status: 405, code: "method-not-allowed", fix: "Use POST." });
    const deleted = await app.fetch(new Request(`${base}/api/skillgraph/stats`, { method: "DELETE" }));
    expect(await problem(deleted)).toMatchObject({ status: 405, fix: "Use GET, POST." });
  });

  test("an operation that is asked for by address is taken by POST too", async () => {
    const posted = await call(app, "/api/skillgraph/stats", {});
    expect(await posted.json()).toEqual(await (await get(app, "/api/skillgraph/stats")).json());
  });
});

async function problem(response: Response): Promise<Record<string, unknown>> {
  expect(response.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  const body = (await response.json()) as Record<string, unknown>;
  expect(body["status"]).toBe(response.status);
  return body;
}

describe("R6.2 problems (RFC 9457)", () => {
  const app = appWith();

  test("name the code, the field at fault and the fix", async () => {
    expect(await problem(await call(app, "/api/skillgraph/search", { querry: "x" }))).toMatchObject({
      type: "urn:pd:error:input-invalid",
      title: "Input invalid",
      status: 400,
      code: "input-invalid",
      field: expect.any(String),
      fix: expect.any(String),
      instance: expect.stringMatching(/^urn:pd:request:[0-9a-f-]{36}$/),
    });
    expect(await problem(await call(app, "/api/skillgraph/node", { nodes: "Alfa" }))).toMatchObject({
      status: 404,
      code: "node-unknown",
    });
    expect(await problem(await call(app, "/api/skillgraph/scan", { tokenBudget: 0 }))).toMatchObject({ status: 400 });
    const byBytes = createHttpApp({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }], counter: bytes });
    expect(await problem(await call(byBytes, "/api/skillgraph/query", { query: "a", tokenBudget: 1 }))).toMatchObject({
      status: 422,
      code: "budget-too-small",
    });
  });

  test.each(["{", "", "nonsense", "[]", '"text"', "null", "1"])("the body %j is refused by name", async (body) => {
    const response = await call(app, "/api/skillgraph/search", body);
    expect(await problem(response)).toMatchObject({ status: 400, code: "input-invalid", fix: expect.any(String) });
  });

  test.each([
    ["text/plain"],
    ["application/x-www-form-urlencoded"],
    ["multipart/form-data; boundary=x"],
    ["application/json; charset=utf-16"],
    ["application/jsonp"],
    ["text/plain; a=application/json"],
  ])("a body of type %s is not taken for JSON: a form elsewhere could send it", async (type) => {
    const response = await call(app, "/api/skillgraph/scan", "{}", { "content-type": type });
    expect(await problem(response)).toMatchObject({ status: 415, code: "body-unsupported", field: "content-type" });
  });

  test("a failure inside says nothing of the inside", async () => {
    const response = await call(app, "/api/tools/fail", {});
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toContain("SECRET");
    expect(JSON.parse(text)).toMatchObject({ code: "tool-failed" });
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "prototype"])(
    "%s is no tool and no field",
    async (name) => {
      expect(await problem(await call(app, `/api/tools/${name}`, {}))).toMatchObject({ code: "tool-unknown" });
      expect(await problem(await call(app, `/api/skillgraph/${name}`, {}))).toMatchObject({ code: "tool-unknown" });
      expect(await problem(await get(app, `/api/skillgraph/stats?${name}=1`))).toMatchObject({ code: "input-invalid" });
      const body = `{"query":"a","${name}":{"polluted":true}}`;
      expect(await problem(await call(app, "/api/skillgraph/search", body))).toMatchObject({ code: "input-invalid" });
      expect(await problem(await get(app, `/${name}`))).toMatchObject({ code: "route-unknown" });
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    },
  );

  test("what a tool gives back with a __proto__ of its own changes nothing here", async () => {
    const response = await call(app, "/api/tools/echo", '{"__proto__":{"polluted":true}}', { "pd-session": "x" });
    expect(response.status).toBe(200);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

describe("R2.7 sessions", () => {
  const app = appWith();
  const node = (level: number, headers: Record<string, string>, more = {}) =>
    call(app, "/api/skillgraph/node", { nodes: "Alpha", level, ...more }, headers);

  test("the header makes one, gives it back, and is the same as the field", async () => {
    const first = await node(4, { "pd-session": "new" });
    const session = first.headers.get("pd-session") ?? "";
    expect(session).toMatch(/^pds_[0-9]{39}$/);
    expect(await first.json()).toMatchObject({ session });
    expect(await (await node(1, { "pd-session": session })).json()).toMatchObject({ nodes: [{ level: 4 }] });
    expect(await (await node(1, {}, { session })).json()).toMatchObject({ nodes: [{ level: 4 }] });
    expect(await (await node(1, {})).json()).toMatchObject({ nodes: [{ level: 1 }] });
    expect(await problem(await node(1, { "pd-session": session }, { session: "new" }))).toMatchObject({
      field: "session",
    });
  });

  test("none is made where none is asked for", async () => {
    const response = await node(1, {});
    expect(response.headers.get("pd-session")).toBeNull();
    expect(await response.json()).not.toHaveProperty("session");
  });

  test("it can be reported and ended, by address or by header; after that it is unknown", async () => {
    const create = async () => (await node(4, { "pd-session": "new" })).headers.get("pd-session") ?? "";
    const [one, two] = [await create(), await create()];
    expect(await (await get(app, `/api/sessions/${one}`)).json()).toMatchObject({ session: one });
    const end = (path: string, headers = {}) => app.fetch(new Request(base + path, { method: "DELETE", headers }));
    expect((await end(`/api/sessions/${one}`)).status).toBe(204);
    expect((await end("/api/session", { "pd-session": two })).status).toBe(204);
    for (const gone of [one, two]) {
      expect(await problem(await node(1, { "pd-session": gone }))).toMatchObject({
        status: 404,
        code: "session-unknown",
      });
      expect(await problem(await end(`/api/sessions/${gone}`))).toMatchObject({ code: "session-unknown" });
    }
    expect(await problem(await end("/api/session"))).toMatchObject({ code: "session-unknown" });
  });

  test("without a token, 1,100 new sessions of one program do not end another's", async () => {
    const open = appWith();
    const scan = (session: string) => call(open, "/api/skillgraph/scan", { limit: 1 }, { "pd-session": session });
    const stranger = (await scan("new")).headers.get("pd-session") ?? "";
    for (let made = 0; made < 1100; made += 1) await scan("new");
    expect((await scan(stranger)).status).toBe(200);
    expect((await get(open, `/api/sessions/${stranger}`)).status).toBe(200);
  });

  test("one caller's is another's unknown", async () => {
    const shared = appWith({ token: ["token-of-ann", "token-of-ben"] });
    const as = (token: string) => ({ authorization: `Bearer ${token}` });
    const made = await call(shared, "/api/skillgraph/scan", {}, { ...as("token-of-ann"), "pd-session": "new" });
    const session = made.headers.get("pd-session") ?? "";
    const use = (token: string) => call(shared, "/api/skillgraph/scan", { session }, as(token));
    const end = (token: string) =>
      shared.fetch(new Request(`${base}/api/sessions/${session}`, { method: "DELETE", headers: as(token) }));
    expect(await problem(await use("token-of-ben"))).toMatchObject({ code: "session-unknown" });
    expect(await problem(await end("token-of-ben"))).toMatchObject({ code: "session-unknown" });
    expect((await get(shared, `/api/sessions/${session}`, as("token-of-ben"))).status).toBe(404);
    expect((await use("token-of-ann")).status).toBe(200);
    expect((await end("token-of-ann")).status).toBe(204);
  });
});

describe("what an answer may be kept for", () => {
  const app = appWith();

  test("without a session it depends on the graph alone: a tag, and 304 where it is still right", async () => {
    for (const ask of [
      (headers = {}) => get(app, "/api/skillgraph/stats", headers),
      (headers = {}) => call(app, "/api/skillgraph/scan", {}, headers),
    ]) {
      const first = await ask();
      const etag = first.headers.get("etag") ?? "";
      expect(etag).toMatch(/^W\/"[0-9a-f]{16}"$/);
      expect(first.headers.get("cache-control")).toBe("private, no-cache");
      const again = await ask({ "if-none-match": `"other", ${etag}` });
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
      expect((await ask({ "if-none-match": '"other"' })).status).toBe(200);
    }
  });

  test("with a session, from a tool, or where it failed: nothing is kept", async () => {
    const answers = [
      await call(app, "/api/skillgraph/scan", {}, { "pd-session": "new" }),
      await call(app, "/api/tools/echo", {}),
      await call(app, "/api/skillgraph/node", { nodes: "nobody" }),
    ];
    for (const { headers } of answers) {
      expect(headers.get("etag")).toBeNull();
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  test("another content has another tag", async () => {
    const other = createHttpApp({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES.slice(1)) }] });
    const tag = async (one: HttpApp) => (await call(one, "/api/skillgraph/scan", {})).headers.get("etag");
    expect(await tag(other)).not.toBe(await tag(app));
  });

  test("a large answer is packed where the client takes it, and says the same", async () => {
    const ask = (encoding: string) =>
      call(app, "/api/skillgraph/node", { nodes: "Delta", level: 4 }, { "accept-encoding": encoding });
    const plain = await ask("identity");
    const packed = await ask("gzip, br");
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(packed.headers.get("vary")).toContain("accept-encoding");
    const unpacked = packed.body?.pipeThrough(new DecompressionStream("gzip") as never);
    expect(await new Response(unpacked as never).text()).toBe(await plain.text());
    const small = await call(app, "/api/skillgraph/node", { nodes: "Alpha" }, { "accept-encoding": "gzip" });
    expect(small.headers.get("content-encoding")).toBeNull();
  });
});

describe("context as a stream", () => {
  const app = appWith();
  const events = async (response: Response) =>
    (await response.text())
      .split("\n\n")
      .filter((event) => event !== "")
      .map((event) => {
        const [name = "", data = ""] = event.split("\n");
        return [name.slice("event: ".length), JSON.parse(data.slice("data: ".length))] as const;
      });

  test("tells what is disclosed as it happens, then gives the answer", async () => {
    const input = { query: "alpha", tokenBudget: 600, session: "new" };
    const response = await call(app, "/api/skillgraph/context", input, { accept: "text/event-stream" });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const told = await events(response);
    const names = told.map(([name]) => name);
    expect(names.slice(0, 2)).toEqual(["call-started", "session-created"]);
    expect(names).toContain("node-disclosed");
    expect(names.slice(-2)).toEqual(["call-finished", "answer"]);
    const answer = told.at(-1)?.[1] as { nodes: { id: string; level: number }[]; telemetry: object };
    const disclosed = told.filter(([name]) => name === "node-disclosed").map(([, { id, level }]) => [id, level]);
    expect(disclosed).toEqual(answer.nodes.map(({ id, level }) => [id, level]));
    expect(told.at(-2)?.[1]).toMatchObject({ telemetry: answer.telemetry });
  });

  test("a failure is its last event, and nothing tells who the caller is", async () => {
    const response = await call(app, "/api/skillgraph/context", {}, { accept: "text/event-stream" });
    const told = await events(response);
    expect(told.at(-1)).toMatchObject(["problem", { code: "input-invalid", status: 400, field: "query" }]);
    expect(JSON.stringify(told)).not.toMatch(/caller|cause/);
  });

  test("events tell no word of a text", async () => {
    const input = { nodes: ["Alpha", "Beta"], tokenBudget: 3000 };
    const response = await call(app, "/api/skillgraph/context", input, { accept: "text/event-stream" });
    const before = (await events(response)).slice(0, -1);
    expect(JSON.stringify(before)).not.toMatch(/BODY-|DESC-|PREV-|CTX-/);
  });
});

describe("limits", () => {
  test("a call that takes too long is told to stop, and answered for", async () => {
    const { tool, seen } = waitingTool();
    const app = createHttpApp({ mounts: [{ tools: [tool] }], limits: { callMilliseconds: 20 } });
    expect(await problem(await call(app, "/api/tools/wait", {}))).toMatchObject({ status: 504, code: "timed-out" });
    expect(seen.aborted).toBe(1);
  });

  test.each([
    ["POST", "scan", {}],
    ["POST", "search", { query: "São Paulo" }],
    ["POST", "query", { query: "á" }],
    ["POST", "node", { nodes: "Alpha" }],
    ["POST", "traverse", { start: "Alpha" }],
    ["POST", "context", { query: "漢字" }],
    ["GET", "stats", {}],
    ["GET", "validate", {}],
  ] as const)(
    "%s %s that computes in slices ends at its time, and others are answered meanwhile",
    async (method, name, input) => {
      const others: Promise<number>[] = [];
      const endless = createEndlessContent(ENFORCEMENT_NODES, () => {
        if (others.length < 5) others.push(get(app, "/health").then(({ status }) => status));
      });
      const app: HttpApp = createHttpApp({ mounts: [{ content: endless }], limits: { callMilliseconds: 20 } });
      const path = `/api/skillgraph/${name}`;
      const answer = await (method === "GET" ? get(app, path) : call(app, path, input));
      expect(await problem(answer)).toMatchObject({ status: 504, code: "timed-out" });
      expect(await Promise.all(others)).toContain(200);
      // The work itself has ended, not only the wait for it.
      await vi.waitFor(() => expect(endless.seen.ended).toBe(endless.seen.begun), { timeout: 60_000 });
      expect(endless.seen.begun).toBeGreaterThan(0);
    },
  );

  test("only so many at once; one that heeds no signal keeps its place until it ends", async () => {
    const { tool, release } = waitingTool();
    const app = createHttpApp({
      mounts: [{ tools: [tool, echoTool] }],
      limits: { callMilliseconds: 20, concurrentCalls: 1 },
    });
    expect((await call(app, "/api/tools/wait", { heeds: false })).status).toBe(504);
    const busy = await call(app, "/api/tools/echo", {});
    expect(busy.headers.get("retry-after")).toBe("1");
    expect(await problem(busy)).toMatchObject({ status: 503, code: "too-busy" });
    release();
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect((await call(app, "/api/tools/echo", {})).status).toBe(200);
  });

  test("a client that goes away stops its call", async () => {
    const { tool, seen } = waitingTool();
    const app = createHttpApp({ mounts: [{ tools: [tool] }] });
    const controller = new AbortController();
    const request = new Request(`${base}/api/tools/wait`, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
      signal: controller.signal,
    });
    const answer = app.fetch(request);
    while (seen.started === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    controller.abort();
    expect((await answer).status).toBe(499);
    expect(seen.aborted).toBe(1);
  });

  test("a body of more than 1 MB is refused", async () => {
    const app = appWith();
    expect(await problem(await call(app, "/api/tools/echo", { text: "a".repeat(2 ** 20) }))).toMatchObject({
      status: 413,
      code: "body-too-large",
    });
    expect((await call(app, "/api/tools/echo", { text: "a".repeat(2 ** 20 - 100) })).status).toBe(200);
  });

  test("a rate is kept per caller", async () => {
    // Nothing comes back while the test lasts, however long that is.
    const app = appWith({ rate: { perSecond: 1e-6, burst: 2 } });
    const statuses = [1, 2, 3].map(async () => (await call(app, "/api/tools/echo", {})).status);
    expect(await Promise.all(statuses)).toEqual([200, 200, 429]);
  });
});

describe("a token", () => {
  const app = appWith({ token: "right" });

  test("is asked for everywhere but where nothing is told", async () => {
    for (const path of ["/api/skillgraph/stats", "/openapi.json", "/metrics", "/nothing", "/api/sessions/x"]) {
      const response = await get(app, path);
      expect(response.headers.get("www-authenticate")).toBe('Bearer realm="pd"');
      expect(await problem(response)).toMatchObject({ status: 401, code: "token-refused" });
      expect((await get(app, path, { authorization: "Bearer right" })).status).not.toBe(401);
    }
    for (const path of ["/health", "/ready", "/docs"]) expect((await get(app, path)).status).toBe(200);
  });
});

describe("pages elsewhere", () => {
  test("no answer is for everybody, and an origin that is not listed gets none", async () => {
    const app = appWith();
    const response = await call(app, "/api/skillgraph/scan", {}, { origin: "https://evil.example" });
    expect(await problem(response)).toMatchObject({ status: 403, code: "origin-refused" });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    expect(
      (await call(app, "/api/skillgraph/scan", {}, { origin: base })).headers.get("access-control-allow-origin"),
    ).toBeNull();
  });

  test("one that is listed may ask, after a preflight that needs no token", async () => {
    const app = appWith({ origins: ["https://app.example"], token: "right" });
    const headers = { origin: "https://app.example" };
    const preflight = await app.fetch(new Request(`${base}/api/skillgraph/scan`, { method: "OPTIONS", headers }));
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, headers.origin]);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
    const answer = await call(app, "/api/skillgraph/scan", {}, { ...headers, authorization: "Bearer right" });
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, headers.origin]);
    expect(answer.headers.get("vary")).toContain("origin");
    const refused = await app.fetch(
      new Request(`${base}/api/skillgraph/scan`, { method: "OPTIONS", headers: { origin: "https://evil.example" } }),
    );
    expect(refused.status).toBe(403);
  });
});

describe("what is told of requests", () => {
  test("a record has an id, figures and no word of what was asked", async () => {
    const records: RequestRecord[] = [];
    const causes: unknown[] = [];
    const onRequest = (record: RequestRecord, cause?: unknown) => {
      records.push(record);
      causes.push(cause);
    };
    const app = appWith({ onRequest, token: "SECRET-token" });
    const headers = { authorization: "Bearer SECRET-token", "x-request-id": "abc-1", "pd-session": "new" };
    const answer = await call(app, "/api/skillgraph/search", { query: "SECRET-alpha" }, headers);
    expect(answer.headers.get("x-request-id")).toBe("abc-1");
    await call(app, "/api/tools/fail", {}, { authorization: "Bearer SECRET-token" });
    await get(app, "/SECRET-path?SECRET=1");
    expect(records).toMatchObject([
      {
        requestId: "abc-1",
        method: "POST",
        route: "/api/skillgraph/search",
        status: 200,
        level: "info",
        tokensUsed: expect.any(Number),
      },
      { route: "/api/tools/fail", status: 500, level: "error", code: "tool-failed" },
      { route: "unknown", status: 401, level: "warn", code: "token-refused" },
    ]);
    expect(JSON.stringify(records)).not.toMatch(/SECRET|pds_/);
    expect(String(causes[1])).toContain("SECRET from the inside");
  });

  test("an id that could break a log is not taken over", async () => {
    const app = appWith();
    for (const id of ["a b", "x".repeat(65), '"', "a\tb"]) {
      const response = await get(app, "/health", { "x-request-id": id });
      expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test("a trace that came in is passed on under a span of its own", async () => {
    const records: RequestRecord[] = [];
    const app = appWith({ onRequest: (record) => records.push(record) });
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    const response = await get(app, "/health", { traceparent: `00-${trace}-00f067aa0ba902b7-01` });
    const passed = response.headers.get("traceparent") ?? "";
    expect(passed).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
    expect(passed).not.toContain("00f067aa0ba902b7");
    expect(records).toMatchObject([{ traceId: trace, spanId: passed.slice(36, 52) }]);
    expect((await get(app, "/health")).headers.get("traceparent")).toBeNull();
  });

  test("figures count requests, time, tokens by level, sessions and what was still fresh", async () => {
    const app = appWith();
    await call(app, "/api/skillgraph/node", { nodes: "Alpha", level: 4, session: "new" });
    const etag = (await call(app, "/api/skillgraph/scan", {})).headers.get("etag") ?? "";
    await call(app, "/api/skillgraph/scan", {}, { "if-none-match": etag });
    await get(app, "/nothing");
    const text = await (await get(app, "/metrics")).text();
    expect(text).toContain('pd_http_requests_total{route="/api/skillgraph/node",method="POST",status="200"} 1');
    expect(text).toContain('pd_http_requests_total{route="unknown",method="GET",status="404"} 1');
    expect(text).toMatch(/pd_http_request_duration_seconds_bucket\{route="\/api\/skillgraph\/scan",le="\+Inf"\} 2/);
    expect(text).toMatch(/pd_tokens_disclosed_total\{level="4"\} [1-9]/);
    expect(text).toMatch(/pd_nodes_disclosed_total\{level="4"\} 1/);
    expect(text).toContain("pd_sessions 1\n");
    expect(text).toContain('pd_http_cache_validations_total{result="hit"} 1');
    expect(text).toMatch(/pd_cache_hits_total 0\n[\s\S]*pd_cache_misses_total 1\n[\s\S]*pd_cache_bytes [1-9]/);
  });

  test("with a toolkit of one's own, tokens are counted all the same", async () => {
    const toolkit = createToolkit({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }] });
    const app = createHttpApp({ toolkit });
    await call(app, "/api/skillgraph/node", { nodes: "Alpha", level: 4 });
    expect(app.metrics.text()).toMatch(/pd_nodes_disclosed_total\{level="4"\} 1/);
  });
});
