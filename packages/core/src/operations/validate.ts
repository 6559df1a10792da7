import * as z from "zod/mini";
import type { Count, Finding } from "../content.js";
import { defineOperation, operationInput } from "../operation.js";
import { type Quality, qualityOf } from "../quality.js";
import { emptiness } from "./fields.js";
import { validateInput } from "./input-schemas.js";

export interface ValidateData {
  readonly quality: Quality;
  /** Whether the score reaches the threshold; without one, it does. */
  readonly passed: boolean;
  readonly threshold?: number;
  /** How many findings there are of each code, all of them counted. */
  readonly counts: readonly Count[];
  /** By file and line, as many as `limit` allows. */
  readonly findings: readonly Finding[];
}

/** What could be better in the content, with file and line. */
export const validate = defineOperation({
  name: "validate",
  description:
    "Findings with file and line (broken links, missing descriptions, orphans), and a quality score from 0 to 100.",
  input: operationInput(() => ({
    threshold: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
    limit: z._default(z.int().check(z.minimum(0), z.maximum(100_000)), 1000),
  })),
  inputSchema: validateInput,
  async plan({ threshold, limit, repeat = true }, graph, { signal }) {
    const [{ nodes, quality: counts }, findings] = await Promise.all([
      graph.stats({ signal }),
      graph.findings({ signal }),
    ]);
    const quality = qualityOf(counts);
    const data: ValidateData = {
      quality,
      passed: threshold === undefined || quality.score >= threshold,
      ...(threshold === undefined ? {} : { threshold }),
      counts: countsOf(findings),
      findings: findings.slice(0, limit),
    };
    return { wants: [], visited: nodes, levels: "pinned", breadth: 1, repeat, data, notices: emptiness(nodes) };
  },
});

function countsOf(findings: readonly Finding[]): readonly Count[] {
  const counts = new Map<string, number>();
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}
