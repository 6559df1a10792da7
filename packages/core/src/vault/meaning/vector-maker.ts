import type { CheckedEmbedder } from "./checked-embedder.js";
import { type Clock, isHopeless, isRefusedText, type Pace, waitAfter } from "./pace.js";
import type { VectorRows } from "./vector-rows.js";

/** A text that has no vector yet. */
export interface MissingText {
  readonly digest: number;
  readonly text: string;
}

export interface MakerOptions {
  readonly embedder: CheckedEmbedder;
  readonly rows: VectorRows;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** This many more texts have their vectors, or never will. */
  onMade(texts: number): void;
}

/** Thrown where an embedder failed too often in a row; what was made until then is kept. */
export class GaveUp extends Error {
  override readonly name = "GaveUp";
}

/** Makes vectors of texts, a request at a time for a few of them, at most so many at once. Texts are taken only when there is room for them. */
export async function makeVectors(
  texts: Iterable<MissingText | undefined> | AsyncIterable<MissingText | undefined>,
  options: MakerOptions,
): Promise<void> {
  const { pace, signal } = options;
  const sending = createSending(options);
  let batch: MissingText[] = [];
  let characters = 0;
  for await (const missing of texts) {
    if (signal.aborted) return;
    if (missing === undefined) continue;
    if (batch.length > 0 && characters + missing.text.length > pace.characters) await send();
    batch.push(missing);
    characters += missing.text.length;
    if (batch.length >= pace.texts) await send();
  }
  if (batch.length > 0) await send();
  await sending.all();

  async function send(): Promise<void> {
    const full = batch;
    batch = [];
    characters = 0;
    await sending.begin(full);
  }
}

function createSending({ embedder, rows, pace, clock, signal, onMade }: MakerOptions) {
  const underWay = new Set<Promise<void>>();
  let failures = 0;
  let failed: unknown;
  let next = clock.now();

  async function inTurn(): Promise<void> {
    const now = clock.now();
    const at = Math.max(now, next);
    next = at + 60_000 / pace.requestsPerMinute;
    if (at > now) await clock.wait(at - now, signal);
  }

  async function request(batch: readonly MissingText[]): Promise<void> {
    for (;;) {
      await inTurn();
      if (signal.aborted || failed !== undefined) return;
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(pace.milliseconds)]);
      try {
        const vectors = await embedder.embed(
          batch.map(({ text }) => text),
          deadline,
        );
        failures = 0;
        for (const [at, { digest }] of batch.entries()) rows.add(digest, vectors[at]!);
        return onMade(batch.length);
      } catch (error) {
        if (signal.aborted) return;
        if (isRefusedText(error)) return refused(batch, error);
        failures += 1;
        if (isHopeless(error) || failures >= pace.failures) {
          failed ??= error;
          return;
        }
        await clock.wait(waitAfter(error, failures), signal);
      }
    }
  }

  /** One text that is too long or not to its taste must not keep the others from their vectors. */
  async function refused(batch: readonly MissingText[], error: unknown): Promise<void> {
    failures += 1;
    if (failures >= MOST_REFUSED) failed ??= error;
    else if (batch.length === 1) onMade(1);
    else {
      const half = batch.length >>> 1;
      await request(batch.slice(0, half));
      await request(batch.slice(half));
    }
  }

  function throwIfFailed(): void {
    if (failed !== undefined) throw new GaveUp(messageOf(failed), { cause: failed });
  }

  return {
    async begin(batch: readonly MissingText[]): Promise<void> {
      while (underWay.size >= pace.inFlight) await Promise.race(underWay);
      throwIfFailed();
      const one = request(batch).finally(() => underWay.delete(one));
      underWay.add(one);
    },
    async all(): Promise<void> {
      await Promise.all(underWay);
      throwIfFailed();
    },
  };
}

/** Refusals in a row after which the embedder, and not the texts, is at fault. */
const MOST_REFUSED = 24;

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "It failed without saying why";
}
