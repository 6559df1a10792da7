import {
  type Count,
  defineOperation,
  type Graph,
  type GraphStats,
  type JsonAnswer,
  type NodeId,
  operationInput,
} from "@pd/core";
import { type Command, type Invocation, textOption } from "../command.js";
import { counted } from "../render/figures.js";
import { printNodes } from "../render/nodes.js";
import { printCounts } from "../render/stats.js";
import { callIn, otherGraphs, type Serving, serving } from "../serving.js";
import { wrap } from "../terminal/width.js";
import { printTalk } from "../terminal/write-answer.js";
import { writeForm } from "../terminal/write-document.js";

/** What `skill_stats` says beside the names of the skills. */
interface SkillStatsData {
  readonly skills: number;
  readonly byDomain: readonly Count[];
  readonly withoutDescription: number;
  /** Of the whole graph that they stand in. */
  readonly topology: Topology;
}

interface Topology extends Pick<GraphStats, "nodes" | "links" | "byType" | "byRelation"> {
  /** Links as a share of all that could be. */
  readonly density: number;
  readonly brokenLinks: number;
  readonly mocs: number;
  readonly orphans: number;
}

const PAGE = 1000;
/** How many names a list has at the most; the count beside it is of all. */
const LISTED = 100;

/** The topology of a graph, its skills in figures, and their names: level 0. */
const skillStatsOperation = defineOperation({
  name: "skill_stats",
  title: "Skills in figures",
  summary: "Show how many skills there are, and what they are called",
  description: "The topology of the graph, how many skills it has, by domain, and what they are called.",
  input: operationInput({}),
  async plan({ repeat = true }, graph, { signal }) {
    const ids = await skillIds(graph, signal);
    const summaries = await graph.summaries(ids, { signal });
    const topology = topologyOf(await graph.stats({ signal }));
    const byDomain = countsOf(summaries.map(({ domain }) => domain));
    const upTo = (rows: number): SkillStatsData => ({
      skills: ids.length,
      byDomain: byDomain.slice(0, rows),
      withoutDescription: summaries.filter(({ description }) => description === "").length,
      topology: { ...topology, byType: topology.byType.slice(0, rows) },
    });
    return {
      wants: ids.slice(0, LISTED).map((id) => ({ id, least: 0, most: 0 })),
      visited: ids.length,
      levels: "pinned",
      breadth: 1,
      repeat,
      figures: { rows: Math.max(byDomain.length, topology.byType.length), upTo },
    };
  },
});

/** `pd skill stats`: the topology of a graph and its skills at level 0, as the seed has it. What a skill is made of is for the package that knows skills. */
export const skillStats: Command = {
  name: "skill stats",
  words: 0,
  folder: "alone",
  usage: "",
  summary: "The topology of the graph, how many skills it has and what they are called: level 0",
  options: [
    {
      name: "graph",
      kind: "text",
      placeholder: "id",
      description: "The vault to look at",
      aliases: ["graph-id"],
      field: "graphId",
    },
  ],
  examples: ["pd skill stats"],
  run: (invocation) =>
    serving({ ...invocation, operations: [skillStatsOperation] }, async (open) => {
      const graphId = await graphOf(open, invocation);
      const input = graphId === undefined ? {} : { graphId };
      const answer = (await callIn(
        open,
        { name: "skill_stats", input, maxBudget: Number.POSITIVE_INFINITY },
        invocation,
      )) as JsonAnswer<SkillStatsData>;
      const human = () => printSkills(answer, open, invocation);
      writeForm(invocation, { operation: "skill_stats", whole: answer, items: answer.nodes, human });
      return (answer.data?.topology.nodes ?? 0) > 0 ? 0 : 1;
    }),
};

function topologyOf({ nodes, links, byType, byRelation, quality, mocs, orphans }: GraphStats): Topology {
  const density = nodes < 2 ? 0 : Number((links / (nodes * (nodes - 1))).toFixed(4));
  const { brokenLinks } = quality;
  return { nodes, links, density, brokenLinks, byType, byRelation, mocs: mocs.length, orphans: orphans.length };
}

function printSkills(answer: JsonAnswer<SkillStatsData>, open: Serving, invocation: Invocation): void {
  const { data, nodes } = answer;
  const { out } = invocation;
  out.line(out.style.strong(counted(data?.skills ?? 0, "skill")));
  if (data !== undefined) for (const text of wrap(inWords(data.topology), out.width)) out.line(text);
  // One domain is all of them, and says nothing.
  if ((data?.byDomain.length ?? 0) > 1) printCounts("By domain", data?.byDomain ?? [], out);
  if (nodes.length > 0) out.line();
  printNodes(nodes, { screen: out, whole: false });
  const more = (data?.skills ?? 0) - nodes.length;
  if (more > 0) out.line(out.style.faint(`… ${counted(more, "more skill")}`));
  const steps = nodes.length > 0 ? [{ command: "pd scan --type skill" }] : [];
  printTalk(invocation, { elsewhere: otherGraphs(open, answer.graphId), steps });
}

function inWords({ nodes, links, density, brokenLinks, mocs, orphans }: Topology): string {
  const facts = [counted(nodes, "node"), counted(links, "link"), `density ${density}`];
  const more = [counted(mocs, "map"), counted(orphans, "orphan"), counted(brokenLinks, "broken link")];
  return `in a graph of ${[...facts, ...more].join(", ")}`;
}

/** The graph that the command line names, else the first that has skills: often they are not in the first vault, but mounted beside it. */
async function graphOf({ served, toolkit }: Serving, { parsed, io }: Invocation): Promise<string | undefined> {
  const named = textOption(parsed, "graph") ?? textOption(parsed, "graph-id");
  const ids = served.mounts.flatMap(({ content }) => content?.id ?? []);
  if (named !== undefined || ids.length < 2) return named;
  for (const graphId of ids) {
    const signal = io.signal === undefined ? {} : { signal: io.signal };
    // Outside the session: it is asked for by nobody, and shown to nobody.
    const { nodes } = await toolkit.call("scan", { type: "skill", limit: 1, graphId }, { caller: "cli", ...signal });
    if (nodes.length > 0) return graphId;
  }
  return undefined;
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
