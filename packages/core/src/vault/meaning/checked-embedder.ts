import { orCancelled } from "../../content/or-cancelled.js";
import { PdError } from "../../model/errors.js";
import type { Embedder } from "../../ports/embedder.js";
import { type CodedVector, codeVector, similarity } from "../../search/vectors/vector-table.js";
import { digestOf } from "./text-digest.js";
import type { VectorRows } from "./vector-rows.js";

/** An embedder whose vectors can be believed: as many as texts, of one length, with a direction, and of the model that the kept ones are of. */
export interface CheckedEmbedder {
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly CodedVector[]>;
}

/** Its vector is kept with the others: where the same model is asked, it comes out the same. */
const PROBE = "Which model is this?";
export const PROBE_DIGEST = digestOf(PROBE);
/** Servers round differently from call to call, and another model gives something else entirely. */
const SAME_MODEL = 0.98;

export interface CheckedOptions {
  readonly rows: VectorRows;
  /** Kept vectors are another model's: they are gone. */
  onOtherModel(): void;
}

export function createCheckedEmbedder(embedder: Embedder, { rows, onOtherModel }: CheckedOptions): CheckedEmbedder {
  let isProbed = false;
  let probing: Promise<unknown> | undefined;

  async function embed(texts: readonly string[], signal: AbortSignal): Promise<readonly CodedVector[]> {
    // The first request finds out which model answers; those that come meanwhile wait for it.
    while (!isProbed && probing !== undefined) await orCancelled(probing, signal);
    if (isProbed) return ask(texts, signal);
    const first = ask([...texts, PROBE], signal);
    probing = first
      .catch(() => undefined)
      .finally(() => {
        probing = undefined;
      });
    return (await first).slice(0, texts.length);
  }

  // Whoever does not listen to the signal is not waited for either.
  async function ask(texts: readonly string[], signal: AbortSignal): Promise<readonly CodedVector[]> {
    const vectors = coded(embedder, texts, await orCancelled(embedder.embed(texts, { signal }), signal));
    if (!isProbed) probe(vectors.at(-1)!);
    for (const { codes } of vectors) checkLength(embedder, codes.length, rows.dimension);
    return vectors;
  }

  function probe(vector: CodedVector): void {
    const row = rows.rowOf(PROBE_DIGEST);
    const isSame =
      row !== undefined &&
      vector.codes.length === rows.dimension &&
      similarity(vector, rows.table(), row) >= SAME_MODEL;
    if (!isSame && rows.size > 0) {
      rows.clear();
      onOtherModel();
    }
    rows.add(PROBE_DIGEST, vector);
    isProbed = true;
  }

  return { embed };
}

function coded(
  { name, dimension }: Embedder,
  texts: readonly string[],
  vectors: readonly ArrayLike<number>[],
): readonly CodedVector[] {
  if (!Array.isArray(vectors) || vectors.length !== texts.length)
    throw untrue(name, `${Array.isArray(vectors) ? vectors.length : "no"} vectors for ${texts.length} texts`);
  const wanted = dimension ?? (vectors[0] as ArrayLike<number>).length;
  return vectors.map((vector: ArrayLike<number>) => {
    checkLength({ name }, vector.length, wanted);
    const made = codeVector(vector);
    if (made === undefined) throw untrue(name, "a vector without a direction");
    return made;
  });
}

/** Sketches keep distances in two bytes. */
const LONGEST = 32_768;

function checkLength({ name }: Pick<Embedder, "name">, length: number, wanted: number): void {
  if (length !== wanted || length === 0 || length > LONGEST)
    throw untrue(name, `a vector of ${length} numbers where ${wanted} were expected`);
}

function untrue(name: string, what: string): PdError {
  return new PdError("embedder-failed", `The embedder "${name}" gave ${what}`, {
    fix: "Check that the model named is an embedding model.",
  });
}
