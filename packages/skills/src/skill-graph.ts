import {
  type Count,
  type Cursor,
  type Edge,
  type Filter,
  type Finding,
  type Graph,
  type GraphStats,
  type Hit,
  isPdError,
  type NodeId,
  PdError,
  type Why,
} from "@pd/core";
import type { RankedNode } from "@pd/core/graph";
import type { SkillDiagnostic } from "./skill-metadata.js";
import type { SkillNode } from "./skill-nodes.js";
import type { SkillState } from "./skill-state.js";

/** Finding among skills and their files: metadata only. */
export function createSkillGraph(state: SkillState): Graph {
  const { nodes, relevance, texts } = state;
  return {
    size: nodes.length,
    resolve: async (reference) => state.resolve(reference),
    summaries: async (ids) => ids.flatMap((id) => state.summary(id) ?? []),
    async page(request) {
      const { query = "", limit, cursor } = request;
      const all = listed(state, query, maskFor(nodes, request));
      const start = startOf(all, cursor);
      const ids = all.slice(start, start + limit);
      const end = start + ids.length;
      return {
        ids,
        next: end < all.length ? (`${end}~${ids.at(-1)}` as string as Cursor) : undefined,
        total: all.length,
      };
    },
    async search({ text, ...filter }, limit) {
      // Files of a skill that matches are not matches themselves.
      const found = relevance.rank(text, { limit, mask: maskFor(nodes, filter), expansion: false });
      return found.map((one) => hitOf(state, one));
    },
    async gather({ text, start = [], ...filter }, limit) {
      const numbers = start.flatMap((id) => state.node(id)?.number ?? []);
      const read = relevance.read(text, { limit, start: numbers, mask: maskFor(nodes, filter) });
      return read.map((one) => ({ ...hitOf(state, one), hop: one.hop, sections: [] }));
    },
    neighbours: async (ids) => ids.flatMap((id) => edgesOf(state, id)),
    async prices(asked, counter) {
      return asked.flatMap((request) => {
        const place = state.place(request.id);
        if (place === undefined) return [];
        try {
          return texts.price(request, place, counter) ?? [];
        } catch (error) {
          // What cannot be read has no price: the gate says so where it tries to open it.
          if (isPdError(error)) return [];
          throw error;
        }
      });
    },
    stats: async () => statsOf(state),
    findings: async () => state.diagnostics.map(findingOf),
  };
}

function listed({ nodes, relevance }: SkillState, query: string, mask: Uint8Array | undefined): readonly NodeId[] {
  const id = (number: number) => nodes[number]?.summary.id as NodeId;
  // Nothing asked: skills by name, then their files.
  if (query.trim() === "") {
    return nodes.filter(({ number }) => mask === undefined || mask[number] === 1).map(({ summary }) => summary.id);
  }
  return relevance.order(query, { limit: nodes.length, mask, expansion: false }).map(({ node }) => id(node));
}

function startOf(all: readonly NodeId[], cursor: Cursor | undefined): number {
  if (cursor === undefined) return 0;
  const [, shown, last] = /^(\d{1,9})~(.*)$/su.exec(cursor) ?? [];
  if (shown === undefined) {
    const fix = "Use the cursor of the page before, as it is, or none.";
    throw new PdError("input-invalid", "That cursor was not made by a scan", { where: "cursor", fix });
  }
  const at = all.indexOf(last as NodeId);
  return at < 0 ? Math.min(Number(shown), all.length) : at + 1;
}

function maskFor(nodes: readonly SkillNode[], { type, domain, tag, path }: Filter): Uint8Array | undefined {
  if (type === undefined && domain === undefined && tag === undefined && path === undefined) return undefined;
  const [wantedType, wantedDomain, wantedTag] = [type, domain, tag].map((word) => word?.toLowerCase());
  const prefix = path?.replace(/^\.?\/+/u, "");
  return Uint8Array.from(nodes, ({ summary, path: own }) =>
    (wantedType === undefined || summary.type === wantedType) &&
    (wantedDomain === undefined || summary.domain.toLowerCase() === wantedDomain) &&
    (wantedTag === undefined || summary.tags.some((one) => one.toLowerCase() === wantedTag)) &&
    (prefix === undefined || own.startsWith(prefix))
      ? 1
      : 0,
  );
}

function hitOf({ nodes }: SkillState, { node, score, why }: RankedNode): Hit {
  const id = (number: number) => nodes[number]?.summary.id as NodeId;
  const reasons = why.map(({ field, via }): Why => (via === undefined ? { field } : { field, via: id(via) }));
  return { id: id(node), score, why: reasons.length === 0 ? [{ field: "name" }] : reasons };
}

function edgesOf({ nodes, adjacency, node: find }: SkillState, id: NodeId): readonly Edge[] {
  const number = find(id)?.number;
  if (number === undefined) return [];
  const other = (at: number) => nodes[at]?.summary.id as NodeId;
  const { out, in: into } = adjacency;
  const edges: Edge[] = [];
  for (const to of out.targets.subarray(out.starts[number], out.starts[number + 1]))
    edges.push({ from: id, to: other(to), relation: "references" });
  for (const from of into.targets.subarray(into.starts[number], into.starts[number + 1]))
    edges.push({ from: other(from), to: id, relation: "references" });
  return edges;
}

function statsOf({ nodes, adjacency, diagnostics }: SkillState): GraphStats {
  const { length: links } = adjacency.out.targets;
  const quality = {
    nodes: nodes.length,
    brokenLinks: 0,
    withoutDescription: diagnostics.filter(({ code }) => code === "description-missing").length,
    orphans: 0,
    withoutType: 0,
    circularPairs: 0,
    withoutDomain: 0,
    clusters: 0,
    clustersWithMap: 0,
    deadEnds: 0,
  };
  return {
    nodes: nodes.length,
    links,
    byType: counted(nodes.map(({ summary }) => summary.type)),
    byDomain: counted(nodes.map(({ summary }) => summary.domain)),
    byRelation: links === 0 ? [] : [{ name: "references", count: links }],
    quality,
    mocs: [],
    orphans: [],
  };
}

function counted(names: readonly string[]): readonly Count[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

function findingOf({ code, severity, file, line, message, fix }: SkillDiagnostic): Finding {
  return { code, severity, file, line, message, ...(fix === undefined ? {} : { fix }) };
}
