/** How fast an embedder is asked while vectors are made. */
export interface Pace {
  /** Texts in a request, and their characters together; one text goes whatever its length. */
  readonly texts: number;
  readonly characters: number;
  /** Requests under way at the same time. */
  readonly inFlight: number;
  /** Requests that begin within a minute. */
  readonly requestsPerMinute: number;
  /** How long a request may take. */
  readonly milliseconds: number;
  /** How long an answer waits for the vector of its question. */
  readonly questionMilliseconds: number;
  /** After this many failures in a row nothing more is asked, until something changes. */
  readonly failures: number;
}

export const PACE: Pace = {
  texts: 64,
  characters: 48_000,
  inFlight: 2,
  requestsPerMinute: 600,
  milliseconds: 60_000,
  questionMilliseconds: 2000,
  failures: 5,
};

export interface Clock {
  now(): number;
  /** Ends early, without an error, when the signal says so. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const CLOCK: Clock = {
  now: () => performance.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener("abort", done, { once: true });
    }),
};

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;

/** Before the next attempt, after this many failures in a row: what the embedder asks for, else twice as long each time. */
export function waitAfter(error: unknown, failures: number): number {
  const asked = numberIn(error, "retryAfterMilliseconds");
  return Math.min(LONGEST_WAIT, asked ?? FIRST_WAIT * 2 ** (failures - 1));
}

/** Whether an embedder finds fault with the texts: the same request would fail again, and a smaller one may not. */
export function isRefusedText(error: unknown): boolean {
  return [400, 413, 422].includes(statusOf(error) ?? 0);
}

/** Whether asking again is of no use: the key or the address is wrong. */
export function isHopeless(error: unknown): boolean {
  return [401, 403, 404, 405].includes(statusOf(error) ?? 0);
}

/** As pd's adapters and the usual SDKs say it. */
function statusOf(error: unknown): number | undefined {
  return numberIn(error, "status") ?? numberIn(error, "statusCode");
}

function numberIn(error: unknown, name: string): number | undefined {
  if (typeof error !== "object" || error === null || !(name in error)) return undefined;
  const value: unknown = Reflect.get(error, name);
  return typeof value === "number" && value >= 0 ? value : undefined;
}
