import { PdError } from "../model/errors.js";
import type { NodeId } from "../model/node.js";
import type { Content, NodeSource, Reading, ReadOptions } from "../ports/content.js";
import { contentsOf } from "../ports/mount.js";
import { cancellable } from "./cancellable.js";
import { combinedGraph } from "./combined-graph.js";
import { createNames, type Names } from "./combined-names.js";
import { type Crossing, type Crossings, createCrossings } from "./crossings.js";

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

function combinedSource(names: Names, crossings: Crossings): NodeSource {
  async function placeOf(id: NodeId, options?: ReadOptions) {
    const place = (await names.inner([id], options)).get(id);
    if (place === undefined) throw new PdError("node-unknown", "That node is in none of the combined contents");
    return place;
  }
  return {
    async links(id, options) {
      const { part, id: own } = await placeOf(id, options);
      const { links, total } = await part.source.links(own, options);
      const targets = links.map(({ target }) => target);
      const name = await names.outer(part, targets, options);
      // Behind its own, those that lead into another content.
      const { from = 0, most = Number.POSITIVE_INFINITY } = options ?? {};
      const across = await crossings.linksOf(id, options);
      const rest = across.slice(Math.max(0, from - total), Math.max(0, from + most - total));
      const named = links.map((link) => ({ ...link, target: name(link.target) }));
      return { links: [...named, ...rest], total: total + across.length };
    },
    async sections(id, options) {
      const { part, id: own } = await placeOf(id, options);
      const sections = await part.source.sections(own, options);
      // Its sections go by the name of their note.
      return sections.map((section) =>
        section.id === undefined ? section : { ...section, id: `${id}${section.id.slice(own.length)}` as NodeId },
      );
    },
    async content(id, options) {
      const { part, id: own } = await placeOf(id, options);
      return part.source.content(own, options);
    },
  };
}
