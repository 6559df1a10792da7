import { throwIfCancelled } from "../model/errors.js";

/** The result of work that others wait for too, or `cancelled` as soon as this caller's signal says so. The work itself goes on. */
export async function orCancelled<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return work;
  throwIfCancelled(signal);
  let stop: () => void = () => undefined;
  const aborted = new Promise<void>((resolve) => {
    stop = resolve;
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    const first = await Promise.race([work.then((result) => ({ result })), aborted]);
    if (first !== undefined) return first.result;
  } finally {
    signal.removeEventListener("abort", stop);
  }
  throwIfCancelled(signal);
  return work;
}
