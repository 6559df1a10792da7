import type { OnGone } from "../runtime.js";
import { cancelledByClient, timedOut } from "./call-errors.js";

export interface LimitedCall<Result> {
  /** Ends with the call, or with the time limit, or when the client goes; whichever comes first. */
  readonly result: Promise<Result>;
  /** Ends when the work is really over, which a tool that heeds no signal may delay. */
  readonly settled: Promise<void>;
}

export interface CallLimit {
  readonly milliseconds: number;
  readonly onGone: OnGone;
}

/** Runs a call for so long and no longer, and tells it to stop. */
export function limited<Result>(
  call: (signal: AbortSignal) => Promise<Result>,
  { milliseconds, onGone }: CallLimit,
): LimitedCall<Result> {
  const controller = new AbortController();
  let stop: (error: Error) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = (error) => {
      reject(error);
      controller.abort(error);
    };
  });
  // Whoever loses the race must not count as unhandled.
  stopped.catch(() => undefined);
  const timer = setTimeout(() => stop(timedOut(milliseconds)), milliseconds);
  const stay = onGone(() => stop(cancelledByClient()));
  const running = controller.signal.aborted ? stopped : call(controller.signal);
  const settled = running.then(
    () => undefined,
    () => undefined,
  );
  void settled.then(() => {
    clearTimeout(timer);
    stay();
  });
  return { result: Promise.race([stopped, running]), settled };
}

/** Of a signal, as a request has one. */
export function goneBySignal(signal: AbortSignal): OnGone {
  return (callback) => {
    if (signal.aborted) callback();
    signal.addEventListener("abort", callback, { once: true });
    return () => signal.removeEventListener("abort", callback);
  };
}

/** Whichever comes first. */
export function either(first: OnGone, second: OnGone): OnGone {
  return (callback) => {
    const stops = [first(callback), second(callback)];
    return () => {
      for (const stop of stops) stop();
    };
  };
}
