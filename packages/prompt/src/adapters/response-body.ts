import type { Endpoint } from "./endpoint.js";
import { ModelError } from "./model-error.js";
import type { TimeLimit } from "./time-limit.js";

/** More than any model says at once; a server that sends on and on is cut off. */
const MOST_BYTES = 16 * 2 ** 20;
/** An error is a few sentences; a proxy's error page may be long, and its start is enough. */
const MOST_ERROR_BYTES = 64 * 2 ** 10;

export interface Arriving {
  readonly response: Response;
  readonly endpoint: Endpoint;
  readonly limit: TimeLimit;
}

/** The bytes as they come. Whatever breaks the connection is a `ModelError`. */
export async function* chunksOf({ response, endpoint, limit }: Arriving): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw broken(endpoint, limit, cause);
      });
      if (done) return;
      length += value.length;
      if (length > MOST_BYTES) throw malformed(endpoint, `an answer of more than ${MOST_BYTES} bytes`);
      yield value;
    }
  } finally {
    // A body that nobody reads on would hold its connection.
    await reader.cancel().catch(() => {});
  }
}

export async function jsonOf(arriving: Arriving): Promise<unknown> {
  const text = await textOf(arriving, MOST_BYTES);
  return parsed(text, arriving.endpoint);
}

/** What a refused request was answered with, as far as it says anything. */
export async function errorTextOf(arriving: Arriving): Promise<string> {
  return textOf(arriving, MOST_ERROR_BYTES).catch(() => "");
}

export function parsed(json: string, endpoint: Endpoint): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The parser's own message quotes the text, which is the model's and may be long.
    throw malformed(endpoint, "something that is not JSON");
  }
}

export function malformed(endpoint: Endpoint, sent: string): ModelError {
  return new ModelError(`${endpoint.adapter}: the server sent ${sent}`, {
    adapter: endpoint.adapter,
    failure: "malformed",
    fix: "Check that the base URL leads to a server that speaks this format.",
  });
}

export function broken(endpoint: Endpoint, limit: TimeLimit, cause: unknown): ModelError {
  const { adapter, timeoutMilliseconds } = endpoint;
  if (limit.expired) {
    const message = `${adapter}: no answer within ${timeoutMilliseconds} ms`;
    const fix = "Raise timeoutMilliseconds, or ask for less.";
    return new ModelError(message, { adapter, failure: "timeout", retryable: true, fix, cause });
  }
  const message = `${adapter}: the connection to ${new URL(endpoint.url).host} failed`;
  const fix = "Check the base URL and the network.";
  return new ModelError(message, { adapter, failure: "network", retryable: true, fix, cause });
}

export function cutOff({ adapter }: Endpoint): ModelError {
  return new ModelError(`${adapter}: the stream ended before the reply did`, {
    adapter,
    failure: "network",
    retryable: true,
    fix: "Try again.",
  });
}

async function textOf(arriving: Arriving, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const chunk of chunksOf(arriving)) {
    text += decoder.decode(chunk, { stream: true });
    length += chunk.length;
    if (length >= most) break;
  }
  return text + decoder.decode();
}
