import type { Content, Count, Cursor, Edge, Filter, Graph, Hit, NodeSource, Price } from "../content.js";
import { PdError } from "../errors.js";
import { type Link, type NodeId, type NodeSummary, nodeId, noteOf, type Relation, sectionNodeId } from "../node.js";
import { type TokenCounter, tokens } from "../tokens.js";
import type { Why } from "../view.js";

/** A node written down by hand. */
export interface MemoryNode {
  readonly id: string;
  readonly name: string;
  readonly type?: string;
  readonly domain?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly aliases?: readonly string[];
  readonly links?: readonly MemoryLink[];
  readonly sections?: readonly MemorySection[];
  readonly body: string;
}

export interface MemoryLink {
  readonly target: string;
  readonly relation?: Relation;
  readonly context?: string;
  readonly declared?: boolean;
}

export interface MemorySection {
  readonly heading: string;
  readonly depth: number;
  readonly preview: string;
  /** With an anchor, the section can be opened as a node of its own (R1.3). */
  readonly anchor?: string;
  readonly text?: string;
}

/** Which parts of which nodes were read, in order. */
export interface Reads {
  readonly links: NodeId[];
  readonly sections: NodeId[];
  readonly content: NodeId[];
}

export interface MemoryContent extends Content {
  readonly reads: Reads;
}

interface Kept {
  readonly summary: NodeSummary;
  readonly node: MemoryNode;
  readonly body: string;
}

/** Content that lives in memory and writes down what is read of it: for tests, and to try pd without a folder. */
export function createMemoryContent(nodes: readonly MemoryNode[], id = "memory"): MemoryContent {
  const kept = new Map<NodeId, Kept>();
  for (const node of nodes) {
    const own = nodeId(node.id);
    kept.set(own, { summary: summaryOf(own, node), node, body: node.body });
    for (const section of node.sections ?? []) {
      if (section.anchor === undefined) continue;
      const sectionId = sectionNodeId(own, section.anchor);
      const summary = { ...summaryOf(sectionId, node), name: section.heading, type: "section", description: "" };
      kept.set(sectionId, { summary, node: { ...node, links: [], sections: [] }, body: section.text ?? "" });
    }
  }
  const reads: Reads = { links: [], sections: [], content: [] };
  const graph = memoryGraph(kept, nodes.length);
  const source = memorySource(kept, reads);
  return { id, reads, open: async () => ({ version: "1", graph, source, release: () => undefined }) };
}

function summaryOf(id: NodeId, node: MemoryNode): NodeSummary {
  const { name, type = "note", domain = "general", description = "", tags = [] } = node;
  return { id, name, type, domain, description, tags };
}

function memoryGraph(kept: ReadonlyMap<NodeId, Kept>, size: number): Graph {
  const notes = [...kept.values()].filter(({ summary: { id } }) => noteOf(id) === id);
  return {
    size,
    async resolve(reference) {
      const wanted = reference.replace(/^\[\[|\]\]$/gu, "");
      if (kept.has(wanted as NodeId)) return wanted as NodeId;
      const lower = wanted.toLowerCase();
      return notes.find(({ node }) => [node.name, ...(node.aliases ?? [])].some((name) => name.toLowerCase() === lower))
        ?.summary.id;
    },
    summaries: async (ids) => ids.flatMap((id) => kept.get(id)?.summary ?? []),
    async page({ query = "", limit, cursor, ...filter }) {
      const found =
        query === "" ? notes.filter(passes(filter)) : rank(notes.filter(passes(filter)), query).map(([one]) => one);
      const ids = found.map(({ summary }) => summary.id);
      const start = cursor === undefined ? 0 : ids.indexOf(cursor as string as NodeId) + 1;
      const page = ids.slice(start, start + limit);
      const next = start + limit < ids.length ? (page.at(-1) as string as Cursor) : undefined;
      return { ids: page, next, total: ids.length };
    },
    async search({ text, ...filter }, limit) {
      const ranked = rank(notes.filter(passes(filter)), text);
      return ranked.slice(0, limit).map(([{ summary }, score, why]): Hit => ({ id: summary.id, score, why }));
    },
    async gather({ text, start = [], ...filter }, limit) {
      const ranked = rank(notes.filter(passes(filter)), text).filter(([{ summary }]) => !start.includes(summary.id));
      return ranked
        .slice(0, limit)
        .map(([{ summary }, score, why]) => ({ id: summary.id, score, why, hop: 0, sections: [] }));
    },
    async neighbours(ids) {
      const asked = new Set(ids);
      return notes.flatMap(({ summary: { id: from }, node }) =>
        (node.links ?? []).flatMap(({ target, relation = "references" }): Edge[] => {
          const to = target as NodeId;
          return asked.has(from) || asked.has(to) ? [{ from, to, relation }] : [];
        }),
      );
    },
    prices: async (asked, counter) => asked.flatMap(({ id }) => priceOf(kept.get(id), counter) ?? []),
    async stats() {
      const links = notes.reduce((sum, { node }) => sum + (node.links?.length ?? 0), 0);
      const byType = counted(notes.map(({ summary }) => summary.type));
      const byDomain = counted(notes.map(({ summary }) => summary.domain));
      const byRelation = counted(
        notes.flatMap(({ node }) => (node.links ?? []).map(({ relation = "references" }) => relation)),
      );
      const quality = {
        nodes: size,
        brokenLinks: 0,
        withoutDescription: notes.filter(({ summary }) => summary.description === "").length,
        orphans: 0,
        withoutType: 0,
        circularPairs: 0,
        withoutDomain: 0,
        clusters: 0,
        clustersWithMap: 0,
        deadEnds: notes.filter(({ node }) => (node.links ?? []).length === 0).length,
      };
      const mocs = notes.filter(({ summary }) => summary.type === "moc").map(({ summary }) => summary.id);
      return { nodes: size, links, byType, byDomain, byRelation, quality, mocs, orphans: [] };
    },
    findings: async () => [],
  };
}

function counted(names: readonly string[]): readonly Count[] {
  return [...new Set(names)].map((name) => ({ name, count: names.filter((other) => other === name).length }));
}

function priceOf(one: Kept | undefined, counter: TokenCounter): Price | undefined {
  if (one === undefined) return undefined;
  return {
    id: one.summary.id,
    text: tokens(counter.count(one.body)),
    json: tokens(counter.count(JSON.stringify(one.body))),
  };
}

function passes({ type, domain, tag, path }: Filter): (one: Kept) => boolean {
  return ({ summary }) =>
    (type === undefined || summary.type === type) &&
    (domain === undefined || summary.domain === domain) &&
    (tag === undefined || summary.tags.includes(tag)) &&
    (path === undefined || summary.id.startsWith(path));
}

/** Plain word counting: enough to order a handful of nodes. */
function rank(all: readonly Kept[], text: string): readonly (readonly [Kept, number, readonly Why[]])[] {
  const terms = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return all
    .map((one) => {
      const fields: readonly (readonly [Why["field"], string, number])[] = [
        ["name", one.summary.name, 3],
        ["description", one.summary.description, 2],
        ["tag", one.summary.tags.join(" "), 2],
        ["heading", (one.node.sections ?? []).map(({ heading }) => heading).join(" "), 1.5],
        ["body", one.body, 1],
      ];
      const hits = fields.filter(([, value]) => terms.some((term) => value.toLowerCase().includes(term)));
      const score = terms.length === 0 ? 1 : hits.reduce((sum, [, , weight]) => sum + weight, 0);
      return [one, score, hits.map(([field]) => ({ field }))] as const;
    })
    .filter(([, score]) => score > 0)
    .sort(([, a], [, b]) => b - a);
}

function memorySource(kept: ReadonlyMap<NodeId, Kept>, reads: Reads): NodeSource {
  function find(id: NodeId): Kept {
    const one = kept.get(id);
    if (one === undefined) throw new PdError("node-unknown", "That node is not in memory");
    return one;
  }
  return {
    async links(id) {
      reads.links.push(id);
      return (find(id).node.links ?? []).flatMap((link) => linkOf(link, kept) ?? []);
    },
    async sections(id) {
      reads.sections.push(id);
      return (find(id).node.sections ?? []).map(({ heading, depth, preview }) => ({ heading, depth, preview }));
    },
    async content(id) {
      reads.content.push(id);
      return find(id).body;
    },
  };
}

function linkOf(
  { target, relation = "references", context = "", declared }: MemoryLink,
  kept: ReadonlyMap<NodeId, Kept>,
) {
  const to = kept.get(target as NodeId)?.summary;
  if (to === undefined) return undefined;
  const link: Link = { target: to.id, name: to.name, description: to.description, relation, context };
  return declared === undefined ? link : { ...link, declared };
}
