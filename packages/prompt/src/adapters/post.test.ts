import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ask, failure, KEY } from "../testing/adapter-cases.js";
import { anthropicFormat } from "../testing/anthropic-format.js";
import { type ModelServer, modelServer, type Turn } from "../testing/model-server.js";
import { type AnthropicOptions, anthropic } from "./anthropic.js";

let server: ModelServer | undefined;

/** So long that no machine takes it for an answer, on a clock that a test moves on. */
const LIMIT = 3_600_000;
const OWN_CLOCK: Parameters<typeof vi.useFakeTimers>[0] = {
  toFake: ["setTimeout", "clearTimeout"],
  shouldAdvanceTime: true,
};

afterEach(async () => {
  vi.useRealTimers();
  await server?.close();
  server = undefined;
});

async function start(turns: readonly Turn[], options: Partial<AnthropicOptions> = {}) {
  server = await modelServer(anthropicFormat, turns);
  const adapter = anthropic({ model: "m", baseUrl: server.url, apiKey: KEY, backoffMilliseconds: 1, ...options });
  return { server, adapter };
}

describe("retries", () => {
  test("wait as long as the server asks", async () => {
    const { adapter } = await start([{ status: 429, headers: { "retry-after": "0.15" } }, { text: "Now." }]);
    const started = performance.now();
    expect((await adapter.generate(ask("Hello."))).text).toBe("Now.");
    expect(performance.now() - started).toBeGreaterThanOrEqual(145);
  });

  test("are not made where the server asks for too long a wait; the error says how long", async () => {
    const { adapter, server } = await start([{ status: 429, headers: { "retry-after": "3600" } }]);
    const error = await failure(adapter.generate(ask("Hello.")));
    expect(error).toMatchObject({ status: 429, retryable: true, retryAfterMilliseconds: 3_600_000 });
    expect(server.requests).toHaveLength(1);
  });

  test.each(["enforced_spend_limit_reached", "insufficient_quota"])("are not made for %s", async (code) => {
    const { adapter, server } = await start([{ status: 429, code }, { text: "Now." }]);
    expect(await failure(adapter.generate(ask("Hello.")))).toMatchObject({ status: 429, retryable: false });
    expect(server.requests).toHaveLength(1);
  });

  test("are made or not as the server says, whatever the status", async () => {
    const { adapter, server } = await start([
      { status: 400, headers: { "x-should-retry": "true" } },
      { status: 500, headers: { "x-should-retry": "false" } },
    ]);
    expect(await failure(adapter.generate(ask("Hello.")))).toMatchObject({ status: 500, retryable: false });
    expect(server.requests).toHaveLength(2);
  });

  test("are made for a connection that breaks and for one that is silent", async () => {
    const turns = [{ hangUp: "before" }, { hangUp: "inside" }, { silent: true }, { text: "Now." }] as const;
    const { adapter, server } = await start(turns, { maxRetries: 3, timeoutMilliseconds: LIMIT });
    vi.useFakeTimers(OWN_CLOCK);
    const work = adapter.generate(ask("Hello."));
    await expect.poll(() => server.requests.length, { timeout: 300_000 }).toBe(3);
    vi.advanceTimersByTime(LIMIT);
    expect((await work).text).toBe("Now.");
    expect(server.requests).toHaveLength(4);
  });

  test("are made for a stream that fails before its first word", async () => {
    const event = { type: "error", error: { type: "overloaded_error", message: "busy" } };
    const raw = `event: error\ndata: ${JSON.stringify(event)}\n\n`;
    const { adapter } = await start([{ raw, contentType: "text/event-stream" }, { text: "Now." }]);
    const heard: string[] = [];
    await adapter.generate(ask("Hello.", { onText: (delta) => heard.push(delta) }));
    expect(heard.join("")).toBe("Now.");
  });

  test("end when the caller cancels while waiting", async () => {
    const { adapter, server } = await start([{ status: 429, headers: { "retry-after": "30" } }, { text: "Now." }]);
    const controller = new AbortController();
    const work = adapter.generate(ask("Hello.", { signal: controller.signal }));
    await expect.poll(() => server.requests.length, { timeout: 60_000 }).toBe(1);
    setTimeout(() => controller.abort(), 50);
    await expect(work).rejects.toMatchObject({ code: "cancelled" });
    expect(server.requests).toHaveLength(1);
  });
});

describe("answers", () => {
  test("in one piece are read where a stream was asked for", async () => {
    const raw = JSON.stringify(anthropicFormat.whole({ text: "Whole." }));
    const { adapter } = await start([{ raw }]);
    expect((await adapter.generate(ask("Hello.", { onText: () => {} }))).text).toBe("Whole.");
  });

  test("may stream for longer than the time-out, as long as something comes", async () => {
    const events = anthropicFormat.events({ text: "Slowly, but surely." });
    const lines = events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
    vi.useFakeTimers(OWN_CLOCK);
    let heard = "";
    const slow = createServer(async (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const line of lines) {
        const before = heard;
        response.write(line);
        if (!line.includes("text_delta")) continue;
        // When a piece has been heard, most of the time passes before the next.
        await vi.waitUntil(() => heard !== before, { timeout: 300_000 });
        vi.advanceTimersByTime(0.75 * LIMIT);
      }
      response.end();
    });
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    const adapter = anthropic({ model: "m", baseUrl, timeoutMilliseconds: LIMIT, maxRetries: 0 });
    const onText = (delta: string) => {
      heard += delta;
    };
    expect((await adapter.generate(ask("Hello.", { onText }))).text).toBe("Slowly, but surely.");
    expect(lines.filter((line) => line.includes("text_delta")).length).toBeGreaterThan(1);
    slow.close();
  });

  test("whose stream ends too early are an error", async () => {
    const events = anthropicFormat.events({ text: "Nearly." }).slice(0, -1);
    const raw = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
    const { adapter } = await start([{ raw, contentType: "text/event-stream" }]);
    const error = await failure(adapter.generate(ask("Hello.", { onText: () => {} })));
    expect(error.message).toContain("ended before the reply did");
  });

  test("that go on without end are cut off", async () => {
    const { adapter } = await start([{ raw: `"${"x".repeat(17 * 2 ** 20)}"` }]);
    const error = await failure(adapter.generate(ask("Hello.")));
    expect(error.message).toContain("more than 16777216 bytes");
  });

  test("that are an error page of a proxy keep their status", async () => {
    const { adapter } = await start([{ raw: "<html>Bad Gateway</html>", status: 502 }], { maxRetries: 0 });
    expect(await failure(adapter.generate(ask("Hello.")))).toMatchObject({ failure: "http", status: 502 });
  });

  test("that redirect are refused, and the key goes nowhere else", async () => {
    const reached: (string | undefined)[] = [];
    const elsewhere = createServer((request, response) => {
      reached.push(request.headers["x-api-key"] as string | undefined);
      response.end("{}");
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/v1/messages`;
    const { adapter } = await start([{ status: 307, headers: { location } }]);
    expect(await failure(adapter.generate(ask("Hello.")))).toMatchObject({ status: 307, retryable: false });
    expect(reached).toEqual([]);
    elsewhere.close();
  });
});

describe("a message", () => {
  test.each([401, 403])(
    "with status %i does not quote the server: it may quote the key in ways not foreseen",
    async (status) => {
      const { adapter } = await start([{ status, message: "no access for k-e-y t/e/s/t" }]);
      const error = await failure(adapter.generate(ask("Hello.")));
      expect(error).toMatchObject({ status, retryable: false });
      expect(error.message).not.toContain("k-e-y");
    },
  );

  test("quotes the server, without keys, control characters or length", async () => {
    const message = `prompt is too long ${KEY} \u001b[31m ${"x".repeat(1000)}`;
    const { adapter } = await start([
      { status: 400, type: "invalid_request_error", message, headers: { "request-id": "req_1" } },
    ]);
    const error = await failure(adapter.generate(ask("Hello.")));
    expect(error.message).toContain("prompt is too long *** \\u001b[31m");
    expect(error.message.length).toBeLessThan(450);
    expect(error).toMatchObject({ type: "invalid_request_error", requestId: "req_1" });
  });

  test("for a server that is not there names its host", async () => {
    const { server, adapter } = await start([], { maxRetries: 0 });
    await server.close();
    const error = await failure(adapter.generate(ask("Hello.")));
    expect(error).toMatchObject({ failure: "network", retryable: true });
    expect(error.message).toContain(new URL(server.url).host);
  });
});

describe("options", () => {
  test.each([
    ["model", { model: "" }],
    ["baseUrl", { baseUrl: "localhost:8080" }],
    ["baseUrl", { baseUrl: "http://user:secret@localhost" }],
    ["maxTokens", { maxTokens: 0 }],
    ["timeoutMilliseconds", { timeoutMilliseconds: Number.NaN }],
    ["maxRetries", { maxRetries: -1 }],
  ])("%s is checked when the adapter is made", (where, options) => {
    expect(() => anthropic({ model: "m", ...options })).toThrow(
      expect.objectContaining({ code: "input-invalid", where }),
    );
  });
});
