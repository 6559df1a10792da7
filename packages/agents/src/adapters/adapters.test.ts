import type { ToolMessage } from "@langchain/core/messages";
import { createToolkit, type Toolkit } from "@pd/core";
import { createMemoryContent } from "@pd/core/testing";
import { generateText, stepCountIs, type ToolSet } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, expectTypeOf, test } from "vitest";
import { createConversation } from "../conversation.js";
import { aiSdkTools } from "./ai-sdk.js";
import { anthropicTools } from "./anthropic.js";
import { langchainTools } from "./langchain.js";
import { mastraTools } from "./mastra.js";
import { openaiTools } from "./openai.js";
import { openaiAgentsTools } from "./openai-agents.js";

const NODES = [
  { id: "note:rivers", name: "Flüsse", description: "Wie Flüsse fließen.", body: "Ein Fluss 河流 fließt bergab." },
  { id: "note:mountains", name: "Berge", description: "山 und Täler.", body: "Ein Berg steht." },
];
const toolkit = (): Toolkit => createToolkit({ mounts: [{ content: createMemoryContent(NODES) }] });
const NAMES = ["scan", "search", "query", "node", "traverse", "context", "stats"];

type Ask = (name: string, input: unknown, signal?: AbortSignal) => Promise<unknown>;

/** Each adapter's tools, called as its SDK calls them. What the SDKs themselves do is tested with them, in test/agent-sdks. */
const ADAPTERS: readonly (readonly [string, (from: Toolkit) => { names: readonly string[]; ask: Ask }])[] = [
  [
    "aiSdkTools",
    (from) => {
      const tools = aiSdkTools(from, { tokenBudget: 900 });
      const ask: Ask = (name, input, abortSignal) =>
        tools[name]?.execute(input, { abortSignal }) ?? Promise.reject(new Error(name));
      return { names: Object.keys(tools), ask };
    },
  ],
  [
    "mastraTools",
    (from) => {
      const tools = mastraTools(from, { tokenBudget: 900 });
      const ask: Ask = (name, input, abortSignal) =>
        tools[name]?.execute(input, { abortSignal }) ?? Promise.reject(new Error(name));
      return { names: Object.values(tools).map(({ id }) => id), ask };
    },
  ],
  [
    "langchainTools",
    (from) => {
      const tools = langchainTools(from, { tokenBudget: 900 });
      const ask: Ask = async (name, args, signal) => {
        const tool = tools.find((one) => one.name === name);
        const call = { type: "tool_call", id: "1", name, args } as const;
        const message = (await tool?.invoke(call as never, signal === undefined ? {} : { signal })) as ToolMessage;
        return message.content;
      };
      return { names: tools.map(({ name }) => name), ask };
    },
  ],
  [
    "openaiTools, Responses",
    (from) => {
      const { responses, outputs } = openaiTools(from, { tokenBudget: 900 });
      const ask: Ask = async (name, input, signal) => {
        const call = { type: "function_call", call_id: "c1", name, arguments: JSON.stringify(input) };
        const [item] = await outputs([{ type: "reasoning" }, call], { signal });
        expect(item).toMatchObject({ type: "function_call_output", call_id: "c1" });
        return item?.output;
      };
      return { names: responses.map(({ name }) => name), ask };
    },
  ],
  [
    "openaiTools, Chat",
    (from) => {
      const { chat, messages } = openaiTools(from, { tokenBudget: 900 });
      const ask: Ask = async (name, input, signal) => {
        const call = { id: "c1", type: "function", function: { name, arguments: JSON.stringify(input) } };
        const [message] = await messages([call], { signal });
        expect(message).toMatchObject({ role: "tool", tool_call_id: "c1" });
        return message?.content;
      };
      return { names: chat.map((tool) => tool.function.name), ask };
    },
  ],
  [
    "openaiAgentsTools",
    (from) => {
      const tools = openaiAgentsTools(from, { tokenBudget: 900 });
      const ask: Ask = (name, input, signal) =>
        tools.find((tool) => tool.name === name)?.invoke({}, JSON.stringify(input), { signal }) ??
        Promise.reject(new Error(name));
      return { names: tools.map(({ name }) => name), ask };
    },
  ],
  [
    "anthropicTools",
    (from) => {
      const { tools, results } = anthropicTools(from, { tokenBudget: 900 });
      const ask: Ask = async (name, input, signal) => {
        const block = { type: "tool_use", id: "t1", name, input };
        const [result] = await results([{ type: "text", text: "…" }, block], signal === undefined ? {} : { signal });
        expect(result).toMatchObject({ type: "tool_result", tool_use_id: "t1" });
        return result?.content;
      };
      return { names: tools.map(({ name }) => name), ask };
    },
  ],
];

const QUESTIONS: readonly (readonly [string, unknown])[] = [
  ["search", { query: "Fluss" }],
  ["node", { nodes: ["note:rivers"], level: 4 }],
  ["node", { nodes: ["note:rivers"], level: 4 }],
  ["context", { query: "山" }],
  ["search", {}],
  ["node", { nodes: ["nichts"] }],
  ["stats", {}],
];

describe.each(ADAPTERS)("%s", (_name, make) => {
  test("has the tools in their order", () => expect(make(toolkit()).names).toEqual(NAMES));

  test("gives a model the same texts as every other adapter, in one session and one budget", async () => {
    const conversation = createConversation(toolkit(), { tokenBudget: 900 });
    const { ask } = make(toolkit());
    for (const [name, input] of QUESTIONS) {
      const { text } = await conversation.call(name, input);
      expect(await ask(name, input)).toBe(text);
    }
  });

  test("passes cancellation on", async () => {
    const { ask } = make(toolkit());
    await expect(ask("search", { query: "Fluss" }, AbortSignal.abort())).rejects.toThrow();
  });
});

test("arguments that are no JSON are answered, not thrown", async () => {
  const { outputs } = openaiTools(toolkit());
  const [item] = await outputs([{ type: "function_call", call_id: "c", name: "search", arguments: '{"query": ' }]);
  expect(item?.output).toContain("The arguments are not a JSON object");
});

test("an error is marked as one where the API has a mark for it", async () => {
  const [result] = await anthropicTools(toolkit()).results([{ type: "tool_use", id: "t", name: "node", input: {} }]);
  expect(result).toMatchObject({ is_error: true });
});

test("functions are left out of what is sent", () => {
  const sent = JSON.parse(JSON.stringify(anthropicTools(toolkit()).tools)) as object[];
  for (const tool of sent) expect(Object.keys(tool)).toEqual(["name", "description", "input_schema"]);
});

test("with the AI SDK: the model reads text, and the SDK takes the tools by their type", async () => {
  expectTypeOf(aiSdkTools).returns.toExtend<ToolSet>();
  const none = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0, text: 0, reasoning: 0 };
  const rest = { usage: { inputTokens: none, outputTokens: none }, warnings: [] };
  const call = { type: "tool-call", toolCallId: "1", toolName: "search", input: '{"query":"Fluss"}' } as const;
  const model = new MockLanguageModelV3({
    doGenerate: [
      { content: [call], finishReason: { unified: "tool-calls", raw: undefined }, ...rest },
      { content: [{ type: "text", text: "Bergab." }], finishReason: { unified: "stop", raw: undefined }, ...rest },
    ],
  });
  const tools = aiSdkTools(toolkit());
  const { text } = await generateText({ model, prompt: "Wie?", tools, stopWhen: stepCountIs(3) });
  expect(text).toBe("Bergab.");
  const [first, second] = model.doGenerateCalls;
  expect(first?.tools?.[1]).toMatchObject({ name: "search", inputSchema: { type: "object", required: ["query"] } });
  const shown = (await createConversation(toolkit()).call("search", { query: "Fluss" })).text;
  expect(second?.prompt.at(-1)).toMatchObject({ role: "tool", content: [{ output: { type: "text", value: shown } }] });
});

test("with LangChain: a model is told of the tools by their schema", () => {
  const [, search] = langchainTools(toolkit());
  expect(search?.schema).toMatchObject({ type: "object", required: ["query"] });
});
