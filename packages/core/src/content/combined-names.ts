import { type NodeId, type NodeSummary, nodeId, noteOf } from "../model/node.js";
import type { Graph, NodeSource, ReadOptions } from "../ports/content.js";

/** One reading of those that are combined, under the name that tells its nodes from another's. */
export interface Part {
  readonly name: string;
  readonly graph: Graph;
  readonly source: NodeSource;
}

/** Where a node really is, and what it is called there. */
export interface PartNode {
  readonly part: Part;
  readonly id: NodeId;
  readonly summary: NodeSummary;
}

/** What the nodes of the parts are called in the whole. A section goes by its note: both have a prefix or none (R1.3, R3.2). */
export interface Names {
  /** How the whole calls these nodes of a part, and the sections of them. */
  outer(part: Part, ids: readonly NodeId[], options?: ReadOptions): Promise<(id: NodeId) => NodeId>;
  /** Where the nodes are that the whole calls so. What it does not is left out: an id has one meaning or none. */
  inner(ids: readonly NodeId[], options?: ReadOptions): Promise<ReadonlyMap<NodeId, PartNode>>;
  /** The id for one that somebody typed, with a prefix that it needs not, or without one that it needs: then the first part's. */
  recognise(typed: string, options?: ReadOptions): Promise<NodeId | undefined>;
  /** The part that a reference begins with, and what is left of it. */
  withoutPrefix(typed: string): { readonly part: Part; readonly rest: string } | undefined;
}

/** What the parts answered about some ids: enough to say what each is called. */
interface Census {
  summary(part: Part, id: NodeId): NodeSummary | undefined;
}

export function createNames(parts: readonly Part[]): Names {
  const byName = new Map(parts.map((part) => [part.name, part]));

  function withoutPrefix(typed: string) {
    const slash = typed.indexOf("/");
    const part = slash < 0 ? undefined : byName.get(typed.slice(0, slash));
    const rest = typed.slice(slash + 1);
    return part === undefined || rest === "" ? undefined : { part, rest };
  }

  /** An id, and what is left of it without one prefix, two and so on: a content may use the names of others in its own ids. */
  function readingsOf(id: NodeId): readonly NodeId[] {
    const readings = [id];
    for (let left = withoutPrefix(id); left !== undefined; left = withoutPrefix(left.rest))
      readings.push(left.rest as NodeId);
    return readings;
  }

  /** Asks each part once, however many ids there are. */
  async function census(ids: readonly NodeId[], options?: ReadOptions): Promise<Census> {
    const asked = [...new Set(ids.flatMap(readingsOf).flatMap((id) => [noteOf(id), id]))];
    const found = await Promise.all(
      parts.map(async (part) => {
        const summaries = asked.length === 0 ? [] : await part.graph.summaries(asked, options);
        return [part, new Map(summaries.map((summary) => [summary.id, summary]))] as const;
      }),
    );
    const byPart = new Map(found);
    return { summary: (part, id) => byPart.get(part)?.get(id) };
  }

  function nameOf({ summary }: Census, part: Part, id: NodeId): NodeId {
    const note = noteOf(id);
    const prefixed = withoutPrefix(note);
    const shared = parts.some((other) => other !== part && summary(other, note) !== undefined);
    // An id that reads like a prefixed one must not be taken for the node that has the prefix.
    const misread = prefixed !== undefined && summary(prefixed.part, prefixed.rest as NodeId) !== undefined;
    return shared || misread ? nodeId(`${part.name}/${id}`) : id;
  }

  /** Every node that an id could mean, the one it names by prefix first. */
  function meanings({ summary }: Census, id: NodeId): readonly PartNode[] {
    const prefixed = withoutPrefix(id);
    const possible = [
      ...(prefixed === undefined ? [] : [{ part: prefixed.part, id: prefixed.rest as NodeId }]),
      ...parts.map((part) => ({ part, id })),
    ];
    return possible.flatMap(({ part, id }) => {
      const found = summary(part, id);
      return found === undefined ? [] : [{ part, id, summary: found }];
    });
  }

  return {
    withoutPrefix,
    async outer(part, ids, options) {
      const known = await census(ids.map(noteOf), options);
      return (id) => nameOf(known, part, id);
    },
    async inner(ids, options) {
      const known = await census(ids, options);
      const places = new Map<NodeId, PartNode>();
      for (const id of ids) {
        const place = meanings(known, id).find((one) => nameOf(known, one.part, one.id) === id);
        if (place !== undefined) places.set(id, place);
      }
      return places;
    },
    async recognise(typed, options) {
      const known = await census([typed as NodeId], options);
      const [place] = meanings(known, typed as NodeId);
      if (place === undefined) return undefined;
      // A section may be called by its heading too: only its content knows the one id it has.
      const [own] = await place.part.graph.resolve([place.id], options);
      return nameOf(known, place.part, own ?? place.id);
    },
  };
}
