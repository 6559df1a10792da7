import { describe, expect, test } from "vitest";
import { adapterCases, ask, goOn, KEY } from "../testing/adapter-cases.js";
import { modelServer } from "../testing/model-server.js";
import { openaiFormat } from "../testing/openai-format.js";
import { openaiResponses } from "./openai-responses.js";

describe("openai-responses", () => {
  adapterCases({
    format: openaiFormat,
    make: (url, limits, apiKey = KEY) =>
      openaiResponses({ model: "test-model", baseUrl: `${url}/v1`, apiKey, backoffMilliseconds: 1, ...limits }),
  });

  test("sends instructions, functions, a limit, and asks that nothing be stored", async () => {
    const server = await modelServer(openaiFormat, [{ text: "1" }]);
    const adapter = openaiResponses({ model: "m", baseUrl: `${server.url}/v1`, apiKey: KEY, maxTokens: 100 });
    await adapter.generate(ask("Hello.", { maxOutputTokens: 200 }));
    expect(server.requests[0]?.body).toMatchObject({
      instructions: "Be brief.",
      store: false,
      include: ["reasoning.encrypted_content"],
      max_output_tokens: 100,
    });
    expect(server.requests[0]?.body["tools"]).toContainEqual(
      expect.objectContaining({ type: "function", strict: false }),
    );
    await server.close();
  });

  test("a call whose reasoning came without its content goes back without its id, and keeps the id of the call", async () => {
    const said = {
      text: "Ich sehe nach.",
      reasoning: "verschlüsselt",
      calls: [{ id: "a", name: "look_up", input: {} }],
    };
    const server = await modelServer(openaiFormat, [said, { text: "Fertig." }]);
    const adapter = openaiResponses({ model: "m", baseUrl: `${server.url}/v1`, apiKey: KEY });
    const reply = await adapter.generate(goOn(ask("Los."), await adapter.generate(ask("Los."))));
    expect(reply.text).toBe("Fertig.");
    const sent = server.requests[1]?.body["input"] as readonly Record<string, unknown>[];
    expect(sent.map(({ type, id, call_id }) => [type, id, call_id])).toEqual([
      [undefined, undefined, undefined],
      ["reasoning", "rs_kept", undefined],
      ["message", undefined, undefined],
      ["function_call", undefined, "a"],
      ["function_call_output", undefined, "a"],
      [undefined, undefined, undefined],
    ]);
    await server.close();
  });

  test("a model without reasoning is asked for none of it: one refusal, and the adapter remembers", async () => {
    const refusal = { status: 400, message: "Encrypted content is not supported with this model." };
    const server = await modelServer(openaiFormat, [refusal, { text: "1" }, { text: "2" }]);
    const adapter = openaiResponses({ model: "m", baseUrl: `${server.url}/v1`, apiKey: KEY });
    expect((await adapter.generate(ask("Hello."))).text).toBe("1");
    expect((await adapter.generate(ask("Hello."))).text).toBe("2");
    expect(server.requests.map(({ body }) => "include" in body)).toEqual([true, false, false]);
    await server.close();
  });

  test("what a host itself asks to include is sent as it is, and a refusal of it is the host's to see", async () => {
    const refusal = { status: 400, message: "Encrypted content is not supported with this model." };
    const server = await modelServer(openaiFormat, [refusal, { text: "1" }]);
    const include = ["message.output_text.logprobs"];
    const adapter = openaiResponses({ model: "m", baseUrl: `${server.url}/v1`, apiKey: KEY, body: { include } });
    await expect(adapter.generate(ask("Hello."))).rejects.toMatchObject({ failure: "http", status: 400 });
    expect(server.requests.map(({ body }) => body["include"])).toEqual([include]);
    await server.close();
  });

  test("a call whose arguments are no JSON keeps its id and says so; the turn can go on", async () => {
    const calls = [
      { id: "a", name: "look_up", json: '{"key": ' },
      { id: "b", name: "look_up", json: "" },
    ];
    const server = await modelServer(openaiFormat, [{ calls }, { text: "Done." }]);
    const adapter = openaiResponses({ model: "m", baseUrl: `${server.url}/v1`, apiKey: KEY });
    const reply = await adapter.generate(ask("Go."));
    expect(reply.toolCalls).toEqual([
      { id: "a", name: "look_up", input: undefined, malformed: "The arguments are not valid JSON" },
      { id: "b", name: "look_up", input: {} },
    ]);
    expect((await adapter.generate(goOn(ask("Go."), reply))).text).toBe("Done.");
    await server.close();
  });

  test("a response that failed is tried again where that helps, and typed where not", async () => {
    const failed = (code: string) => ({
      raw: JSON.stringify({ status: "failed", output: [], error: { code, message: `it was ${KEY}` } }),
    });
    const server = await modelServer(openaiFormat, [
      failed("server_error"),
      { text: "Now." },
      failed("invalid_prompt"),
    ]);
    const adapter = openaiResponses({ model: "m", baseUrl: `${server.url}/v1`, apiKey: KEY, backoffMilliseconds: 1 });
    expect((await adapter.generate(ask("Hello."))).text).toBe("Now.");
    const error = await adapter.generate(ask("Hello.")).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ failure: "server", type: "invalid_prompt", retryable: false });
    expect(String(error)).toContain("it was ***");
    await server.close();
  });

  test("an error event that stands alone is an error", async () => {
    const raw = 'data: {"type":"error","code":"server_error","message":"no","param":null}\n\n';
    const server = await modelServer(openaiFormat, [{ raw, contentType: "text/event-stream" }]);
    const adapter = openaiResponses({ model: "m", baseUrl: `${server.url}/v1`, apiKey: KEY, maxRetries: 0 });
    const work = adapter.generate(ask("Hello.", { onText: () => {} }));
    await expect(work).rejects.toMatchObject({ failure: "server", type: "server_error" });
    await server.close();
  });
});
