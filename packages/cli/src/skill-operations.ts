import { type Count, defineOperation, type Finding, type Graph, type NodeId, operationInput } from "@pd/core";

/** What `skill_stats` says beside the names. */
export interface SkillStatsData {
  readonly skills: number;
  readonly byDomain: readonly Count[];
  readonly withoutDescription: number;
}

export interface SkillValidateData {
  readonly skills: number;
  readonly passed: boolean;
  readonly counts: readonly Count[];
  readonly findings: readonly Finding[];
}

const PAGE = 1000;
/** How many names a list has at the most; the count beside it is of all. */
const LISTED = 100;

/** The skills of a vault in figures, and their names: level 0. */
export const skillStats = defineOperation({
  name: "skill_stats",
  description: "How many skills there are, by domain, and what they are called.",
  input: operationInput({}),
  async plan({ repeat = true }, graph, { signal }) {
    const ids = await skillIds(graph, signal);
    const summaries = await graph.summaries(ids, { signal });
    const data: SkillStatsData = {
      skills: ids.length,
      byDomain: countsOf(summaries.map(({ domain }) => domain)),
      withoutDescription: summaries.filter(({ description }) => description === "").length,
    };
    return {
      wants: ids.slice(0, LISTED).map((id) => ({ id, least: 0, most: 0 })),
      visited: ids.length,
      levels: "pinned",
      breadth: 1,
      repeat,
      data,
    };
  },
});

/** Skills by the format's rules. `findings` looks at the files that it is given; an operation sees none. */
export function skillValidate(findings: (graph: Graph) => Promise<Omit<SkillValidateData, "passed" | "counts">>) {
  return defineOperation({
    name: "skill_validate",
    description: "Skills that break the rules of their format, with file and line.",
    input: operationInput({}),
    async plan({ repeat = true }, graph) {
      const found = await findings(graph);
      const data: SkillValidateData = {
        ...found,
        passed: found.findings.every(({ severity }) => severity !== "error"),
        counts: countsOf(found.findings.map(({ code }) => code)),
      };
      return { wants: [], visited: found.skills, levels: "pinned", breadth: 1, repeat, data };
    },
  });
}

async function skillIds(graph: Graph, signal: AbortSignal | undefined): Promise<readonly NodeId[]> {
  const ids: NodeId[] = [];
  let cursor: Awaited<ReturnType<Graph["page"]>>["next"];
  do {
    const page = await graph.page({ type: "skill", limit: PAGE, cursor }, { signal });
    ids.push(...page.ids);
    cursor = page.next;
  } while (cursor !== undefined);
  return ids;
}

function countsOf(names: readonly string[]): readonly Count[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
