import type { GraphData } from "../../state/graph-data.js";
import type { LayoutReply, LayoutRequest } from "./layout-worker.js";
import { type Positions, seedLayout } from "./seed-layout.js";

export interface Layout {
  /** Where to begin: seeds, or where an earlier layout of the same graph ended. */
  readonly start: Positions;
  /** There is nothing to improve. */
  readonly isSettled: boolean;
  /** Tells of better positions as they are found. Gives back how to stop. */
  improve(onPositions: (positions: Positions, isLast: boolean) => void): () => void;
}

/** Where layouts ended, so that coming back to the view does not begin again. */
const settled = new WeakMap<GraphData, Positions>();

/** A layout that is worked out beside the page, so that nothing waits for it. */
export function layoutOf(graph: GraphData): Layout {
  const known = settled.get(graph);
  const start = known ?? seedLayout(graph.columns);
  const isSettled = known !== undefined || graph.size < 2;
  return {
    start,
    isSettled,
    improve(onPositions) {
      if (isSettled) return () => undefined;
      const worker = new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });
      worker.addEventListener("message", ({ data }: MessageEvent<LayoutReply>) => {
        if (data.isLast) {
          settled.set(graph, data);
          worker.terminate();
        }
        onPositions(data, data.isLast);
      });
      const { from, to } = graph.columns;
      worker.postMessage({ ...start, from, to } satisfies LayoutRequest);
      return () => worker.terminate();
    },
  };
}
