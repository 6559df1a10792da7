import type { Count, Graph } from "../content.js";
import type { NodeId } from "../node.js";
import { defineOperation, operationInput } from "../operation.js";
import { type Quality, qualityOf } from "../quality.js";
import { type IndexNode, indexView } from "../view.js";
import { emptiness } from "./fields.js";
import { statsInput } from "./input-schemas.js";

/** How many nodes a list in `stats` names at the most; the count beside it is of all. */
const LISTED = 20;
/** How many kinds are counted one by one. */
const COUNTED = 100;

export interface StatsData {
  readonly nodes: number;
  readonly links: number;
  /** Links as a share of all that could be. */
  readonly density: number;
  readonly brokenLinks: number;
  readonly byType: readonly Count[];
  readonly byDomain: readonly Count[];
  readonly byRelation: readonly Count[];
  readonly quality: Quality;
  readonly mocs: Listed;
  readonly orphans: Listed;
}

/** A list at level 0, cut short, and how long it is. */
export interface Listed {
  readonly count: number;
  readonly nodes: readonly IndexNode[];
}

/** What there is, in figures. Level 0: it shows no node's content. */
export const stats = defineOperation({
  name: "stats",
  description: "Size and shape of the graph: counts by type, domain and relation, maps of content, orphans, quality.",
  input: operationInput({}),
  inputSchema: statsInput,
  async plan({ repeat = true }, graph, { signal }) {
    const found = await graph.stats({ signal });
    const { nodes, links, byType, byDomain, byRelation, quality, mocs, orphans } = found;
    const data: StatsData = {
      nodes,
      links,
      density: nodes < 2 ? 0 : Number((links / (nodes * (nodes - 1))).toFixed(4)),
      brokenLinks: quality.brokenLinks,
      byType: byType.slice(0, COUNTED),
      byDomain: byDomain.slice(0, COUNTED),
      byRelation,
      quality: qualityOf(quality),
      mocs: await listed(mocs, graph, signal),
      orphans: await listed(orphans, graph, signal),
    };
    return { wants: [], visited: nodes, levels: "pinned", breadth: 1, repeat, data, notices: emptiness(nodes) };
  },
});

async function listed(ids: readonly NodeId[], graph: Graph, signal: AbortSignal | undefined): Promise<Listed> {
  const summaries = await graph.summaries(ids.slice(0, LISTED), { signal });
  return { count: ids.length, nodes: summaries.map((summary) => indexView(summary)) };
}
