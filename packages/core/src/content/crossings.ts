import { type Link, type NodeId, noteOf } from "../model/node.js";
import type { Edge, Finding, Graph, OutwardLink, ReadOptions } from "../ports/content.js";
import type { Names, Part } from "./combined-names.js";

/** A link from a node of one part to a node of another. */
export interface Crossing extends Edge {
  readonly declared: boolean;
  /** The name of the part that it stands in. */
  readonly part: string;
  /** What that part says of it, which does not hold in the whole. */
  readonly finding: Finding;
}

/** The links that lead from one part into another, by the ids that the whole gives out. */
export interface Crossings {
  all(options?: ReadOptions): Promise<readonly Crossing[]>;
  /** Those of a node, with the name and description of each target. */
  linksOf(id: NodeId, options?: ReadOptions): Promise<readonly Link[]>;
}

export interface Crossed {
  readonly names: Names;
  version(): string;
  /** What was found in the last version, for the requests that follow. */
  readonly kept: Map<string, readonly Crossing[]>;
}

/** Looks for what the links mean that lead nowhere in their own part: by name in the others, in their order; by path where the file is. */
export function createCrossings(parts: readonly Part[], { names, version, kept }: Crossed): Crossings {
  async function all(options?: ReadOptions): Promise<readonly Crossing[]> {
    const now = version();
    const known = kept.get(now);
    if (known !== undefined) return known;
    const made = await crossingsOf(parts, names, options);
    kept.clear();
    kept.set(now, made);
    return made;
  }

  return {
    all,
    async linksOf(id, options) {
      const own = (await all(options)).filter(({ from }) => from === id);
      const targets = await names.inner(
        own.map(({ to }) => to),
        options,
      );
      return own.flatMap(({ to, relation, declared }) => {
        const target = targets.get(to)?.summary;
        if (target === undefined) return [];
        const link: Link = { target: to, name: target.name, description: target.description, relation, context: "" };
        return declared ? [{ ...link, declared }] : [link];
      });
    },
  };
}

async function crossingsOf(parts: readonly Part[], names: Names, options?: ReadOptions): Promise<readonly Crossing[]> {
  const crossings: Crossing[] = [];
  for (const part of parts) {
    const outward = (await part.graph.outward?.(options)) ?? [];
    const find = createTargets(parts, part, names, options);
    for (const link of outward) {
      const found = await find(link);
      if (found === undefined) continue;
      const [from, to] = await Promise.all([
        names.outer(part, [link.from], options),
        names.outer(found.part, [found.id], options),
      ]);
      const { relation, declared, finding } = link;
      crossings.push({ from: from(link.from), to: to(found.id), relation, declared, part: part.name, finding });
    }
  }
  return crossings;
}

interface Target {
  readonly part: Part;
  readonly id: NodeId;
}

/** Each name and each file is looked for once. */
function createTargets(parts: readonly Part[], own: Part, names: Names, options?: ReadOptions) {
  const others = parts.filter((part) => part !== own);
  const known = new Map<string, Promise<Target | undefined>>();

  async function among(asked: readonly Part[], ask: (part: Part) => Promise<NodeId | undefined>) {
    for (const part of asked) {
      const found = part.graph.closed === undefined ? await ask(part) : undefined;
      if (found !== undefined) return { part, id: noteOf(found) };
    }
    return undefined;
  }

  async function resolved(graph: Graph, target: string): Promise<NodeId | undefined> {
    return (await graph.resolve([`[[${target}]]`], options))[0];
  }

  /** `[[wiki/Budget]]` may name the part that it means. */
  async function byName(target: string): Promise<Target | undefined> {
    const prefixed = names.withoutPrefix(target);
    const named =
      prefixed === undefined || prefixed.part === own
        ? undefined
        : await among([prefixed.part], ({ graph }) => resolved(graph, prefixed.rest));
    return named ?? among(others, ({ graph }) => resolved(graph, target));
  }

  return ({ target, file }: OutwardLink): Promise<Target | undefined> => {
    const key = file === undefined ? `[[${target}` : file;
    const asked =
      known.get(key) ??
      (file === undefined ? byName(target) : among(others, async ({ graph }) => graph.nodeAt?.(file, options)));
    known.set(key, asked);
    return asked;
  };
}
