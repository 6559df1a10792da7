import { answerSchema, createToolkit, type ScanNode } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import * as z from "zod/mini";
import { type Client, createClient } from "./client.js";
import { createHttpApp } from "./create-http-app.js";
import { type HttpServer, serve } from "./node/serve.js";
import { echoTool } from "./testing/tools.js";

const mounts = [{ content: createMemoryContent(ENFORCEMENT_NODES), tools: [echoTool] }];
let server: HttpServer;
let client: Client;

beforeAll(async () => {
  server = await serve(createHttpApp({ mounts, token: "right", rate: false }), { port: 0 });
  client = createClient(`${server.url}/`, { token: "right" });
});
afterAll(() => server.close());

describe("the client", () => {
  test("R6.1 gives what the library gives, and the schema agrees", async () => {
    const toolkit = createToolkit({ mounts });
    const scanned = await client.call("scan", { limit: 3 });
    expect(scanned).toEqual(JSON.parse(JSON.stringify(await toolkit.call("scan", { limit: 3 }))));
    const others = [
      await client.call("search", { query: "alpha" }),
      await client.call("query", { query: "alpha" }),
      await client.call("node", { nodes: "Alpha", level: 4 }),
      await client.call("traverse", { start: "Alpha" }),
      await client.call("context", { query: "alpha", format: "text" }),
      await client.call("stats", {}),
      await client.call("validate", { threshold: 10, limit: 5 }),
    ];
    for (const answer of [scanned, ...others]) expect(z.safeParse(answerSchema, answer).success).toBe(true);
  });

  test("is typed by the same schemas", async () => {
    const text = await client.call("context", { query: "alpha", format: "text" });
    expectTypeOf(text.text).toEqualTypeOf<string>();
    const { data } = await client.call("stats", {});
    expectTypeOf(data?.quality.grade).toEqualTypeOf<"A" | "B" | "C" | "D" | "F" | undefined>();
    const { nodes } = await client.call("scan", {});
    expectTypeOf<ScanNode>().toExtend<(typeof nodes)[number]>();
    // @ts-expect-error a misspelt field
    await expect(client.call("search", { query: "a", limmit: 1 })).rejects.toMatchObject({ code: "input-invalid" });
    // @ts-expect-error a field of the wrong type
    await expect(client.call("search", { query: 1 })).rejects.toMatchObject({ code: "input-invalid" });
    // @ts-expect-error an operation that is not there
    await expect(client.call("skan", {})).rejects.toMatchObject({ code: "tool-unknown", fix: 'Did you mean "scan"?' });
  });

  test("keeps a session, reports and ends it", async () => {
    const { session = "" } = await client.call("node", { nodes: "Alpha", level: 4, session: "new" });
    const inSession = createClient(server.url, { token: "right", session });
    expect(await inSession.call("node", { nodes: "Alpha", level: 1 })).toMatchObject({
      session,
      nodes: [{ level: 4 }],
    });
    expect(await client.sessionReport(session)).toMatchObject({ session });
    expect(await client.endSession(session)).toBe(true);
    expect(await client.endSession(session)).toBe(false);
  });

  test("calls further tools", async () => {
    expect(await client.tool("echo", { text: "a" })).toEqual({ text: "a" });
    await expect(client.tool("../skillgraph/scan", {})).rejects.toMatchObject({ code: "tool-unknown" });
  });

  test("streams: what happens, then the answer", async () => {
    const events: string[] = [];
    const answer = await client.stream("context", { query: "alpha", tokenBudget: 800 }, (name) => events.push(name));
    expect(answer.telemetry.tokensUsed).toBeLessThanOrEqual(800);
    expect(events).toContain("node-disclosed");
    await expect(client.stream("context", {}, () => undefined)).rejects.toMatchObject({
      code: "input-invalid",
      where: "query",
    });
  });

  test("an error is the server's own, with field and fix; none reached is one too", async () => {
    await expect(client.call("node", { nodes: "Nobody" })).rejects.toMatchObject({
      name: "PdError",
      code: "node-unknown",
    });
    await expect(createClient(server.url).call("stats", {})).rejects.toMatchObject({ code: "token-refused" });
    await expect(createClient("http://127.0.0.1:1").call("stats", {})).rejects.toMatchObject({ code: "tool-failed" });
    const controller = new AbortController();
    controller.abort();
    await expect(client.call("stats", {}, { signal: controller.signal })).rejects.toMatchObject({ code: "cancelled" });
  });

  test("an answer that is none of pd's is an error", async () => {
    const strange = createClient("http://localhost", { fetch: async () => new Response("<html>", { status: 502 }) });
    await expect(strange.call("stats", {})).rejects.toThrow("502");
    const page = createClient("http://localhost", { fetch: async () => new Response("<html>") });
    await expect(page.call("stats", {})).rejects.toMatchObject({ name: "PdError", code: "tool-failed" });
  });

  test("R6.6 an answer or a told call of another version, or of none, is refused instead of passing for ours", async () => {
    const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    const giving = (text: string) => createClient("http://localhost", { fetch: async () => new Response(text) });
    const newer = { version: 2, knoten: [] };
    const heard: unknown[] = [];
    const refused = {
      code: "content-invalid",
      message: expect.stringMatching(/has version 2, and this pd reads version 1/),
      fix: expect.stringContaining("Update pd"),
    };
    await expect(giving(JSON.stringify(newer)).call("stats", {})).rejects.toMatchObject(refused);
    const streamed = giving(event("answer", newer)).stream("context", { query: "a" }, () => undefined);
    await expect(streamed).rejects.toMatchObject(refused);
    await expect(giving(event("call", newer)).listen((entry) => heard.push(entry))).rejects.toMatchObject(refused);
    expect(heard).toEqual([]);
    await expect(giving("null").call("stats", {})).rejects.toMatchObject({ code: "content-invalid" });
    await expect(giving('{"nodes":[]}').call("stats", {})).rejects.toMatchObject({ code: "content-invalid" });
  });

  test("a code that only the server knows stays what it is", async () => {
    const problem = { code: "moon-full", detail: "The moon is full", fix: "Wait a night." };
    const later = createClient("http://localhost", { fetch: async () => Response.json(problem, { status: 409 }) });
    await expect(later.call("stats", {})).rejects.toMatchObject({
      code: "moon-full",
      message: "The moon is full",
      fix: "Wait a night.",
    });
  });

  test("what breaks while an answer arrives is an error like any other", async () => {
    const controller = new AbortController();
    const half = (type: string) =>
      createClient("http://localhost", {
        fetch: async ({ signal }) => {
          const body = new ReadableStream<Uint8Array>({
            start(stream) {
              stream.enqueue(new TextEncoder().encode('event: call-started\ndata: {"operation":"context"}\n\n'));
              if (type === "broken") setTimeout(() => stream.error(new TypeError("terminated")), 1);
              signal.addEventListener("abort", () => stream.error(signal.reason));
            },
          });
          return new Response(body);
        },
      });
    await expect(half("broken").call("stats", {})).rejects.toMatchObject({ code: "tool-failed", name: "PdError" });
    const streamed = half("broken").stream("context", { query: "a" }, () => undefined);
    await expect(streamed).rejects.toMatchObject({ code: "tool-failed", name: "PdError" });
    const { signal } = controller;
    const left = half("silent").stream("context", { query: "a" }, () => controller.abort(), { signal });
    await expect(left).rejects.toMatchObject({ code: "cancelled", name: "PdError" });
  });

  test("needs no port where the app is in the same process", async () => {
    const app = createHttpApp({ mounts });
    const near = createClient("http://localhost", { fetch: app.fetch });
    expect((await near.call("stats", {})).operation).toBe("stats");
  });
});
