import type { Embedder } from "../ports/embedder.js";

/** As much of transformers.js as is used. */
export interface Transformers {
  pipeline(task: "feature-extraction", model: string): Promise<ExtractFeatures>;
}

type ExtractFeatures = (
  texts: string[],
  options: { readonly pooling: Pooling; readonly normalize: boolean },
) => Promise<{ tolist(): readonly ArrayLike<number>[] }>;

type Pooling = "mean" | "cls";

export interface TransformersEmbedderOptions {
  /** Such as `Xenova/all-MiniLM-L6-v2`. It is downloaded once, by transformers.js. */
  readonly model: string;
  /** How a model makes one vector of many: its page says so. `mean` if it is not given. */
  readonly pooling?: Pooling | undefined;
  readonly dimension?: number | undefined;
  /** `await import("@huggingface/transformers")`: the host's own, since it brings native code that pd does not depend on. */
  readonly transformers: Transformers;
}

/** Runs a model in this process, by transformers.js: nothing leaves the machine. */
export function transformersEmbedder({
  model,
  pooling = "mean",
  dimension,
  transformers,
}: TransformersEmbedderOptions): Embedder {
  let loading: Promise<ExtractFeatures> | undefined;

  return {
    name: `${model} by transformers.js, ${pooling}`,
    dimension,
    async embed(texts) {
      loading ??= transformers.pipeline("feature-extraction", model);
      // What could not be loaded may be there the next time.
      loading.catch(() => {
        loading = undefined;
      });
      const extract = await loading;
      return (await extract([...texts], { pooling, normalize: true })).tolist();
    },
  };
}
