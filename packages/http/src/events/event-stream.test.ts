import { defineTool } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createHttpApp, type HttpApp } from "../create-http-app.js";
import type { RequestRecord } from "../telemetry/request-record.js";
import { echoTool, failingTool, waitingTool } from "../testing/tools.js";

const content = createMemoryContent(ENFORCEMENT_NODES);

function stream(app: HttpApp, path: string, input: object): Promise<Response> {
  const headers = { "content-type": "application/json", accept: "text/event-stream" };
  return app.fetch(new Request(`http://localhost${path}`, { method: "POST", body: JSON.stringify(input), headers }));
}

async function lastEvent(response: Response): Promise<unknown> {
  const data = (await response.text()).trimEnd().split("\n").at(-1) ?? "";
  return JSON.parse(data.slice("data: ".length));
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
}

describe("a stream", () => {
  test.each(["a\r\nx-evil: 1", "漢", "\u0000", "", "x".repeat(70)])(
    "R7.3 a session that no header can carry (%j) is only unknown",
    async (session) => {
      const response = await stream(createHttpApp({ mounts: [{ content }] }), "/api/skillgraph/scan", { session });
      expect(response.headers.get("x-evil")).toBeNull();
      expect(await lastEvent(response)).toMatchObject({
        code: expect.stringMatching(/^(session-unknown|input-invalid)$/),
      });
    },
  );

  test("a server that is busy says so with a status, before there is a stream", async () => {
    const { tool, release, seen } = waitingTool();
    const app = createHttpApp({ mounts: [{ tools: [tool, echoTool] }], limits: { concurrentCalls: 1 } });
    const running = await stream(app, "/api/tools/wait", {});
    await until(() => seen.started === 1);
    const busy = await stream(app, "/api/tools/echo", {});
    expect([busy.status, busy.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await busy.json()).toMatchObject({ code: "too-busy" });
    release();
    expect(await lastEvent(running)).toEqual({ done: true });
    expect((await stream(app, "/api/tools/echo", {})).status).toBe(200);
  });

  test("nobody reads it any more: its call is told to stop", async () => {
    const { tool, seen } = waitingTool();
    const app = createHttpApp({ mounts: [{ tools: [tool] }] });
    const response = await stream(app, "/api/tools/wait", {});
    await until(() => seen.started === 1);
    await response.body?.cancel();
    await until(() => seen.aborted === 1);
    await until(() => app.metrics.text().includes("pd_http_requests_in_flight 0\n"));
  });

  test("the log has its tokens, or its failure and the cause", async () => {
    const told: [RequestRecord, unknown][] = [];
    const app = createHttpApp({
      mounts: [{ content, tools: [failingTool] }],
      onRequest: (record, cause) => told.push([record, cause]),
    });
    await lastEvent(await stream(app, "/api/skillgraph/scan", {}));
    await lastEvent(await stream(app, "/api/tools/fail", {}));
    expect(told).toMatchObject([
      [{ status: 200, level: "info", tokensUsed: expect.any(Number) }, undefined],
      [{ status: 200, level: "error", code: "tool-failed" }, { message: "SECRET from the inside" }],
    ]);
  });
});

describe("what is not pd's own", () => {
  test("a tool that calls something odd its session is answered for", async () => {
    const odd = defineTool({
      name: "odd",
      description: "Has a session of its own kind.",
      input: z.strictObject({}),
      readOnly: true,
      call: async () => ({ session: "a\r\nx-evil: 漢" }),
    });
    const app = createHttpApp({ mounts: [{ tools: [odd] }] });
    const headers = { "content-type": "application/json" };
    const response = await app.fetch(
      new Request("http://localhost/api/tools/odd", { method: "POST", body: "{}", headers }),
    );
    expect([response.status, response.headers.get("pd-session")]).toEqual([200, null]);
    expect(await response.json()).toEqual({ session: "a\r\nx-evil: 漢" });
  });

  test("a tracing that throws is a problem like any other", async () => {
    const trace = () => {
      throw new Error("SECRET from the inside");
    };
    const response = await createHttpApp({ mounts: [{ content }], tracing: { trace } }).fetch(
      new Request("http://localhost/health"),
    );
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ status: 500, code: "tool-failed" });
    expect(text).not.toContain("SECRET");
  });

  test("a log that throws takes no answer with it, streamed or not", async () => {
    const { warn } = console;
    const warned: unknown[] = [];
    console.warn = (message: unknown) => warned.push(message);
    try {
      const onRequest = () => {
        throw new Error("disk full");
      };
      const app = createHttpApp({ mounts: [{ content }], onRequest });
      expect((await app.fetch(new Request("http://localhost/health"))).status).toBe(200);
      expect(await lastEvent(await stream(app, "/api/skillgraph/scan", {}))).toMatchObject({ operation: "scan" });
    } finally {
      console.warn = warn;
    }
    expect(warned).toHaveLength(1);
  });
});
