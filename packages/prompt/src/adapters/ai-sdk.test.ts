import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { describe, expect, test } from "vitest";
import { adapterCases, ask, KEY } from "../testing/adapter-cases.js";
import { anthropicFormat } from "../testing/anthropic-format.js";
import { modelServer } from "../testing/model-server.js";
import { openaiFormat } from "../testing/openai-format.js";
import { aiSdk } from "./ai-sdk.js";

describe("ai-sdk with @ai-sdk/anthropic", () => {
  adapterCases({
    format: anthropicFormat,
    make: (url, limits, apiKey = KEY) => aiSdk(createAnthropic({ baseURL: `${url}/v1`, apiKey })("test-model"), limits),
  });
});

describe("ai-sdk with @ai-sdk/openai", () => {
  adapterCases({
    format: openaiFormat,
    make: (url, limits, apiKey = KEY) =>
      aiSdk(createOpenAI({ baseURL: `${url}/v1`, apiKey }).responses("test-model"), {
        ...limits,
        providerOptions: { openai: { store: false, include: ["reasoning.encrypted_content"] } },
      }),
  });

  test("a call of an unknown tool and one with broken arguments keep their ids, and neither is answered by the SDK", async () => {
    const calls = [
      { id: "a", name: "no_such_tool", input: { key: "x" } },
      { id: "b", name: "look_up", json: '{"key": ' },
    ];
    const server = await modelServer(openaiFormat, [{ calls }]);
    const adapter = aiSdk(createOpenAI({ baseURL: `${server.url}/v1`, apiKey: KEY }).responses("m"));
    const reply = await adapter.generate(ask("Go."));
    expect(reply.toolCalls).toMatchObject([
      { id: "a", name: "no_such_tool", input: { key: "x" } },
      { id: "b", name: "look_up", malformed: "The arguments are not valid JSON" },
    ]);
    expect(reply.toolCalls[0]).not.toHaveProperty("malformed");
    expect(JSON.stringify(reply.native)).not.toContain("tool-result");
    await server.close();
  });
});
