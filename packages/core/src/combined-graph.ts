import type { Names, Part, Place } from "./combined-names.js";
import type { Count, Cursor, GatheredHit, Graph, GraphStats, Hit, Page, PageRequest, ReadOptions } from "./content.js";
import { PdError } from "./errors.js";
import type { NodeId } from "./node.js";
import type { Why } from "./view.js";

type Naming = (id: NodeId) => NodeId;

/** Finding in several readings at once. */
export function combinedGraph(parts: readonly Part[], names: Names): Graph {
  const { named, page } = createPaging(parts, names);

  async function resolve(reference: string, options?: ReadOptions): Promise<NodeId | undefined> {
    const direct = await names.recognise(reference, options);
    if (direct !== undefined) return direct;
    for (const part of parts) {
      const found = await part.graph.resolve(reference, options);
      if (found !== undefined) return (await names.outer(part, [found], options))(found);
    }
    const [, brackets = "", inside = ""] = /^(\[\[)?(.*)$/su.exec(reference) ?? [];
    const prefixed = names.withoutPrefix(inside);
    const found = await prefixed?.part.graph.resolve(`${brackets}${prefixed.rest}`, options);
    return prefixed === undefined || found === undefined
      ? undefined
      : (await names.outer(prefixed.part, [found], options))(found);
  }

  /** Asks each part that has any of them once. */
  async function ofEach<Asked extends { readonly place: Place }, Answer>(
    asked: readonly Asked[],
    ask: (part: Part, own: readonly Asked[]) => Promise<readonly Answer[]>,
  ): Promise<readonly Answer[]> {
    const answers = parts.map((part) => {
      const own = asked.filter(({ place }) => place.part === part);
      return own.length === 0 ? [] : ask(part, own);
    });
    return (await Promise.all(answers)).flat();
  }

  return {
    size: parts.reduce((sum, { graph }) => sum + graph.size, 0),
    partial: parts.some(({ graph }) => graph.partial === true),
    resolve,
    page,
    async summaries(ids, options) {
      const places = await names.inner(ids, options);
      return ids.flatMap((id) => {
        const place = places.get(id);
        return place === undefined ? [] : [{ ...place.summary, id }];
      });
    },
    async search(query, limit, options) {
      const found = await bestFirst(parts, ({ graph }) => graph.search(query, limit, options));
      return named(found.slice(0, limit), nameHit, options);
    },
    async gather({ start = [], ...query }, limit, options) {
      const starts = [...(await names.inner(start, options)).values()];
      const found = await bestFirst(parts, (part) => {
        const own = starts.filter((place) => place.part === part).map(({ id }) => id);
        return part.graph.gather({ ...query, start: own }, limit, options);
      });
      return named(found.slice(0, limit), nameGathered, options);
    },
    async neighbours(ids, options) {
      const places = [...(await names.inner(ids, options)).values()];
      return ofEach(
        places.map((place) => ({ place })),
        async (part, own) => {
          const asked = own.map(({ place }) => place.id);
          const edges = await part.graph.neighbours(asked, options);
          const ends = edges.flatMap(({ from, to }) => [from, to]);
          const name = await names.outer(part, ends, options);
          return edges.map((edge) => ({ ...edge, from: name(edge.from), to: name(edge.to) }));
        },
      );
    },
    async prices(asked, counter, options) {
      const ids = asked.map(({ id }) => id);
      const places = await names.inner(ids, options);
      const placed = asked.flatMap(({ id: outer, argument }) => {
        const place = places.get(outer);
        return place === undefined ? [] : [{ place, outer, argument }];
      });
      const prices = await ofEach(placed, async (part, own) => {
        const outerOf = new Map(own.map(({ place, outer }) => [place.id, outer]));
        const requests = own.map(({ place, argument }) => ({ id: place.id, argument }));
        const found = await part.graph.prices(requests, counter, options);
        return found.map((price) => ({ ...price, id: outerOf.get(price.id) ?? price.id }));
      });
      const order = new Map(ids.map((id, index) => [id, index]));
      return prices.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
    },
    stats: async (options) => sumOf(await Promise.all(parts.map((part) => statsOf(part, names, options)))),
    async findings(options) {
      const found = parts.map(async ({ name, graph }) =>
        (await graph.findings(options)).map((finding) => ({ ...finding, file: `${name}/${finding.file}` })),
      );
      return (await Promise.all(found)).flat();
    },
  };
}
