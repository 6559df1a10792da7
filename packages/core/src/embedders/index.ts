// Adapters of embedders. They need `fetch` and nothing of Node, so that a host can use them anywhere.

export { type AiSdkEmbedderOptions, aiSdkEmbedder, type EmbedMany } from "./ai-sdk-embedder.js";
export { EmbedderError, type EmbedderErrorOptions } from "./embedder-error.js";
export { type OpenAiEmbedderOptions, openAiEmbedder } from "./openai-embedder.js";
export { type Transformers, type TransformersEmbedderOptions, transformersEmbedder } from "./transformers-embedder.js";
