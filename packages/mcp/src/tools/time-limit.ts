import { PdError } from "@pd/core";

/**
 * Runs something that ends at the latest after so long. What runs is told by the signal of `work`; whoever does not listen to it goes on unheard, so that
 * nobody waits.
 */
export function withTimeLimit<Value>(
  milliseconds: number,
  work: AbortController,
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new PdError("timed-out", `There was no answer within ${milliseconds / 1000} s`, {
        fix: "Ask for less: a smaller limit, maxDepth or tokenBudget.",
      });
      work.abort(error);
      reject(error);
    }, milliseconds);
    run(work.signal).then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** Ends when the signal says so, and may be ended earlier. */
export function controllerBehind(signal: AbortSignal): AbortController {
  const work = new AbortController();
  const pass = () => work.abort(signal.reason);
  if (signal.aborted) pass();
  else signal.addEventListener("abort", pass, { once: true });
  return work;
}
