import Graph from "graphology";
import type { GraphData } from "../../state/graph-data.js";
import type { Positions } from "./seed-layout.js";

/** From here on, nodes are small, edges thin, and both give way while the view moves. */
const MANY = 3000;

export function isLarge({ size }: GraphData): boolean {
  return size > MANY;
}

/** The graph as the drawing library takes it: nodes by their place, larger the better linked. */
export function drawnGraph(graph: GraphData, positions: Positions): Graph {
  const drawn = new Graph({ type: "undirected" });
  const [least, perLink, most] = isLarge(graph) ? [1.6, 0.7, 7] : [4, 1.5, 9];
  const { names, from, to } = graph.columns;
  for (const [index, label] of names.entries()) {
    const size = least + Math.min(Math.sqrt(graph.degree(index)) * perLink, most);
    drawn.addNode(index, { label, size, x: positions.x[index] ?? 0, y: positions.y[index] ?? 0 });
  }
  for (const [edge, source] of from.entries()) drawn.mergeEdge(source, to[edge], { size: 1 });
  return drawn;
}

export function moveNodes(drawn: Graph, { x, y }: Positions): void {
  drawn.updateEachNodeAttributes(
    (key, attributes) => ({ ...attributes, x: x[Number(key)] ?? 0, y: y[Number(key)] ?? 0 }),
    { attributes: ["x", "y"] },
  );
}

/** A layout is about as wide as it is high; a window seldom is. */
export function stretchOf({ offsetWidth, offsetHeight }: HTMLElement): number {
  return Math.min(Math.max(offsetWidth / Math.max(offsetHeight, 1), 0.7), 1.9);
}

export function stretched({ x, y }: Positions, factor: number): Positions {
  return { x: x.map((value) => value * factor), y };
}

/** Where reading would begin: the best linked of those that pass. */
export function bestLinked(graph: GraphData, passing: Uint8Array): number | undefined {
  let best: number | undefined;
  for (let index = 0; index < graph.size; index += 1) {
    if (passing[index] === 1 && (best === undefined || graph.degree(index) > graph.degree(best))) best = index;
  }
  return best;
}
