import type { NodeId } from "../model/node.js";
import { type Quality, qualityOf } from "../model/quality.js";
import { type IndexNode, indexView } from "../model/view.js";
import type { Count, Graph } from "../ports/content.js";
import { defineOperation, operationInput } from "../ports/operation.js";
import { printable } from "../text/printable.js";
import { budgetField, budgetOf, emptiness } from "./fields.js";

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
export const stats = /* @__PURE__ */ (() =>
  defineOperation({
    name: "stats",
    title: "Overview",
    summary: "Show how many notes, links and kinds there are",
    description: "The whole in figures: counts, maps of content, orphans, quality.",
    about: "graph",
    commandLine: { examples: ["pd stats", "pd stats --json"] },
    input: operationInput({ tokenBudget: budgetField(2000) }),
    async plan({ tokenBudget, repeat = true }, graph, { signal }) {
      const found = await graph.stats({ signal });
      const { nodes, links, byType, byDomain, byRelation, quality, mocs, orphans } = found;
      const [maps, alone] = [await listed(mocs, graph, signal), await listed(orphans, graph, signal)];
      const upTo = (rows: number): StatsData => ({
        nodes,
        links,
        density: nodes < 2 ? 0 : Number((links / (nodes * (nodes - 1))).toFixed(4)),
        brokenLinks: quality.brokenLinks,
        byType: counted(byType, rows),
        byDomain: counted(byDomain, rows),
        byRelation,
        quality: qualityOf(quality),
        mocs: { ...maps, nodes: maps.nodes.slice(0, rows) },
        orphans: { ...alone, nodes: alone.nodes.slice(0, rows) },
      });
      return {
        wants: [],
        visited: nodes,
        budget: budgetOf(tokenBudget),
        levels: "pinned",
        breadth: 1,
        repeat,
        figures: { rows: COUNTED, upTo },
        notices: emptiness(graph),
      };
    },
  }))();

/** Named as nodes show it: a type or a domain is what a file or a folder says. */
function counted(kinds: readonly Count[], most: number): readonly Count[] {
  return kinds.slice(0, most).map(({ name, count }) => ({ name: printable(name), count }));
}

async function listed(ids: readonly NodeId[], graph: Graph, signal: AbortSignal | undefined): Promise<Listed> {
  const summaries = await graph.summaries(ids.slice(0, LISTED), { signal });
  return { count: ids.length, nodes: summaries.map((summary) => indexView(summary)) };
}
