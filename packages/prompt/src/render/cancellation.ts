import { cancelled, throwIfCancelled } from "@pd/core";

/** What the work gives, or `cancelled` as soon as the signal is aborted: also from work that does not listen to it. */
export async function unlessCancelled<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  throwIfCancelled(signal);
  if (signal === undefined) return work();
  let leave = () => {};
  const ended = new Promise<never>((_, reject) => {
    const abort = () => reject(cancelled(signal.reason));
    signal.addEventListener("abort", abort, { once: true });
    leave = () => signal.removeEventListener("abort", abort);
  });
  try {
    return await Promise.race([work(), ended]);
  } finally {
    leave();
  }
}

export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    await unlessCancelled(
      signal,
      () =>
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, milliseconds);
        }),
    );
  } finally {
    clearTimeout(timer);
  }
}
