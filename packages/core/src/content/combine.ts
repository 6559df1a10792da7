import type { Content, Reading, ReadOptions } from "../ports/content.js";
import { contentsOf } from "../ports/mount.js";
import { cancellable } from "./cancellable.js";
import { combinedGraph } from "./combined-graph.js";
import { createNames } from "./combined-names.js";
import { combinedSource } from "./combined-source.js";
import { type Crossing, createCrossings } from "./crossings.js";

/** Several contents as one. Ids stay as they are; only where two contents have the same is the content's own id put before it (R3.2). */
export function combine(id: string, contents: readonly Content[]): Content {
  // A content's id becomes the beginning of others: each once, and none with a slash.
  const checked = [...contentsOf(contents.map((content) => ({ content }))).values()];
  const kept: Kept = new Map();
  return {
    id,
    open: (options) => cancellable(options, () => openTogether(checked, kept, options)),
  };
}

type Kept = Map<string, readonly Crossing[]>;

async function openTogether(contents: readonly Content[], kept: Kept, options?: ReadOptions): Promise<Reading> {
  const readings = await openAll(contents, options);
  const parts = readings.map(({ graph, source }, index) => ({ name: contents[index]!.id, graph, source }));
  const names = createNames(parts);
  const version = () => readings.map((reading) => reading.version).join("+");
  const crossings = createCrossings(parts, { names, version, kept });
  return {
    get version() {
      return version();
    },
    graph: combinedGraph(parts, { names, crossings, version }),
    source: combinedSource(names, crossings),
    async renew() {
      const renewed = await Promise.all(readings.map((reading) => reading.renew?.()));
      return renewed.includes(true);
    },
    release: () => readings.forEach((reading) => void reading.release()),
  };
}

/** All or none: one that cannot be opened must not leave the others held. */
async function openAll(contents: readonly Content[], options?: ReadOptions): Promise<readonly Reading[]> {
  const opened = await Promise.allSettled(contents.map((content) => content.open(options)));
  const readings = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = opened.find((one) => one.status === "rejected");
  if (failed === undefined) return readings;
  for (const reading of readings) reading.release();
  throw failed.reason;
}
