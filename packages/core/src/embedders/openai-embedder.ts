import type { Embedder } from "../ports/embedder.js";
import { EmbedderError } from "./embedder-error.js";

export interface OpenAiEmbedderOptions {
  /** Where the API begins, such as `http://localhost:11434/v1`, or the whole address of its `/embeddings`. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token. A function is asked before each request. */
  readonly key?: string | (() => string | undefined) | undefined;
  /** Numbers a vector: asked for, and held to. */
  readonly dimension?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
}

/** Asks any server that has OpenAI's `/v1/embeddings`: OpenAI, Ollama, LM Studio, vLLM, Text Embeddings Inference and others. */
export function openAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { model, dimension } = options;
  const address = addressOf(options.url);
  const shown = `${new URL(address).host}, model "${model}"`;

  async function embed(texts: readonly string[], { signal }: { readonly signal?: AbortSignal | undefined } = {}) {
    const key = typeof options.key === "function" ? options.key() : options.key;
    const asked = {
      model,
      input: texts,
      encoding_format: "float",
      ...(dimension === undefined ? {} : { dimensions: dimension }),
    };
    // Called by itself: a browser's fetch does not work as the method of another object.
    const { fetch: send = fetch } = options;
    const response = await send(address, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(asked),
      // A redirect would carry texts and key to wherever it points.
      redirect: "error",
      ...(signal === undefined ? {} : { signal }),
    }).catch((cause: unknown) => {
      throw new EmbedderError(`The embedder at ${shown} cannot be reached`, {
        cause,
        fix: "Start it, or mend its url.",
      });
    });
    if (!response.ok) throw refusalOf(response, shown);
    const answer: unknown = await response.json().catch((cause: unknown) => {
      throw new EmbedderError(`The embedder at ${shown} answered something other than JSON`, { cause });
    });
    return vectorsIn(answer, texts.length, shown);
  }

  // The address is part of the name: two servers may call different models the same.
  return { name: `${model} at ${address}`, dimension, embed };
}

function addressOf(url: string): string {
  const { origin, pathname, search } = new URL(url);
  const path = pathname.replace(/\/+$/, "");
  return `${origin}${path.endsWith("/embeddings") ? path : `${path}/embeddings`}${search}`;
}

/** The server's own words are left out: they may quote the key or the texts. */
function refusalOf({ status, headers }: Response, shown: string): EmbedderError {
  const fixes: ReadonlyMap<number, string> = new Map([
    [401, "Check its key."],
    [403, "Check its key."],
    [404, "Check its url and the name of the model."],
    [429, "It is asked again later; requestsPerMinute asks it less often."],
  ]);
  const fix = fixes.get(status);
  return new EmbedderError(`The embedder at ${shown} answered ${status}`, {
    status,
    retryAfterMilliseconds: retryAfter(headers.get("retry-after")),
    ...(fix === undefined ? {} : { fix }),
  });
}

/** Seconds, or a date. */
function retryAfter(said: string | null): number | undefined {
  if (said === null) return undefined;
  const seconds = Number(said);
  const milliseconds = Number.isNaN(seconds) ? Date.parse(said) - Date.now() : seconds * 1000;
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}

function vectorsIn(answer: unknown, count: number, shown: string): readonly ArrayLike<number>[] {
  const rows = isObject(answer) ? answer["data"] : undefined;
  const vectors = new Array<readonly number[]>(count);
  let found = 0;
  for (const [at, row] of Array.isArray(rows) ? rows.entries() : []) {
    if (!isObject(row) || !isVector(row["embedding"])) continue;
    // In the order of the texts, whatever the order of the answer.
    const index = typeof row["index"] === "number" ? row["index"] : at;
    if (!Number.isInteger(index) || index < 0 || index >= count || vectors[index] !== undefined) continue;
    vectors[index] = row["embedding"];
    found += 1;
  }
  if (found !== count) throw new EmbedderError(`The embedder at ${shown} gave ${found} vectors for ${count} texts`);
  return vectors;
}

function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((one) => typeof one === "number");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
