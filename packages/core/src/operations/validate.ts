import * as z from "zod/mini";
import { type Quality, qualityOf } from "../model/quality.js";
import type { Count, Finding } from "../ports/content.js";
import { defineOperation, operationInput } from "../ports/operation.js";
import { budgetField, budgetOf, emptiness } from "./fields.js";

export interface ValidateData {
  readonly quality: Quality;
  /** Whether the score reaches the threshold; without one, it does. Never where nothing is served. */
  readonly passed: boolean;
  readonly threshold?: number;
  /** How many findings there are of each code, all of them counted, the gravest first. */
  readonly counts: readonly Count[];
  /** The gravest first, those of one code together, by file and line: as many as `limit` allows. */
  readonly findings: readonly Finding[];
}

/** What could be better in the content, with file and line. */
export const validate = /* @__PURE__ */ (() =>
  defineOperation({
    name: "validate",
    title: "Check the notes",
    summary: "List broken links and other faults, with file and line, and a grade",
    description:
      "Findings with file and line (broken links, missing descriptions, orphans), and a quality score from 0 to 100.",
    about: "graph",
    // Mending notes is for those who keep them.
    offered: false,
    commandLine: { examples: ["pd validate --threshold 90", "pd validate --jsonl"] },
    input: operationInput({
      threshold: z.optional(z.int().check(z.minimum(0), z.maximum(100), z.describe("The lowest score that passes"))),
      limit: z._default(
        z.int().check(z.minimum(0), z.maximum(100_000), z.describe("Maximum number of findings")),
        1000,
      ),
      tokenBudget: budgetField(2000),
    }),
    async plan({ threshold, limit, tokenBudget, repeat = true }, graph, { signal }) {
      const [{ nodes, quality: counts }, found] = await Promise.all([
        graph.stats({ signal }),
        graph.findings({ signal }),
      ]);
      const quality = qualityOf(counts);
      const findings = gravestFirst(found);
      const counted = countsOf(findings);
      const upTo = (rows: number): ValidateData => ({
        quality,
        passed: graph.closed === undefined && (threshold === undefined || quality.score >= threshold),
        ...(threshold === undefined ? {} : { threshold }),
        counts: counted,
        findings: findings.slice(0, rows),
      });
      return {
        wants: [],
        visited: nodes,
        budget: budgetOf(tokenBudget),
        levels: "pinned",
        breadth: 1,
        repeat,
        figures: { rows: Math.min(limit, findings.length), upTo },
        notices: emptiness(graph),
      };
    },
  }))();

function countsOf(findings: readonly Finding[]): readonly Count[] {
  const counts = new Map<string, number>();
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}

const SEVERITIES: readonly Finding["severity"][] = ["error", "warning", "info"];

/** By severity, then by code, the order of each code's own kept. */
function gravestFirst(findings: readonly Finding[]): readonly Finding[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(`${finding.severity} ${finding.code}`);
    if (group === undefined) groups.set(`${finding.severity} ${finding.code}`, [finding]);
    else group.push(finding);
  }
  const rank = ([finding]: readonly Finding[]) => SEVERITIES.indexOf(finding?.severity ?? "info");
  return [...groups.values()].sort((a, b) => rank(a) - rank(b) || weigh(b) - weigh(a)).flat();
}

/** What costs points stands before what costs none, what costs more before what costs less. */
const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ["broken-link", 10],
  ["no-description", 5],
  ["orphan", 3],
  ["no-type", 2],
  ["circular-pair", 2],
  ["no-domain", 1],
]);

function weigh([finding]: readonly Finding[]): number {
  return WEIGHTS.get(finding?.code ?? "") ?? 0;
}
