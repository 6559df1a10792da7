import { describe, expect, test } from "vitest";
import { adapterCases, ask, KEY } from "../testing/adapter-cases.js";
import { anthropicFormat } from "../testing/anthropic-format.js";
import { modelServer } from "../testing/model-server.js";
import { anthropic } from "./anthropic.js";

describe("anthropic", () => {
  adapterCases({
    format: anthropicFormat,
    make: (baseUrl, limits, apiKey = KEY) =>
      anthropic({ model: "test-model", baseUrl, apiKey, backoffMilliseconds: 1, ...limits }),
  });

  test("counts what came from a cache as input, streamed or not", async () => {
    const said = { text: "Four.", usage: { input: 7, output: 3, cached: 100 } };
    const server = await modelServer(anthropicFormat, [said, said]);
    const adapter = anthropic({ model: "m", baseUrl: server.url, apiKey: KEY });
    const usage = { inputTokens: 107, outputTokens: 3 };
    expect((await adapter.generate(ask("2 + 2?"))).usage).toEqual(usage);
    expect((await adapter.generate(ask("2 + 2?", { onText: () => {} }))).usage).toEqual(usage);
    await server.close();
  });

  test("takes a base URL with or without /v1, further headers and fields, and the lower limit of tokens", async () => {
    const server = await modelServer(anthropicFormat, [{ text: "1" }, { text: "2" }]);
    const body = { temperature: 0, cache_control: { type: "ephemeral" } };
    for (const baseUrl of [server.url, `${server.url}/v1/`]) {
      const adapter = anthropic({
        model: "m",
        baseUrl,
        apiKey: "another",
        headers: { "X-Api-Key": KEY },
        body,
        maxTokens: 100,
      });
      await adapter.generate(ask("Hello.", { maxOutputTokens: 50 }));
    }
    expect(server.requests.map(({ path }) => path)).toEqual(["/v1/messages", "/v1/messages"]);
    expect(server.requests[0]?.body).toMatchObject({ ...body, max_tokens: 50, system: "Be brief." });
    expect(server.requests[0]?.headers["anthropic-version"]).toBe("2023-06-01");
    await server.close();
  });

  test("tells the model of an error by is_error", async () => {
    const server = await modelServer(anthropicFormat, [{ text: "1" }]);
    const adapter = anthropic({ model: "m", baseUrl: server.url, apiKey: KEY });
    const calls = [{ id: "a", name: "look_up", input: {} }];
    const answers = [{ id: "a", name: "look_up", text: "Error: no", isError: true }];
    const messages = [
      { role: "user", text: "Hello." },
      { role: "assistant", text: "", toolCalls: calls },
      { role: "tools", answers },
    ] as const;
    await adapter.generate(ask("", { messages }));
    expect(server.requests[0]?.body["messages"]).toContainEqual({
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "a", content: "Error: no", is_error: true }],
    });
    await server.close();
  });

  test("has no usage where the server counts nothing", async () => {
    const server = await modelServer(anthropicFormat, [{ text: "1", usage: null }]);
    const adapter = anthropic({ model: "m", baseUrl: server.url, apiKey: KEY });
    expect((await adapter.generate(ask("Hello."))).usage).toBeUndefined();
    await server.close();
  });
});
