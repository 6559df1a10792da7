import type { ReadOptions } from "./content.js";

/**
 * Turns texts into vectors that lie near each other where the texts mean something similar. Handed over by a host: without one, words decide alone
 * (R3.6a). What it does wrong costs its part of a ranking and nothing else.
 */
export interface Embedder {
  /** Which model it is: vectors of another name are kept apart, and never compared with these. */
  readonly name: string;
  /** Numbers in each vector. Where it is left out, the first vector decides, and later ones of another length are refused. */
  readonly dimension?: number | undefined;
  /** One vector a text, in the same order. */
  embed(texts: readonly string[], options?: ReadOptions): Promise<readonly ArrayLike<number>[]>;
}
