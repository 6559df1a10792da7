import Graph from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";
import type { Positions } from "./seed-layout.js";

export interface LayoutRequest extends Positions {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** After each round; the last says so. */
export interface LayoutReply extends Positions {
  readonly isLast: boolean;
}

/** Rounds and iterations each: a large graph begins well placed, and has to be drawn soon. */
function effort(size: number): { readonly rounds: number; readonly iterations: number } {
  if (size <= 300) return { rounds: 10, iterations: 40 };
  if (size <= 2000) return { rounds: 10, iterations: 16 };
  return { rounds: 8, iterations: 6 };
}

addEventListener("message", ({ data }: MessageEvent<LayoutRequest>) => {
  const graph = graphOf(data);
  const size = data.x.length;
  const { rounds, iterations } = effort(size);
  const settings = {
    ...forceAtlas2.inferSettings(size),
    barnesHutOptimize: size > 400,
    barnesHutTheta: 0.8,
    strongGravityMode: true,
    gravity: size > 2000 ? 0.02 : 0.06,
    scalingRatio: size > 2000 ? 4 : 12,
    linLogMode: false,
    adjustSizes: false,
  };
  for (let round = 1; round <= rounds; round += 1) {
    forceAtlas2.assign(graph, { iterations, settings });
    postMessage({ ...positionsOf(graph, size), isLast: round === rounds } satisfies LayoutReply);
  }
});

function graphOf({ x, y, from, to }: LayoutRequest): Graph {
  const graph = new Graph({ type: "undirected" });
  for (let index = 0; index < x.length; index += 1) graph.addNode(index, { x: x[index], y: y[index] });
  for (const [edge, source] of from.entries()) graph.mergeEdge(source, to[edge]);
  return graph;
}

function positionsOf(graph: Graph, size: number): Positions {
  const positions = { x: new Float64Array(size), y: new Float64Array(size) };
  graph.forEachNode((key, { x, y }) => {
    positions.x[Number(key)] = x;
    positions.y[Number(key)] = y;
  });
  return positions;
}
