import type {
  Content,
  Count,
  Cursor,
  GatheredHit,
  Graph,
  GraphStats,
  Hit,
  NodeSource,
  Reading,
  ReadOptions,
} from "./content.js";
import { PdError } from "./errors.js";
import { type NodeId, nodeId } from "./node.js";
import type { Why } from "./view.js";

/** One reading of those that are combined, under the name that tells its nodes from another's. */
interface Part {
  readonly name: string;
  readonly graph: Graph;
  readonly source: NodeSource;
}

/** Several contents as one. Ids stay as they are; only where two contents have the same is the content's own id put before it (R3.2). */
export function combine(id: string, contents: readonly Content[]): Content {
  return {
    id,
    async open(options) {
      const readings = await openAll(contents, options);
      const parts = readings.map(({ graph, source }, index) => ({ name: contents[index]?.id ?? "", graph, source }));
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

interface Names {
  /** The ids of a part as the whole gives them out. */
  outer(part: Part, ids: readonly NodeId[]): Promise<readonly NodeId[]>;
  /** Which part has a node, and under which id. */
  inner(id: NodeId): Promise<{ readonly part: Part; readonly id: NodeId } | undefined>;
}

function createNames(parts: readonly Part[]): Names {
  const has = async (part: Part, id: NodeId) => (await part.graph.summaries([id])).length > 0;
  return {
    async outer(part, ids) {
      const others = parts.filter((other) => other !== part);
      const taken = await Promise.all(
        others.map(async ({ graph }) => (await graph.summaries(ids)).map((summary) => summary.id)),
      );
      const shared = new Set(taken.flat());
      return ids.map((id) => (shared.has(id) ? nodeId(`${part.name}/${id}`) : id));
    },
    async inner(id) {
      for (const part of parts) {
        const prefix = `${part.name}/`;
        const own = id.slice(prefix.length) as NodeId;
        if (id.startsWith(prefix) && own !== "" && (await has(part, own))) return { part, id: own };
      }
      for (const part of parts) if (await has(part, id)) return { part, id };
      return undefined;
    },
  };
}

function combinedGraph(parts: readonly Part[], names: Names): Graph {
  const outerOne = async (part: Part, id: NodeId) => (await names.outer(part, [id]))[0] ?? id;

  async function renamed<Found extends Hit>(part: Part, hits: readonly Found[]): Promise<readonly Found[]> {
    const vias = hits.flatMap(({ why }) => why.flatMap(({ via }) => via ?? []));
    const sections = hits.flatMap((hit) =>
      ("sections" in hit ? (hit as unknown as GatheredHit).sections : []).map(({ id }) => id),
    );
    const ids = [...hits.map(({ id }) => id), ...vias, ...sections];
    const outer = new Map((await names.outer(part, ids)).map((id, index) => [ids[index], id]));
    const named = (id: NodeId) => outer.get(id) ?? id;
    return hits.map((hit) => ({
      ...hit,
      id: named(hit.id),
      why: hit.why.map(({ field, via }): Why => (via === undefined ? { field } : { field, via: named(via) })),
      ...("sections" in hit
        ? { sections: (hit as unknown as GatheredHit).sections.map(({ id, score }) => ({ id: named(id), score })) }
        : {}),
    }));
  }

  /** Best first; scores of the same kind of index are of the same scale. Ties stay in the order of the parts. */
  async function best<Found extends Hit>(
    limit: number,
    find: (part: Part) => Promise<readonly Found[]>,
  ): Promise<readonly Found[]> {
    const found = await Promise.all(parts.map(async (part) => renamed(part, await find(part))));
    return found
      .flat()
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
  }

  /** Asks each part about its own nodes, and gives the answers back in the order asked. */
  async function byPart<Answer>(
    ids: readonly NodeId[],
    ask: (part: Part, id: NodeId, outer: NodeId) => Promise<readonly Answer[]>,
  ) {
    const answers = await Promise.all(
      ids.map(async (outer) => {
        const found = await names.inner(outer);
        return found === undefined ? [] : ask(found.part, found.id, outer);
      }),
    );
    return answers.flat();
  }

  return {
    size: parts.reduce((sum, { graph }) => sum + graph.size, 0),
    async resolve(reference, options) {
      const direct = await names.inner(reference as NodeId);
      if (direct !== undefined) return outerOne(direct.part, direct.id);
      for (const part of parts) {
        const found = await part.graph.resolve(reference, options);
        if (found !== undefined) return outerOne(part, found);
      }
      return undefined;
    },
    summaries: (ids, options) =>
      byPart(ids, async (part, id, outer) =>
        (await part.graph.summaries([id], options)).map((summary) => ({ ...summary, id: outer })),
      ),
    async page({ cursor, limit, ...request }, options) {
      const [, at = "0", inner] = /^(\d{1,3})\|(.*)$/su.exec(cursor ?? "0|") ?? [];
      if (inner === undefined)
        throw new PdError("input-invalid", "That cursor was not made by a scan", {
          where: "cursor",
          fix: "Use the cursor of the page before, as it is, or none.",
        });
      const index = Number(at);
      const part = parts[index];
      const total = (await Promise.all(parts.map(({ graph }) => graph.page({ ...request, limit: 1 }, options)))).reduce(
        (sum, page) => sum + page.total,
        0,
      );
      if (part === undefined) return { ids: [], total };
      const page = await part.graph.page(
        { ...request, limit, cursor: inner === "" ? undefined : (inner as Cursor) },
        options,
      );
      const next =
        page.next !== undefined ? `${index}|${page.next}` : index + 1 < parts.length ? `${index + 1}|` : undefined;
      return { ids: await names.outer(part, page.ids), next: next as Cursor | undefined, total };
    },
    search: (query, limit, options) => best(limit, ({ graph }) => graph.search(query, limit, options)),
    async gather({ start = [], ...query }, limit, options) {
      const starts = await byPart(start, async (part, id) => [{ part, id }]);
      return best(limit, (part) =>
        part.graph.gather(
          { ...query, start: starts.filter((one) => one.part === part).map((one) => one.id) },
          limit,
          options,
        ),
      );
    },
    neighbours: (ids, options) =>
      byPart(ids, async (part, id) => {
        const edges = await part.graph.neighbours([id], options);
        const ends = edges.flatMap(({ from, to }) => [from, to]);
        const outer = await names.outer(part, ends);
        return edges.map(({ relation }, index) => ({ from: outer[2 * index]!, to: outer[2 * index + 1]!, relation }));
      }),
    async prices(asked, counter, options) {
      return byPart(
        asked.map(({ id }) => id),
        async (part, id, outer) => {
          const argument = asked.find((one) => one.id === outer)?.argument;
          return (await part.graph.prices([{ id, argument }], counter, options)).map((price) => ({
            ...price,
            id: outer,
          }));
        },
      );
    },
    stats: async (options) => sumOf(await Promise.all(parts.map(async (part) => statsOf(part, names, options)))),
    findings: async (options) => (await Promise.all(parts.map(({ graph }) => graph.findings(options)))).flat(),
  };
}

async function statsOf(part: Part, names: Names, options?: ReadOptions): Promise<GraphStats> {
  const stats = await part.graph.stats(options);
  return { ...stats, mocs: await names.outer(part, stats.mocs), orphans: await names.outer(part, stats.orphans) };
}

function sumOf(all: readonly GraphStats[]): GraphStats {
  const total = (of: (stats: GraphStats) => number) => all.reduce((sum, stats) => sum + of(stats), 0);
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

function combinedSource(names: Names): NodeSource {
  async function from(id: NodeId) {
    const found = await names.inner(id);
    if (found === undefined) throw new PdError("node-unknown", "That node is in none of the combined contents");
    return found;
  }
  return {
    async links(id, options) {
      const { part, id: own } = await from(id);
      const links = await part.source.links(own, options);
      const targets = await names.outer(
        part,
        links.map(({ target }) => target),
      );
      return links.map((link, index) => ({ ...link, target: targets[index]! }));
    },
    async sections(id, options) {
      const { part, id: own } = await from(id);
      return part.source.sections(own, options);
    },
    async content(id, options) {
      const { part, id: own } = await from(id);
      return part.source.content(own, options);
    },
  };
}
