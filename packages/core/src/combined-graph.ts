import type { Names, Part, Place } from "./combined-names.js";
import type { Count, Cursor, GatheredHit, Graph, GraphStats, Hit, Page, PageRequest, ReadOptions } from "./content.js";
import { PdError } from "./errors.js";
import type { NodeId } from "./node.js";
import type { Why } from "./view.js";

type Naming = (id: NodeId) => NodeId;

/** Finding in several readings at once. */
export function combinedGraph(parts: readonly Part[], names: Names): Graph {
  async function resolve(reference: string, options?: ReadOptions): Promise<NodeId | undefined> {
    const direct = await names.recognise(reference, options);
    if (direct !== undefined) return direct;
    const [, brackets = "", inside = ""] = /^(\[\[)?(.*)$/su.exec(reference) ?? [];
    const prefixed = names.withoutPrefix(inside);
    const tries = parts.map((part) => ({ part, text: reference }));
    if (prefixed !== undefined) tries.push({ part: prefixed.part, text: `${brackets}${prefixed.rest}` });
    for (const { part, text } of tries) {
      const found = await part.graph.resolve(text, options);
      if (found !== undefined) return (await names.outer(part, [found], options))(found);
    }
    return undefined;
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
    size: sum(parts.map(({ graph }) => graph.size)),
    partial: parts.some(({ graph }) => graph.partial === true),
    resolve,
    async page(request, options) {
      const counts = parts.map(({ graph }) => graph.page({ ...request, limit: 1, cursor: undefined }, options));
      const totals = (await Promise.all(counts)).map(({ total }) => total);
      const paging = { parts, names, totals, options };
      return (request.query ?? "") === "" ? pageInTurn(request, paging) : pageByScore(request, paging);
    },
    async summaries(ids, options) {
      const places = await names.inner(ids, options);
      return ids.flatMap((id) => {
        const place = places.get(id);
        return place === undefined ? [] : [{ ...place.summary, id }];
      });
    },
    async search(query, limit, options) {
      const found = await bestFirst(parts, ({ graph }) => graph.search(query, limit, options));
      return named(found.slice(0, limit), nameHit, { names, options });
    },
    async gather({ start = [], ...query }, limit, options) {
      const starts = [...(await names.inner(start, options)).values()];
      const found = await bestFirst(parts, (part) => {
        const own = starts.filter((place) => place.part === part).map(({ id }) => id);
        return part.graph.gather({ ...query, start: own }, limit, options);
      });
      return named(found.slice(0, limit), nameGathered, { names, options });
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

interface Found<One extends Hit> {
  readonly part: Part;
  readonly hit: One;
}

/** Scores of the same kind of index are of the same scale. Ties stay in the order of the parts. */
async function bestFirst<One extends Hit>(
  parts: readonly Part[],
  find: (part: Part) => Promise<readonly One[]>,
): Promise<readonly Found<One>[]> {
  const found = await Promise.all(parts.map(async (part) => (await find(part)).map((hit) => ({ part, hit }))));
  return found.flat().toSorted((a, b) => b.hit.score - a.hit.score);
}

async function named<One extends Hit>(
  found: readonly Found<One>[],
  rename: (hit: One, name: Naming) => One,
  { names, options }: { readonly names: Names; readonly options: ReadOptions | undefined },
): Promise<readonly One[]> {
  const namings = [...new Set(found.map(({ part }) => part))].map(async (part) => {
    const hits = found.filter((one) => one.part === part).map(({ hit }) => hit);
    const ids = hits.flatMap(({ id, why }) => [id, ...why.flatMap(({ via }) => via ?? [])]);
    return [part, await names.outer(part, ids, options)] as const;
  });
  const namingOf = new Map(await Promise.all(namings));
  return found.map(({ part, hit }) => rename(hit, namingOf.get(part)!));
}

function nameHit<One extends Hit>(hit: One, name: Naming): One {
  const why = hit.why.map((one): Why => (one.via === undefined ? one : { ...one, via: name(one.via) }));
  return { ...hit, id: name(hit.id), why };
}

function nameGathered(hit: GatheredHit, name: Naming): GatheredHit {
  const sections = hit.sections.map((section) => ({ ...section, id: name(section.id) }));
  return { ...nameHit(hit, name), sections };
}

interface Paging {
  readonly parts: readonly Part[];
  readonly names: Names;
  /** How many nodes of each part pass the filter. */
  readonly totals: readonly number[];
  readonly options: ReadOptions | undefined;
}

/** One part after the other. The cursor is the number of the part and, unless it begins there, the part's own. */
async function pageInTurn(
  { cursor, limit, ...request }: PageRequest,
  { parts, names, totals, options }: Paging,
): Promise<Page> {
  const [, from, inner] = /^(\d{1,3})\|(.*)$/su.exec(cursor ?? "0|") ?? [];
  let at = Number(from);
  if (inner === undefined || (cursor !== undefined && at >= parts.length)) throw cursorInvalid();
  let within = inner === "" ? undefined : (inner as Cursor);
  const ids: NodeId[] = [];
  for (; at < parts.length; at += 1, within = undefined) {
    const part = parts[at]!;
    if (totals[at] === 0) continue;
    // A part may give less than it was asked for, and more behind that.
    do {
      if (ids.length >= limit) return { ids, next: `${at}|${within ?? ""}` as Cursor, total: sum(totals) };
      const page = await part.graph.page({ ...request, limit: limit - ids.length, cursor: within }, options);
      const name = await names.outer(part, page.ids, options);
      ids.push(...page.ids.map(name));
      within = page.ids.length === 0 ? undefined : page.next;
    } while (within !== undefined);
  }
  return { ids, total: sum(totals) };
}

/** All parts at once, since the best match may be in the last. The cursor is how many came before. */
async function pageByScore(
  { cursor = "0" as Cursor, limit, query = "", ...filter }: PageRequest,
  { parts, names, totals, options }: Paging,
): Promise<Page> {
  if (!/^\d{1,9}$/u.test(cursor)) throw cursorInvalid();
  const offset = Number(cursor);
  const end = offset + limit;
  const total = sum(totals);
  if (offset >= total) return { ids: [], total };
  const found = await bestFirst(parts, ({ graph }) => graph.search({ ...filter, text: query }, end, options));
  const hits = await named(found.slice(offset, end), nameHit, { names, options });
  const next = found.length >= end && end < total ? (String(end) as Cursor) : undefined;
  return { ids: hits.map(({ id }) => id), next, total };
}

function cursorInvalid(): PdError {
  return new PdError("input-invalid", "That cursor was not made by a scan", {
    where: "cursor",
    fix: "Use the cursor of the page before, as it is, or none.",
  });
}

async function statsOf(part: Part, names: Names, options?: ReadOptions): Promise<GraphStats> {
  const stats = await part.graph.stats(options);
  const name = await names.outer(part, [...stats.mocs, ...stats.orphans], options);
  return { ...stats, mocs: stats.mocs.map(name), orphans: stats.orphans.map(name) };
}

function sumOf(all: readonly GraphStats[]): GraphStats {
  const total = (of: (stats: GraphStats) => number) => sum(all.map(of));
  const keys = [
    "nodes",
    "brokenLinks",
    "withoutDescription",
    "orphans",
    "withoutType",
    "circularPairs",
    "withoutDomain",
    "clusters",
    "clustersWithMap",
    "deadEnds",
  ] as const;
  const quality = Object.fromEntries(keys.map((key) => [key, total((stats) => stats.quality[key])])) as Record<
    (typeof keys)[number],
    number
  >;
  return {
    nodes: total((stats) => stats.nodes),
    links: total((stats) => stats.links),
    byType: merged(all.flatMap(({ byType }) => byType)),
    byDomain: merged(all.flatMap(({ byDomain }) => byDomain)),
    byRelation: merged(all.flatMap(({ byRelation }) => byRelation)),
    quality,
    mocs: all.flatMap(({ mocs }) => mocs),
    orphans: all.flatMap(({ orphans }) => orphans),
  };
}

function merged(counts: readonly Count[]): readonly Count[] {
  const sums = new Map<string, number>();
  for (const { name, count } of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}
