import { afterEach, describe, expect, test } from "vitest";
import type { ModelAdapter, ModelMessage, ModelReply, ModelRequest } from "../adapters/model-adapter.js";
import { isModelError, type ModelError } from "../adapters/model-error.js";
import { type ModelServer, modelServer, type Turn, type WireFormat } from "./model-server.js";

export const KEY = "test-key-123";

export interface Limits {
  readonly maxRetries: number;
  readonly timeoutMilliseconds: number;
}

export interface AdapterUnderTest {
  readonly format: WireFormat;
  make(url: string, limits: Limits, key?: string): ModelAdapter;
}

/** A server retries are not slowed down by: it says itself how short the wait is. */
const SOON = { "retry-after-ms": "1" };
const open: ModelServer[] = [];

export const TOOLS: ModelRequest["tools"] = ["look_up", "add_up"].map((name) => ({
  name,
  description: `To ${name.replace("_", " ")}.`,
  inputSchema: { type: "object", properties: { key: { type: "string" } } },
}));

export function ask(text: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return { system: "Be brief.", messages: [{ role: "user", text }], tools: TOOLS, ...more };
}

/** The turn and its answers, as the loop appends them. */
export function goOn(request: ModelRequest, reply: ModelReply): ModelRequest {
  const turn: ModelMessage = { role: "assistant", ...reply };
  const answers = reply.toolCalls.map(({ id, name }) => ({ id, name, text: `answer to ${id}`, isError: id === "b" }));
  const answered: readonly ModelMessage[] = answers.length > 0 ? [{ role: "tools", answers }] : [];
  return { ...request, messages: [...request.messages, turn, ...answered, { role: "user", text: "Go on." }] };
}

export async function failure(work: Promise<unknown>): Promise<ModelError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(isModelError(error), `a ModelError, and not ${String(error)}`).toBe(true);
  return error as ModelError;
}

/** What every adapter over HTTP does alike, against a server that speaks its format. */
export function adapterCases({ format, make }: AdapterUnderTest): void {
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
  });

  const start = async (turns: readonly Turn[], limits: Partial<Limits> = {}, key = KEY) => {
    const server = await modelServer(format, turns);
    open.push(server);
    return { server, adapter: make(server.url, { maxRetries: 2, timeoutMilliseconds: 300_000, ...limits }, key) };
  };

  describe("a reply", () => {
    test("has text, the reason it ended and what it cost, cached input included", async () => {
      const { adapter } = await start([{ text: "Four.", usage: { input: 7, output: 3 } }]);
      const reply = await adapter.generate(ask("2 + 2?"));
      expect(reply).toMatchObject({ text: "Four.", toolCalls: [], stop: "end" });
      expect(reply.usage).toEqual({ inputTokens: 7, outputTokens: 3 });
    });

    test("has parallel tool calls in order, with the model's own ids, and takes all answers in one turn", async () => {
      const calls = [
        { id: "a", name: "look_up", input: { key: "x" } },
        { id: "b", name: "add_up", input: {} },
        { id: "c", name: "look_up", input: { key: "ключ 🔑" } },
      ];
      const { adapter, server } = await start([{ text: "Looking.", calls }, { text: "Done." }]);
      const first = await adapter.generate(ask("Both."));
      expect(first.stop).toBe("tools");
      expect(first.toolCalls.map(({ id, name, input }) => ({ id, name, input }))).toEqual(calls);
      expect((await adapter.generate(goOn(ask("Both."), first))).text).toBe("Done.");
      const sent = JSON.stringify(server.requests[1]?.body);
      for (const { id } of calls) expect(sent).toContain(`answer to ${id}`);
    });

    test("is sent back as it came, with what only the server understands", async () => {
      const said = { reasoning: "a secret thought", calls: [{ id: "a", name: "look_up", input: {} }] };
      const { adapter, server } = await start([said, { text: "Done." }]);
      await adapter.generate(goOn(ask("Think."), await adapter.generate(ask("Think."))));
      expect(JSON.stringify(server.requests[1]?.body)).toContain("a secret thought");
    });

    test("that another adapter or the host has made is sent in this format", async () => {
      const { adapter } = await start([{ text: "Done." }]);
      const toolCalls = [{ id: "a", name: "look_up", input: { key: "x" } }];
      const made = { text: "", toolCalls, stop: "tools", native: { format: "another" } } as const;
      expect((await adapter.generate(goOn(ask("Hello."), made))).text).toBe("Done.");
    });

    test("that was cut off says so, as does one that was refused", async () => {
      const { adapter } = await start([
        { text: "And then", cutOff: true },
        { text: "No.", refused: true },
      ]);
      expect(await adapter.generate(ask("Tell."))).toMatchObject({ text: "And then", stop: "length" });
      expect(await adapter.generate(ask("Tell."))).toMatchObject({ stop: "refused" });
    });

    test("without system text or tools needs neither", async () => {
      const { adapter } = await start([{ text: "Hello." }]);
      expect((await adapter.generate(ask("Hello.", { system: "", tools: [] }))).text).toBe("Hello.");
    });
  });

  describe("a stream", () => {
    test("gives the text as it arrives and the same reply as without", async () => {
      const said = {
        text: "Grüße 🌍, all of you.",
        reasoning: "hm",
        calls: [{ id: "a", name: "look_up", input: { key: "é" } }],
      };
      const { adapter } = await start([said, said, { text: "Done." }]);
      const heard: string[] = [];
      const streamed = await adapter.generate(ask("Go.", { onText: (delta) => heard.push(delta) }));
      const { native, ...whole } = await adapter.generate(ask("Go."));
      expect(heard.length).toBeGreaterThan(1);
      expect(heard.join("")).toBe(said.text);
      expect(streamed).toMatchObject(JSON.parse(JSON.stringify(whole)));
      expect(native).toBeDefined();
      expect((await adapter.generate(goOn(ask("Go."), streamed))).text).toBe("Done.");
    });

    test("that was cut off says so", async () => {
      const { adapter } = await start([{ text: "And then", cutOff: true }]);
      expect(await adapter.generate(ask("Go.", { onText: () => {} }))).toMatchObject({
        text: "And then",
        stop: "length",
      });
    });

    test("that breaks off after its first words is an error and is not begun again", async () => {
      const { adapter, server } = await start([{ errorInStream: "overloaded_error" }, { text: "Again." }]);
      const heard: string[] = [];
      await failure(adapter.generate(ask("Go.", { onText: (delta) => heard.push(delta) })));
      expect(heard.join("")).toBe("Half of it");
      expect(server.requests).toHaveLength(1);
    });

    test("that breaks its connection is an error", async () => {
      const { adapter } = await start([{ hangUp: "inside" }], { maxRetries: 0 });
      expect((await failure(adapter.generate(ask("Go.", { onText: () => {} })))).code).toBe("model-failed");
    });
  });

  describe("a refusal", () => {
    test.each([400, 404, 413, 422])("with status %i is told at once, and not sent again", async (status) => {
      const { adapter, server } = await start([{ status, type: "invalid_request_error" }]);
      const error = await failure(adapter.generate(ask("Hello.")));
      expect(error).toMatchObject({ code: "model-failed", failure: "http", status, retryable: false });
      expect(server.requests).toHaveLength(1);
    });

    test("of the key never shows the key, however much the server quotes it", async () => {
      const wrong = "wrong-key-456789";
      const { adapter, server } = await start([], {}, wrong);
      const error = await failure(adapter.generate(ask("Hello.")));
      expect(error).toMatchObject({ status: 401, retryable: false });
      expect(`${error.message} ${JSON.stringify(error)} ${error.stack}`).not.toContain(wrong.slice(0, 8));
      expect(server.requests).toHaveLength(1);
    });

    test.each([429, 500, 503, 529])("with status %i is sent again, and then answered", async (status) => {
      const { adapter, server } = await start([{ status, headers: SOON }, { text: "Now." }]);
      expect((await adapter.generate(ask("Hello."))).text).toBe("Now.");
      expect(server.requests).toHaveLength(2);
      expect(server.requests[1]?.body).toEqual(server.requests[0]?.body);
    });

    test("that does not end is given up after the retries, with the last status", async () => {
      const { adapter, server } = await start([500, 500, 529].map((status) => ({ status, headers: SOON })));
      const error = await failure(adapter.generate(ask("Hello.")));
      expect(error).toMatchObject({ failure: "http", status: 529, retryable: true });
      expect(server.requests).toHaveLength(3);
    });
  });

  describe("a connection", () => {
    test.each(["before", "inside"] as const)("that is closed %s the answer is a typed error", async (hangUp) => {
      const { adapter } = await start([{ hangUp }], { maxRetries: 0 });
      expect((await failure(adapter.generate(ask("Hello.")))).code).toBe("model-failed");
    });

    test("that gives nothing in time is a typed error", async () => {
      const { adapter } = await start([{ silent: true }], { maxRetries: 0, timeoutMilliseconds: 60 });
      expect(await failure(adapter.generate(ask("Hello.")))).toMatchObject({ failure: "timeout", retryable: true });
    });

    test("is closed when the caller cancels, and the call ends as cancelled", async () => {
      const { adapter, server } = await start([{ silent: true }]);
      const controller = new AbortController();
      const work = adapter.generate(ask("Hello.", { signal: controller.signal }));
      await expect.poll(() => server.requests.length, { timeout: 300_000 }).toBe(1);
      controller.abort(new Error("enough"));
      await expect(work).rejects.toMatchObject({ code: "cancelled", cause: new Error("enough") });
      await expect.poll(() => server.requests[0]?.closed, { timeout: 300_000 }).toBe(true);
    });

    test("is not opened for a call that is cancelled already", async () => {
      const { adapter, server } = await start([]);
      const work = adapter.generate(ask("Hello.", { signal: AbortSignal.abort() }));
      await expect(work).rejects.toMatchObject({ code: "cancelled" });
      expect(server.requests).toHaveLength(0);
    });
  });

  describe("an answer that cannot be read", () => {
    test.each([
      ["cut JSON", '{"content": [{"type": "te'],
      ["a list", "[]"],
      ["another object", '{"hello": "world"}'],
      ["nothing", ""],
      ["a page", "<!doctype html><title>Welcome</title>"],
    ])("%s is a typed error and not sent again", async (_, raw) => {
      const { adapter, server } = await start([{ raw }, { text: "Now." }]);
      const error = await failure(adapter.generate(ask("Hello.")));
      expect(error).toMatchObject({ failure: "malformed", retryable: false });
      expect(server.requests).toHaveLength(1);
    });
  });
}
