import type { Socket } from "node:net";
import { createToolkit, type SessionLogEntry } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { afterEach, describe, expect, test } from "vitest";
import { createClient } from "../client.js";
import { createHttpApp, type HttpApp } from "../create-http-app.js";
import { serve } from "../node/serve.js";
import { rawSocket } from "../testing/raw-socket.js";
import { largeTool } from "../testing/tools.js";
import { createCallFeed } from "./call-feed.js";

const content = createMemoryContent(ENFORCEMENT_NODES);
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const TOKEN = "watching-an-agent";

function appWith(token: string | readonly string[] | undefined = TOKEN): HttpApp {
  return createHttpApp({ mounts: [{ content }], token });
}

/** Someone who listens, once the server hears them. */
async function listening(app: HttpApp, options: { token?: string; session?: string } = {}) {
  const client = clientOf(app, options.token);
  const leaving = new AbortController();
  closing.push(() => leaving.abort());
  const heard: SessionLogEntry[] = [];
  await new Promise<void>((resolve, reject) => {
    client
      .listen((entry) => heard.push(entry), {
        session: options.session,
        signal: leaving.signal,
        onListening: resolve,
      })
      .catch(reject);
  });
  return { heard };
}

function clientOf(app: HttpApp, token = TOKEN) {
  return createClient("http://localhost", { token, fetch: (request) => app.fetch(request) });
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
}

describe("GET /api/events", () => {
  test("tells each call as it ends: what was asked, answered and shown", async () => {
    const app = appWith();
    const { heard } = await listening(app);
    const answer = await clientOf(app).call("scan", { limit: 2, session: "new" });
    await until(() => heard.length === 1);
    expect(heard[0]).toMatchObject({ version: 1, operation: "scan", session: answer.session, input: { limit: 2 } });
    expect(heard[0]?.answer).toEqual(JSON.parse(JSON.stringify(answer)));
    expect(heard[0]?.disclosed.map(({ id }) => id)).toEqual(answer.nodes.map(({ id }) => id));
  });

  test("a call that fails is told with its code", async () => {
    const app = appWith();
    const { heard } = await listening(app);
    await expect(clientOf(app).call("scan", { limit: -1 })).rejects.toThrow();
    await until(() => heard.length === 1);
    expect(heard[0]?.error?.code).toBe("input-invalid");
  });

  test("R2.7 another token's calls are not heard", async () => {
    const app = appWith(["one", "other"]);
    const [one, other] = [await listening(app, { token: "one" }), await listening(app, { token: "other" })];
    await clientOf(app, "one").call("scan", {});
    await clientOf(app, "other").call("stats", {});
    await until(() => one.heard.length > 0 && other.heard.length > 0);
    expect(one.heard.map(({ operation }) => operation)).toEqual(["scan"]);
    expect(other.heard.map(({ operation }) => operation)).toEqual(["stats"]);
  });

  test("without its token nobody listens", async () => {
    const response = await appWith("secret").fetch(new Request("http://localhost/api/events"));
    expect(response.status).toBe(401);
  });

  test.each(["", "?session=pds_1", "?session=new"])(
    "R2.7 a server without a token tells nobody of others' calls: /api/events%s is refused and says how to get it",
    async (query) => {
      const app = createHttpApp({ mounts: [{ content }] });
      const response = await app.fetch(new Request(`http://localhost/api/events${query}`));
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({
        code: "token-refused",
        detail: "A server without a token cannot tell whose calls you may hear",
        fix: expect.stringContaining("PD_TOKEN"),
      });
      // Who brings a token to a server that asks for none is nobody in particular.
      const heard = clientOf(app, "any").listen(() => undefined);
      await expect(heard).rejects.toMatchObject({ code: "token-refused" });
    },
  );

  test("R2.7 without a token a session is for whoever made it: its handle is in no answer to others", async () => {
    const app = createHttpApp({ mounts: [{ content }] });
    const ask = (path: string) => app.fetch(new Request(`http://localhost${path}`));
    const own = createClient("http://localhost", { fetch: (request) => app.fetch(request) });
    const { session = "" } = await own.call("scan", { session: "new", query: "São Paulo" });
    expect(session).toMatch(/^pds_/);
    for (const path of ["/metrics", "/openapi.json", "/docs", "/api/skillgraph/stats", "/api/events", "/health"]) {
      const response = await ask(path);
      expect(await response.text()).not.toContain(session);
      expect([...response.headers].flat()).not.toContain(session);
    }
    expect((await own.sessionReport(session)).session).toBe(session);
    expect(await own.endSession(session)).toBe(true);
  });

  test("one session alone, if asked", async () => {
    const app = appWith();
    const { session = "" } = await clientOf(app).call("scan", { session: "new" });
    const { heard } = await listening(app, { session });
    await clientOf(app).call("scan", {});
    await clientOf(app).call("search", { query: "budget", session });
    await until(() => heard.length > 0);
    expect(heard.map(({ operation }) => operation)).toEqual(["search"]);
  });

  test("a server that closes hangs up, and does not wait for listeners", async () => {
    const server = await serve(appWith(), { port: 0, limits: { closingMilliseconds: 60_000 } });
    const client = createClient(server.url, { token: TOKEN });
    let heard: Promise<void> | undefined;
    await new Promise<void>((onListening) => {
      heard = client.listen(() => undefined, { onListening });
    });
    await server.close();
    await expect(heard).resolves.toBeUndefined();
  });
});

describe("a call feed", () => {
  const limits = { listeners: 2, unreadBytes: 1000, heartbeatMilliseconds: 5 };
  const here = { caller: "me", onGone: () => () => undefined };
  const toolkit = createToolkit({ mounts: [{ content }] });

  test("takes so many listeners and no more, and one that leaves makes room", async () => {
    const feed = createCallFeed(toolkit, limits);
    const first = feed.listen(here);
    feed.listen(here);
    expect(() => feed.listen(here)).toThrow(/as many/);
    await (first.body as ReadableStream).cancel();
    expect(feed.listen(here).status).toBe(200);
    feed.hangUp();
    expect(() => feed.listen(here)).toThrow(/as many/);
  });

  test("who does not read is cut off, and the call is answered all the same", async () => {
    const feed = createCallFeed(toolkit, { ...limits, heartbeatMilliseconds: 60_000 });
    const reply = feed.listen(here);
    await feed.toolkit.call("scan", {}, { caller: "me" });
    await expect(reply.done).resolves.toEqual({});
    expect((await feed.toolkit.call("scan", {}, { caller: "me" })).nodes).not.toEqual([]);
    // What it left unread is gone, not kept for it.
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
    await expect(reader.read()).rejects.toMatchObject({ code: "too-busy", message: expect.stringContaining("1000") });
  });

  test("a socket that stops reading is closed once it left so much unread, and holds no more than that", async () => {
    const app = createHttpApp({ mounts: [{ tools: [largeTool] }], token: TOKEN });
    const server = await serve(app, { port: 0 });
    closing.push(() => server.close());
    const held: Socket[] = [];
    server.server.on("connection", (socket) => held.push(socket));
    const raw = await rawSocket(server.port);
    raw.send(`GET /api/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${TOKEN}\r\n\r\n`);
    await raw.until((all) => all.includes(": listening"));
    raw.socket.pause();
    const [stalled] = held;
    let calls = 0;
    // Each call tells a megabyte; what the system keeps for a socket is a few.
    for (; stalled?.destroyed === false && calls < 1000; calls += 1) {
      await clientOf(app).tool("large", {});
      expect(stalled.writableLength).toBeLessThan(2 ** 21);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(stalled?.destroyed).toBe(true);
    raw.socket.destroy();
  });

  test("says that it lives while there is nothing to tell", async () => {
    const feed = createCallFeed(toolkit, limits);
    const reader = (feed.listen(here).body as ReadableStream<Uint8Array>).getReader();
    const texts = [await reader.read(), await reader.read()].map(({ value }) => new TextDecoder().decode(value));
    expect(texts).toEqual([": listening\n\n", ": still here\n\n"]);
    feed.hangUp();
  });

  test("while nobody listens, the toolkit itself is called", async () => {
    const seen: unknown[] = [];
    const spied = { ...toolkit, call: (async (...given: unknown[]) => seen.push(given.length)) as never };
    await createCallFeed(spied, limits).toolkit.call("scan", {}, { caller: "me" });
    expect(seen).toEqual([3]);
  });
});
