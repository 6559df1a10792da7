export interface TimeLimit {
  /** Aborted when the caller's signal is, or when the time is over. */
  readonly signal: AbortSignal;
  readonly expired: boolean;
  /** Starts the time anew: a stream may take long, as long as something comes. */
  extend(): void;
  /** Lets go of the timer, the listener and whatever is still open. */
  end(): void;
}

/** By hand and not with `AbortSignal.any`, which keeps a long-lived signal's dependents alive on Node 20. */
export function timeLimit(signal: AbortSignal | undefined, milliseconds: number): TimeLimit {
  const controller = new AbortController();
  let expired = false;
  const abort = () => controller.abort(signal?.reason);
  const expire = () => {
    expired = true;
    controller.abort();
  };
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  let timer = setTimeout(expire, milliseconds);
  return {
    signal: controller.signal,
    get expired() {
      return expired;
    },
    extend() {
      clearTimeout(timer);
      timer = setTimeout(expire, milliseconds);
    },
    end() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      controller.abort();
    },
  };
}
