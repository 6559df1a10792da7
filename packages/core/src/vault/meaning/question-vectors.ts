import { LRUCache } from "lru-cache";
import { throwIfCancelled } from "../../model/errors.js";
import type { CodedVector } from "../../search/vectors/vector-table.js";
import type { CheckedEmbedder } from "./checked-embedder.js";
import type { Clock } from "./pace.js";

/** Vectors of questions, in time or not at all. */
export interface QuestionVectors {
  /** By wording; nothing where the embedder failed or did not answer in time. Throws only where the caller gave up. */
  of(
    wordings: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<string, CodedVector> | undefined>;
  /** Kept ones may be another model's. */
  clear(): void;
}

export interface QuestionOptions {
  readonly embedder: CheckedEmbedder;
  readonly clock: Clock;
  /** How long an answer may wait for its question's vector. */
  readonly milliseconds: number;
  onFailure(error: unknown): void;
}

/** After a failure the embedder is left alone for this long: each question would wait in vain. */
const REST_MILLISECONDS = 30_000;
/** One operation asks for the same question several times, and the next page asks again. */
const KEPT = 200;

export function createQuestionVectors(options: QuestionOptions): QuestionVectors {
  const { embedder, clock, milliseconds, onFailure } = options;
  const kept = new LRUCache<string, CodedVector>({ max: KEPT });
  const underWay = new Map<string, Promise<void>>();
  let rested = Number.NEGATIVE_INFINITY;

  async function ask(wordings: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    const deadline = AbortSignal.timeout(milliseconds);
    try {
      const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
      const vectors = await embedder.embed(wordings, either);
      for (const [at, wording] of wordings.entries()) kept.set(wording, vectors[at]!);
    } catch (error) {
      if (signal?.aborted === true) return;
      rested = clock.now() + REST_MILLISECONDS;
      onFailure(error);
    }
  }

  /** Two that ask for the same words at the same time wait for one request. */
  async function make(missing: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    const fresh = missing.filter((wording) => !underWay.has(wording));
    if (fresh.length > 0) {
      const asking = ask(fresh, signal).finally(() => fresh.forEach((wording) => void underWay.delete(wording)));
      for (const wording of fresh) underWay.set(wording, asking);
    }
    await Promise.all(missing.map((wording) => underWay.get(wording)));
  }

  return {
    async of(wordings, signal) {
      const missing = [...new Set(wordings)].filter((wording) => !kept.has(wording));
      if (missing.length > 0) {
        if (clock.now() < rested) return undefined;
        await make(missing, signal);
        if (signal !== undefined) throwIfCancelled(signal);
      }
      const found = wordings.flatMap((wording) => {
        const vector = kept.get(wording);
        return vector === undefined ? [] : [[wording, vector] as const];
      });
      return found.length < wordings.length ? undefined : new Map(found);
    },
    clear: () => kept.clear(),
  };
}
