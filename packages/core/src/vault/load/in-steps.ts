/** Work that can stop anywhere between two steps. Where a step gives a promise, the next waits for it. */
export type Steps<Result> = Generator<Promise<void> | void, Result>;

/** A step that waits for a promise and gives what comes of it. */
export function* awaited<Value>(promise: Promise<Value>): Steps<Value> {
  const settled: Value[] = [];
  yield promise.then((value) => void settled.push(value));
  return settled[0] as Value;
}

/** How long others wait at the most while work goes on. */
const SLICE_MILLISECONDS = 12;

/** Runs long work in slices, so that a server answers meanwhile. `stop` is asked between slices. */
export async function inSteps<Result>(
  steps: Steps<Result>,
  throwIfStopped: () => void = () => undefined,
): Promise<Result> {
  try {
    for (;;) {
      const until = performance.now() + SLICE_MILLISECONDS;
      // One step at least: on a busy machine a slice may be over before it began.
      do {
        const step = steps.next();
        if (step.done) return step.value;
        if (step.value !== undefined) await step.value;
      } while (performance.now() < until);
      await new Promise((resolve) => setImmediate(resolve));
      throwIfStopped();
    }
  } finally {
    // Work that is stopped midway has something open: its own `finally` closes it.
    steps.return(undefined as Result);
  }
}
