import { describe, expect, test } from "vitest";
import { aiSdkEmbedder } from "./ai-sdk-embedder.js";
import { openAiEmbedder } from "./openai-embedder.js";
import { transformersEmbedder } from "./transformers-embedder.js";

function answering(answer: unknown, init?: ResponseInit) {
  const seen: { readonly url: string; readonly init: RequestInit }[] = [];
  const send = (async (url: string, given: RequestInit) => {
    seen.push({ url, init: given });
    return new Response(typeof answer === "string" ? answer : JSON.stringify(answer), init);
  }) as typeof fetch;
  return { send, seen };
}

describe("openAiEmbedder", () => {
  test.each([
    ["http://localhost:11434/v1", "http://localhost:11434/v1/embeddings"],
    ["http://localhost:11434/v1/", "http://localhost:11434/v1/embeddings"],
    ["https://example.org/v1/embeddings", "https://example.org/v1/embeddings"],
    ["https://example.org/openai/embeddings?api-version=1", "https://example.org/openai/embeddings?api-version=1"],
  ])("%s is asked at %s", async (url, address) => {
    const { send, seen } = answering({ data: [{ index: 0, embedding: [1, 0] }] });
    await openAiEmbedder({ url, model: "m", fetch: send }).embed(["Füße"]);
    expect(seen.map((one) => one.url)).toEqual([address]);
    expect(seen[0]?.init).toMatchObject({ method: "POST", redirect: "error" });
    expect(new Headers(seen[0]?.init.headers).has("authorization")).toBe(false);
  });

  test("vectors come in the order of the texts, whatever the order of the answer", async () => {
    const { send } = answering({
      data: [
        { index: 1, embedding: [0, 1] },
        { index: 0, embedding: [1, 0] },
      ],
    });
    expect(await openAiEmbedder({ url: "http://a/v1", model: "m", fetch: send }).embed(["a", "b"])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  test("a status is told with what may help, and how long to wait; never the server's own words", async () => {
    const { send } = answering("the key sk-1 and the text 秘密 are wrong", {
      status: 429,
      headers: { "retry-after": "7" },
    });
    const asking = openAiEmbedder({ url: "http://a/v1", model: "m", key: "sk-1", fetch: send }).embed(["秘密"]);
    await expect(asking).rejects.toMatchObject({ code: "embedder-failed", status: 429, retryAfterMilliseconds: 7000 });
    await expect(asking).rejects.not.toThrow(/sk-1|秘密/u);
  });

  test.each([
    ["no vector", { data: [] }],
    ["the same index twice", { data: [0, 0].map((index) => ({ index, embedding: [1] })) }],
    ["numbers as words", { data: [0, 1].map((index) => ({ index, embedding: ["1"] })) }],
    ["no object", [1, 2]],
    ["no JSON", "<html>"],
  ])("%s is refused", async (_, answer) => {
    const { send } = answering(answer);
    const asking = openAiEmbedder({ url: "http://a/v1", model: "m", fetch: send }).embed(["a", "b"]);
    await expect(asking).rejects.toMatchObject({ code: "embedder-failed" });
  });

  test("two servers that call their models the same have different names", () => {
    const names = ["http://a/v1", "http://b/v1"].map((url) => openAiEmbedder({ url, model: "m" }).name);
    expect(new Set(names).size).toBe(2);
  });
});

test("aiSdkEmbedder passes texts and signal on, and asks no second time by itself", async () => {
  const seen: unknown[] = [];
  const model = { provider: "openai.embedding", modelId: "text-embedding-3-small" };
  const embedder = aiSdkEmbedder({
    model,
    embedMany: async (options) => {
      seen.push(options);
      return { embeddings: options.values.map(() => [1, 2]) };
    },
  });
  const { signal } = new AbortController();
  expect(await embedder.embed(["Öl", "油"], { signal })).toEqual([
    [1, 2],
    [1, 2],
  ]);
  expect(seen).toEqual([{ model, values: ["Öl", "油"], maxRetries: 0, abortSignal: signal }]);
  expect(embedder.name).toBe("openai.embedding text-embedding-3-small");
});

describe("transformersEmbedder", () => {
  test("loads the model once, and pools as asked", async () => {
    const seen: unknown[] = [];
    const transformers = {
      async pipeline(task: "feature-extraction", model: string) {
        seen.push([task, model]);
        return async (texts: string[], options: object) => {
          seen.push(options);
          return { tolist: () => texts.map(() => [1, 0]) };
        };
      },
    };
    const embedder = transformersEmbedder({ model: "Xenova/x", transformers });
    expect(await embedder.embed(["a"])).toEqual([[1, 0]]);
    expect(await embedder.embed(["b", "ü"])).toHaveLength(2);
    const pooled = { pooling: "mean", normalize: true };
    expect(seen).toEqual([["feature-extraction", "Xenova/x"], pooled, pooled]);
  });
});
