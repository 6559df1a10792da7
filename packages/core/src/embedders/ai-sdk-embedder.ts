import type { Embedder } from "../ports/embedder.js";

/** As much of the AI SDK's `embedMany` as is used: pd depends on no version of it. */
export type EmbedMany<Model> = (options: {
  readonly model: Model;
  readonly values: string[];
  readonly maxRetries?: number;
  readonly abortSignal?: AbortSignal;
}) => PromiseLike<{ readonly embeddings: readonly ArrayLike<number>[] }>;

export interface AiSdkEmbedderOptions<Model> {
  /** `embedMany` of the package `ai`. */
  readonly embedMany: EmbedMany<Model>;
  /** Such as `openai.embeddingModel("text-embedding-3-small")`, or the name of a model of the gateway. */
  readonly model: Model;
  /** Which model it is, where the model does not say so itself. */
  readonly name?: string | undefined;
  readonly dimension?: number | undefined;
}

/** Asks whatever embedding model the AI SDK has a provider for. */
export function aiSdkEmbedder<Model>({ embedMany, model, name, dimension }: AiSdkEmbedderOptions<Model>): Embedder {
  return {
    name: name ?? nameOf(model),
    dimension,
    async embed(texts, { signal } = {}) {
      // Asking again is pd's: it knows what waits for the answer.
      const asked = {
        model,
        values: [...texts],
        maxRetries: 0,
        ...(signal === undefined ? {} : { abortSignal: signal }),
      };
      return (await embedMany(asked)).embeddings;
    },
  };
}

function nameOf(model: unknown): string {
  if (typeof model === "string") return model;
  if (typeof model !== "object" || model === null) return "ai-sdk";
  const parts = ["provider", "modelId"].map((key) => Reflect.get(model, key) as unknown);
  return parts.filter((part) => typeof part === "string").join(" ") || "ai-sdk";
}
