import { combinedGraph } from "./combined-graph.js";
import { createNames, type Names } from "./combined-names.js";
import type { Content, NodeSource, Reading, ReadOptions } from "./content.js";
import { PdError } from "./errors.js";
import { contentsOf } from "./mount.js";
import type { NodeId } from "./node.js";

/** Several contents as one. Ids stay as they are; only where two contents have the same is the content's own id put before it (R3.2). */
export function combine(id: string, contents: readonly Content[]): Content {
  // A content's id becomes the beginning of others: each once, and none with a slash.
  const checked = [...contentsOf(contents.map((content) => ({ content }))).values()];
  return {
    id,
    async open(options) {
      const readings = await openAll(checked, options);
      const parts = readings.map(({ graph, source }, index) => ({ name: checked[index]!.id, graph, source }));
      const names = createNames(parts);
      return {
        version: readings.map(({ version }) => version).join("+"),
        graph: combinedGraph(parts, names),
        source: combinedSource(names),
        release: () => readings.forEach((reading) => void reading.release()),
      };
    },
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

function combinedSource(names: Names): NodeSource {
  async function placeOf(id: NodeId, options?: ReadOptions) {
    const place = (await names.inner([id], options)).get(id);
    if (place === undefined) throw new PdError("node-unknown", "That node is in none of the combined contents");
    return place;
  }
  return {
    async links(id, options) {
      const { part, id: own } = await placeOf(id, options);
      const links = await part.source.links(own, options);
      const targets = links.map(({ target }) => target);
      const name = await names.outer(part, targets, options);
      return links.map((link) => ({ ...link, target: name(link.target) }));
    },
    async sections(id, options) {
      const { part, id: own } = await placeOf(id, options);
      return part.source.sections(own, options);
    },
    async content(id, options) {
      const { part, id: own } = await placeOf(id, options);
      return part.source.content(own, options);
    },
  };
}
