import { type Refusal, refusal } from "./refusal.js";

/** More than any client sends. */
export const MAX_HEADERS = 200;

/**
 * Refuses a request with more headers than any client sends. Node keeps 2,000 and drops the rest without a word: behind them a second
 * host, an origin or a token would be seen by a proxy and not by the guard. So this is asked first, of the headers as they came.
 */
export function tooManyHeaders(rawHeaders: readonly string[]): Refusal | undefined {
  if (rawHeaders.length <= 2 * MAX_HEADERS) return undefined;
  return refusal("head-too-large", {
    message: `The request has more than ${MAX_HEADERS} headers`,
    where: "headers",
    fix: `Send at most ${MAX_HEADERS} headers.`,
    // Nothing behind it on this connection is read either.
    headers: { connection: "close" },
  });
}
