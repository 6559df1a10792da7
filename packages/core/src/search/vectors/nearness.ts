import type { NearestRows } from "./nearest-rows.js";
import type { MeaningWeights } from "./weights.js";

/** How near passages or notes are to a wording in meaning. */
export interface Nearness {
  /** Those that meaning alone may bring in. */
  readonly found: Iterable<number>;
  /** 0 where it is no nearer than most texts, 1 where it is as near as texts that say the same; more where nearer still. */
  of(number: number): number;
}

/** A similarity as a share: by how much it stands out from those of all texts. Models differ in what they call similar, and not in this. */
export function nearnessOf(
  similarity: number,
  { mean, deviation }: Pick<NearestRows, "mean" | "deviation">,
  { least, full }: Pick<MeaningWeights, "least" | "full">,
): number {
  if (!(deviation > 0)) return 0;
  return Math.max(0, ((similarity - mean) / deviation - least) / (full - least));
}
