import * as z from "zod/mini";
import type { Finding } from "../content.js";
import { defineOperation, operationInput } from "../operation.js";
import { type Quality, qualityOf } from "../quality.js";

export interface ValidateData {
  readonly quality: Quality;
  /** Whether the score reaches the threshold; without one, it does. */
  readonly passed: boolean;
  readonly threshold?: number;
  readonly findings: readonly Finding[];
}

/** What could be better in the content, with file and line. */
export const validate = defineOperation({
  name: "validate",
  description:
    "Findings with file and line (broken links, missing descriptions, orphans), and a quality score from 0 to 100.",
  input: operationInput({ threshold: z.optional(z.int().check(z.minimum(0), z.maximum(100))) }),
  async plan({ threshold, repeat = true }, graph, { signal }) {
    const [{ nodes, quality: counts }, findings] = await Promise.all([
      graph.stats({ signal }),
      graph.findings({ signal }),
    ]);
    const quality = qualityOf(counts);
    const data: ValidateData = {
      quality,
      passed: threshold === undefined || quality.score >= threshold,
      ...(threshold === undefined ? {} : { threshold }),
      findings,
    };
    return { wants: [], visited: nodes, levels: "pinned", breadth: 1, repeat, data };
  },
});
