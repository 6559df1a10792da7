import type { GraphData, GraphNode } from "../../state/graph-data.js";

/** Nodes by what is typed of their name or id: those that begin with it, then those with a word that does, then the rest. */
export function findNodes(graph: GraphData, typed: string, limit: number): readonly GraphNode[] {
  const wanted = typed.trim().toLocaleLowerCase();
  if (wanted === "") return [];
  const ranked: (readonly [rank: number, index: number])[] = [];
  for (const [index, name] of graph.columns.names.entries()) {
    const rank = rankOf(name.toLocaleLowerCase(), graph.columns.ids[index] ?? "", wanted);
    if (rank < NOT_FOUND) ranked.push([rank, index]);
  }
  ranked.sort(([a, i], [b, j]) => a - b || graph.degree(j) - graph.degree(i) || i - j);
  return ranked.slice(0, limit).map(([, index]) => graph.node(index));
}

const NOT_FOUND = 4;

function rankOf(name: string, id: string, wanted: string): number {
  if (name.startsWith(wanted)) return 0;
  const at = name.indexOf(wanted);
  if (at > 0 && /[^\p{L}\p{N}]/u.test(name[at - 1] ?? "")) return 1;
  if (at >= 0) return 2;
  return id.toLocaleLowerCase().includes(wanted) ? 3 : NOT_FOUND;
}
