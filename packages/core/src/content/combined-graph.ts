import type { NodeId } from "../model/node.js";
import type { Graph, PassageHits, PassageQuery, PriceRequest, ReadOptions } from "../ports/content.js";
import { bestFirst, named, nameGathered, nameHit, namePassage } from "./combined-hits.js";
import type { Names, Part, PartNode } from "./combined-names.js";
import { pageByScore, pageInTurn } from "./combined-pages.js";
import { createFilters, outerPath } from "./combined-paths.js";
import { combinedFindings, combinedStats } from "./combined-stats.js";
import type { Crossings } from "./crossings.js";

export interface Combined {
  readonly names: Names;
  readonly crossings: Crossings;
  version(): string;
}

/** Finding in several readings at once. */
export function combinedGraph(parts: readonly Part[], { names, crossings, version }: Combined): Graph {
  const filterWithin = createFilters(parts);

  /** Where a reference could lead, and what it says there: in the part that it names first, since paths of the whole begin so. */
  function readings(reference: string): readonly { readonly part: Part; readonly text: string }[] {
    const [, brackets = "", inside = ""] = /^(\[\[)?(.*)$/su.exec(reference) ?? [];
    const prefixed = names.withoutPrefix(inside);
    const all = parts.map((part) => ({ part, text: reference }));
    return prefixed === undefined ? all : [{ part: prefixed.part, text: `${brackets}${prefixed.rest}` }, ...all];
  }

  async function resolve(reference: string, options?: ReadOptions): Promise<NodeId | undefined> {
    const direct = await names.recognise(reference, options);
    if (direct !== undefined) return direct;
    for (const { part, text } of readings(reference)) {
      const [found] = await part.graph.resolve([text], options);
      if (found !== undefined) return (await names.outer(part, [found], options))(found);
    }
    return undefined;
  }

  async function namesakes(reference: string, options?: ReadOptions): Promise<readonly NodeId[]> {
    const meant = await resolve(reference, options);
    if (meant === undefined || meant === reference) return [];
    const all = new Set([meant]);
    for (const { part, text } of readings(reference)) {
      const several = (await part.graph.namesakes?.([text], options))?.[0] ?? [];
      const found =
        several.length > 0 ? several : (await part.graph.resolve([text], options)).filter((id) => id !== undefined);
      const name = await names.outer(part, found, options);
      for (const id of found) all.add(name(id));
    }
    return all.size < 2 ? [] : [...all];
  }

  /** The best of each part, by score; the part that has the best one shortens. */
  async function passages(
    { within, ...query }: PassageQuery,
    limit: number,
    options?: ReadOptions,
  ): Promise<PassageHits> {
    const notes = within === undefined ? undefined : [...(await names.inner(within, options)).values()];
    const asked = parts.flatMap((part) => {
      const own = filterWithin(part, query);
      const ownNotes = notes?.filter((place) => place.part === part).map(({ id }) => id);
      return own === undefined || part.graph.passages === undefined
        ? []
        : [{ part, own: { ...own, within: ownNotes } }];
    });
    const answers = await Promise.all(asked.map(({ part, own }) => part.graph.passages!(own, limit, options)));
    const searched = asked.map(({ part }) => part);
    const found = await bestFirst(searched, async (part) => answers[searched.indexOf(part)]!.hits);
    const meanings = answers.flatMap(({ meaning }) => meaning ?? []);
    const best = answers.toSorted((a, b) => (b.hits[0]?.score ?? 0) - (a.hits[0]?.score ?? 0))[0];
    return {
      hits: await named(found.slice(0, limit), namePassage, { names, options }),
      covered: Math.max(0, ...answers.map(({ covered }) => covered)),
      weak: answers.every(({ weak }) => weak),
      met: best?.met ?? [],
      ...(meanings.length === 0 ? {} : { meaning: leastKnown(meanings) }),
      words: () => [...new Set(answers.flatMap(({ words }) => words()))].slice(0, 5),
      cut: best?.cut ?? (() => undefined),
    };
  }

  async function resolveLines(reference: string, options?: ReadOptions): Promise<readonly NodeId[]> {
    for (const { part, text } of readings(reference)) {
      const found = (await part.graph.resolveLines?.([text], options))?.[0] ?? [];
      if (found.length > 0) return found.map(await names.outer(part, found, options));
    }
    return [];
  }

  /** Asks each part that has any of them once. */
  async function ofEach<Asked extends { readonly place: PartNode }, Answer>(
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
    size: sum(parts.map(({ graph }) => graph.size)),
    partial: parts.some(({ graph }) => graph.partial === true),
    hasMeaning: parts.some(({ graph }) => graph.hasMeaning === true),
    closed: parts.find(({ graph }) => graph.closed !== undefined)?.graph.closed,
    resolve: (references, options) => Promise.all(references.map((reference) => resolve(reference, options))),
    namesakes: (references, options) => Promise.all(references.map((reference) => namesakes(reference, options))),
    async beginning(prefix, limit, options) {
      const named = names.withoutPrefix(prefix);
      const first = named === undefined ? [] : [{ part: named.part, start: named.rest }];
      const found = [...first, ...parts.map((part) => ({ part, start: prefix }))].map(async ({ part, start }) => {
        const own = await part.graph.beginning(start, limit, options);
        return own.map(await names.outer(part, own, options));
      });
      return [...new Set((await Promise.all(found)).flat())].slice(0, limit);
    },
    async page(request, options) {
      const counts = parts.map(async (part) => {
        const own = filterWithin(part, { ...request, limit: 1, cursor: undefined });
        return own === undefined ? 0 : (await part.graph.page(own, options)).total;
      });
      const totals = await Promise.all(counts);
      const paging = { parts, names, filterWithin, totals, scope: { request, version: version() }, options };
      return (request.query ?? "") === "" ? pageInTurn(request, paging) : pageByScore(request, paging);
    },
    async summaries(ids, options) {
      const places = await names.inner(ids, options);
      return ids.flatMap((id) => {
        const place = places.get(id);
        if (place === undefined) return [];
        const { part, summary } = place;
        return [{ ...summary, id, ...(summary.path === undefined ? {} : { path: outerPath(part, summary.path) }) }];
      });
    },
    async search(query, limit, options) {
      const found = await bestFirst(parts, async (part) => {
        const own = filterWithin(part, query);
        return own === undefined ? [] : part.graph.search(own, limit, options);
      });
      return named(found.slice(0, limit), nameHit, { names, options });
    },
    async gather({ start = [], ...query }, limit, options) {
      const starts = [...(await names.inner(start, options)).values()];
      const found = await bestFirst(parts, async (part) => {
        const own = starts.filter((place) => place.part === part).map(({ id }) => id);
        const asked = filterWithin(part, query);
        return asked === undefined ? [] : part.graph.gather({ ...asked, start: own }, limit, options);
      });
      return named(found.slice(0, limit), nameGathered, { names, options });
    },
    // Of a part that has none, nodes are found by searching.
    ...(parts.some(({ graph }) => graph.passages !== undefined) ? { passages } : {}),
    resolveLines: (references, options) => Promise.all(references.map((reference) => resolveLines(reference, options))),
    async neighbours(ids, options) {
      const places = [...(await names.inner(ids, options)).values()];
      const asked = new Set(ids);
      const across = (await crossings.all(options)).filter(({ from, to }) => asked.has(from) || asked.has(to));
      const within = await ofEach(
        places.map((place) => ({ place })),
        async (part, own) => {
          const asked = own.map(({ place }) => place.id);
          const edges = await part.graph.neighbours(asked, options);
          const ends = edges.flatMap(({ from, to }) => [from, to]);
          const name = await names.outer(part, ends, options);
          return edges.map((edge) => ({ ...edge, from: name(edge.from), to: name(edge.to) }));
        },
      );
      return [...within, ...across.map(({ from, to, relation }) => ({ from, to, relation }))];
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
    async versions(asked, options) {
      const places = await names.inner(
        asked.map(({ id }) => id),
        options,
      );
      const one = async ({ id, argument }: PriceRequest): Promise<string | undefined> => {
        const place = places.get(id);
        return (await place?.part.graph.versions?.([{ id: place.id, argument }], options))?.[0];
      };
      return Promise.all(asked.map(one));
    },
    stats: (options) => combinedStats(parts, { names, crossings, options }),
    findings: (options) => combinedFindings(parts, { names, crossings, options }),
  };
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}

function leastKnown(meanings: readonly (number | "missing")[]): number | "missing" {
  const shares = meanings.filter((meaning) => meaning !== "missing");
  return shares.length < meanings.length ? "missing" : Math.min(...shares);
}
