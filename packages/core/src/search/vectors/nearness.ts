import type { NearestRows } from "./nearest-rows.js";

/** How near passages or notes are to a wording in meaning. */
export interface Nearness {
  /** Those that meaning alone may bring in. */
  readonly found: Iterable<number>;
  /** 0 for one that is no nearer than most, else by how many deviations it is nearer. */
  of(number: number): number;
}

/** By how many deviations a similarity stands out from those of all texts. Models differ in what they call similar, and not in this. */
export function nearnessOf(similarity: number, { mean, deviation }: Pick<NearestRows, "mean" | "deviation">): number {
  return deviation > 0 ? Math.max(0, (similarity - mean) / deviation) : 0;
}
