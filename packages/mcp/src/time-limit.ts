import { PdError } from "@pd/core";

/**
 * Runs something that ends at the latest after so long, and when the caller gives up. What runs is told by the signal; whoever does not listen
 * to it goes on unheard, so that nobody waits.
 */
export async function withTimeLimit<Value>(
  milliseconds: number,
  given: AbortSignal,
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const limit = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new PdError("timed-out", `There was no answer within ${milliseconds / 1000} s`, {
        fix: "Ask for less: a smaller limit, maxDepth or tokenBudget.",
      });
      limit.abort(error);
      reject(error);
    }, milliseconds);
  });
  const pass = () => limit.abort(given.reason);
  if (given.aborted) pass();
  else given.addEventListener("abort", pass, { once: true });
  try {
    return await Promise.race([run(limit.signal), late]);
  } finally {
    clearTimeout(timer);
    given.removeEventListener("abort", pass);
  }
}
