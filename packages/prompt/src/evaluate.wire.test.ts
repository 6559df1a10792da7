import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { afterEach, describe, expect, test } from "vitest";
import { aiSdk } from "./adapters/ai-sdk.js";
import { anthropic } from "./adapters/anthropic.js";
import type { ModelAdapter } from "./adapters/model-adapter.js";
import { openaiResponses } from "./adapters/openai-responses.js";
import { evaluate } from "./evaluate.js";
import type { EvaluationEvent } from "./evaluation/event.js";
import { KEY } from "./testing/adapter-cases.js";
import { anthropicFormat } from "./testing/anthropic-format.js";
import { type Calls, calculatorPrompt } from "./testing/calculator-prompt.js";
import { type ModelServer, modelServer, type Turn, type WireFormat } from "./testing/model-server.js";
import { openaiFormat } from "./testing/openai-format.js";

interface Way {
  readonly name: string;
  readonly format: WireFormat;
  adapter(url: string): ModelAdapter;
}

const retries = { maxRetries: 1, backoffMilliseconds: 1 };
const ways: readonly Way[] = [
  {
    name: "anthropic",
    format: anthropicFormat,
    adapter: (baseUrl) => anthropic({ model: "m", apiKey: KEY, baseUrl, ...retries }),
  },
  {
    name: "openai-responses",
    format: openaiFormat,
    adapter: (url) => openaiResponses({ model: "m", apiKey: KEY, baseUrl: `${url}/v1`, ...retries }),
  },
  {
    name: "ai-sdk with anthropic",
    format: anthropicFormat,
    adapter: (url) => aiSdk(createAnthropic({ apiKey: KEY, baseURL: `${url}/v1` })("m"), { maxRetries: 1 }),
  },
  {
    name: "ai-sdk with openai",
    format: openaiFormat,
    adapter: (url) =>
      aiSdk(createOpenAI({ apiKey: KEY, baseURL: `${url}/v1` }).responses("m"), {
        maxRetries: 1,
        providerOptions: { openai: { store: false } },
      }),
  },
];

let server: ModelServer | undefined;

afterEach(async () => {
  await server?.close();
});

/** Thinks, adds and opens at once, meets an overloaded server, makes a mistake, then verifies. */
const conversation: readonly Turn[] = [
  {
    text: "Let me see.",
    reasoning: "two things at once",
    calls: [
      { id: "one", name: "add", input: { a: 2, b: 2 } },
      { id: "two", name: "open_sections", input: { section_keys: ["verification"], reason: "to verify" } },
      { id: "three", name: "open_sections", input: { section_keys: ["rounding"], reason: "to round" } },
    ],
  },
  { status: 529, type: "overloaded_error", headers: { "retry-after-ms": "1" } },
  { calls: [{ id: "four", name: "verify_result", input: { value: "four" } }] },
  { calls: [{ id: "five", name: "verify_result", input: { value: 4 } }] },
  { text: "It is four." },
];

const modes = ways.flatMap((way) => [
  { ...way, mode: "whole", onText: undefined, stable: false },
  { ...way, mode: "streamed", onText: () => {}, stable: false },
  { ...way, mode: "stable", onText: undefined, stable: true },
]);

describe.each(modes)("evaluate over $name, $mode", ({ format, adapter, onText, stable }) => {
  test("a section opens, its tool is called and the server accepts every turn", async () => {
    server = await modelServer(format, conversation);
    const called: Calls = [];
    const events: EvaluationEvent[] = [];
    const bound = calculatorPrompt(called).bind();
    const prompt = stable ? bound.stable() : bound;
    const onEvent = (event: EvaluationEvent) => events.push(event);
    const result = await evaluate(prompt, adapter(server.url), { onEvent, onText });
    expect(result).toMatchObject({ text: "It is four.", steps: 4, expansions: 1 });
    expect(called).toEqual(["add 2 2", "verify 4"]);
    expect(result.usage).toEqual({ inputTokens: 40, outputTokens: 20 });
    expect(events.filter(({ kind }) => kind === "model-replied")).toMatchObject(
      Array.from({ length: 4 }, () => ({ estimated: false })),
    );
    const sent = server.requests.map(({ body }) => JSON.stringify(body));
    expect(sent[0]?.includes("Use verify_result")).toBe(false);
    expect(sent[0]?.includes('"verify_result"')).toBe(stable);
    expect(sent[1]).toBe(sent[2]);
    expect(sent[2]).toContain("Use verify_result to check your work.");
    expect(sent[2]).toContain('"verify_result"');
    expect(sent[2]).toContain("Not opened, because another call of this turn opened 'verification' first.");
    expect(sent[3]).toContain("value should be a number");
  });

  test("a server that stays down is a ModelError, and cancelling reaches the connection", async () => {
    const down = { status: 500, headers: { "retry-after-ms": "1" } };
    server = await modelServer(format, [down, down, { silent: true }]);
    const model = adapter(server.url);
    await expect(evaluate(calculatorPrompt().bind(), model, { onText })).rejects.toMatchObject({
      name: "ModelError",
      status: 500,
    });
    const controller = new AbortController();
    const work = evaluate(calculatorPrompt().bind(), model, { onText, signal: controller.signal });
    const { requests } = server;
    await expect.poll(() => requests.length, { timeout: 60_000 }).toBe(3);
    controller.abort();
    await expect(work).rejects.toMatchObject({ code: "cancelled" });
    await expect.poll(() => requests[2]?.closed, { timeout: 60_000 }).toBe(true);
  });
});
