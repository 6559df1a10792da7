import type { Content, Graph } from "../ports/content.js";
import { createMemoryContent, type MemoryNode } from "./memory-content.js";

/** Content whose every question is worked on in slices, without end; it heeds the signal that it is given. */
export interface EndlessContent extends Content {
  /** How many questions were begun, and how many of them have ended. */
  readonly seen: { begun: number; ended: number };
}

/** For tests of what a door does with a call that computes for too long. `onSlice` hears of each slice. */
export function createEndlessContent(
  nodes: readonly MemoryNode[],
  onSlice: () => void = () => undefined,
): EndlessContent {
  const behind = createMemoryContent(nodes, "endless");
  const seen = { begun: 0, ended: 0 };
  async function compute(signal: AbortSignal | undefined): Promise<never> {
    seen.begun += 1;
    try {
      for (;;) {
        onSlice();
        await new Promise((resolve) => setTimeout(resolve, 0));
        signal?.throwIfAborted();
      }
    } finally {
      seen.ended += 1;
    }
  }
  /** Methods compute without end; what is no method stays as it is. */
  function endless(graph: Graph): Graph {
    const parts = Object.entries(graph).map(([name, part]) => [
      name,
      typeof part === "function" ? (...given: readonly unknown[]) => compute(signalIn(given.at(-1))) : part,
    ]);
    return Object.fromEntries(parts) as Graph;
  }
  return {
    id: behind.id,
    seen,
    async open(options) {
      const reading = await behind.open(options);
      return { ...reading, graph: endless(reading.graph) };
    },
  };
}

function signalIn(options: unknown): AbortSignal | undefined {
  const signal = typeof options === "object" && options !== null && "signal" in options ? options.signal : undefined;
  return signal instanceof AbortSignal ? signal : undefined;
}
