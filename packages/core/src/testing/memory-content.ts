import { cancellable } from "../content/cancellable.js";
import { createFilterMask } from "../content/filter-mask.js";
import { createNamesBeginning } from "../content/names-beginning.js";
import { readEach } from "../content/read-each.js";
import { referenceReadings } from "../content/reference.js";
import { someLinks } from "../content/some-links.js";
import { statsOf } from "../content/stats.js";
import { priceOf } from "../gate/render/frame.js";
import { PdError } from "../model/errors.js";
import {
  type Link,
  type NodeId,
  type NodeSummary,
  nodeId,
  noteOf,
  type Relation,
  sectionNodeId,
} from "../model/node.js";
import type { TokenCounter } from "../model/tokens.js";
import type { Why } from "../model/view.js";
import type {
  Content,
  ContentRequest,
  Edge,
  Filter,
  Graph,
  Hit,
  LinksRequest,
  NodeSource,
  Price,
  SectionsRequest,
} from "../ports/content.js";
import { pageOf } from "../ports/page-cursor.js";
import { digestOf } from "../text/digest.js";
import { textHash } from "../text/text-hash.js";

/** A node written down by hand. */
export interface MemoryNode {
  readonly id: string;
  readonly name: string;
  readonly type?: string;
  readonly domain?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly aliases?: readonly string[];
  /** For the path filter, and a reference; the id where it is absent. */
  readonly path?: string;
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
      kept.set(sectionId, { summary, node: { ...node, links: [], sections: [section] }, body: section.text ?? "" });
    }
  }
  const reads: Reads = { links: [], sections: [], content: [] };
  const version = textHash(JSON.stringify(nodes));
  const graph = memoryGraph(kept, version);
  const source = memorySource(kept, reads);
  const reading = { version, graph, source, release: () => undefined };
  return { id, reads, open: (options) => cancellable(options, async () => reading) };
}

function summaryOf(id: NodeId, node: MemoryNode): NodeSummary {
  const { name, type = "note", domain = "general", description = "", tags = [], path } = node;
  return { id, name, type, domain, description, tags, ...(path === undefined ? {} : { path }) };
}

function memoryGraph(kept: ReadonlyMap<NodeId, Kept>, version: string): Graph {
  const notes = [...kept.values()].filter(({ summary: { id } }) => noteOf(id) === id);
  const edges = notes.flatMap(({ summary: { id: from }, node }) =>
    (node.links ?? [])
      .map(({ target, relation = "references" }): Edge => ({ from, to: target as NodeId, relation }))
      .filter(({ to }) => kept.has(to)),
  );
  const mask = createFilterMask(notes.length, (number) => {
    const { summary, node } = notes[number]!;
    return { ...summary, path: node.path ?? node.id };
  });
  const passing = (filter: Filter): readonly Kept[] => {
    const passes = mask(filter);
    return passes === undefined ? notes : notes.filter((_, number) => passes[number] === 1);
  };
  const named = (reference: string) => idsCalled(reference, kept, notes);
  const beginning = createNamesBeginning(() =>
    notes.flatMap(({ summary: { id, name } }) => [[id, id] as const, [name, id] as const]),
  );
  return {
    size: notes.length,
    resolve: async (references) => references.map((reference) => named(reference)[0]),
    namesakes: async (references) =>
      references.map((reference) => {
        const all = named(reference);
        return all.length < 2 ? [] : all;
      }),
    beginning: async (prefix, limit) => beginning(prefix, limit),
    summaries: async (ids) => ids.flatMap((id) => kept.get(id)?.summary ?? []),
    async page(request) {
      const { query = "", ...filter } = request;
      const found = query === "" ? passing(filter) : rank(passing(filter), query).map(([one]) => one);
      const ids = found.map(({ summary }) => summary.id);
      return pageOf(ids, { request, version });
    },
    async search({ text, ...filter }, limit) {
      return rank(passing(filter), text).slice(0, limit).map(hitOf);
    },
    async gather({ text, start = [], ...filter }, limit) {
      const ranked = rank(passing(filter), text).filter(([{ summary }]) => !start.includes(summary.id));
      return ranked.slice(0, limit).map((one) => ({ ...hitOf(one), hop: 0, sections: [] }));
    },
    async neighbours(ids) {
      const asked = new Set(ids);
      return edges.filter(({ from, to }) => asked.has(from) || asked.has(to));
    },
    prices: async (asked, counter) => asked.flatMap(({ id }) => priceOfNode(kept.get(id), counter, kept) ?? []),
    versions: async (asked) => asked.map(({ id }) => versionOf(kept.get(id), kept)),
    async stats() {
      const leading = new Set(edges.map(({ from }) => from));
      const links = notes.reduce((sum, { node }) => sum + (node.links?.length ?? 0), 0);
      return statsOf({
        nodes: notes.map(({ summary }) => summary),
        relations: edges.map(({ relation }) => relation),
        mocs: notes.filter(({ summary }) => summary.type === "moc").map(({ summary }) => summary.id),
        quality: {
          brokenLinks: links - edges.length,
          withoutDescription: notes.filter(({ summary }) => summary.description === "").length,
          deadEnds: notes.filter(({ summary }) => !leading.has(summary.id)).length,
        },
      });
    },
    findings: async () => [],
  };
}

/** The nodes that a reference may mean, the one that it does first. */
function idsCalled(reference: string, kept: ReadonlyMap<NodeId, Kept>, notes: readonly Kept[]): readonly NodeId[] {
  for (const { name, heading } of referenceReadings(reference)) {
    const lower = name.toLowerCase();
    const isCalledSo = ({ node }: Kept) =>
      [node.name, ...(node.aliases ?? []), node.path ?? node.id].some((one) => one.toLowerCase() === lower);
    const ids = kept.has(name as NodeId) ? [name as NodeId] : notes.filter(isCalledSo).map(({ summary }) => summary.id);
    const found = heading === undefined ? ids : ids.flatMap((id) => sectionCalled(id, heading, kept));
    if (found.length > 0) return found;
  }
  return [];
}

function sectionCalled(id: NodeId, heading: string, kept: ReadonlyMap<NodeId, Kept>): readonly NodeId[] {
  const section = kept.get(id)?.node.sections?.find((one) => [one.heading, one.anchor].includes(heading));
  return section?.anchor === undefined ? [] : [sectionNodeId(noteOf(id), section.anchor)];
}

function priceOfNode(one: Kept | undefined, counter: TokenCounter, kept: ReadonlyMap<NodeId, Kept>): Price | undefined {
  if (one === undefined) return undefined;
  const all = (one.node.links ?? []).flatMap((link) => linkOf(link, kept) ?? []);
  const declared = someLinks(all.filter((link) => link.declared === true)).links;
  return { id: one.summary.id, ...priceOf(one.body, counter), declared };
}

/** All that its node shows: of its own, and of the nodes it links to. */
function versionOf(one: Kept | undefined, kept: ReadonlyMap<NodeId, Kept>): string | undefined {
  if (one === undefined) return undefined;
  const links = (one.node.links ?? []).map((link) => linkOf(link, kept));
  return digestOf(JSON.stringify([one.summary, links, one.node.sections, one.body]));
}

type Ranked = readonly [Kept, number, readonly Why[]];

function hitOf([{ summary }, score, why]: Ranked): Hit {
  // Without words to look for, all come in their order.
  return { id: summary.id, score, why: why.length === 0 ? [{ field: "link" }] : why };
}

/** Plain word counting: enough to order a handful of nodes. */
function rank(all: readonly Kept[], text: string): readonly Ranked[] {
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
    links: readEach((asked: LinksRequest) => {
      reads.links.push(asked.id);
      return someLinks(
        (find(asked.id).node.links ?? []).flatMap((link) => linkOf(link, kept) ?? []),
        asked,
      );
    }),
    sections: readEach(({ id, bare = false }: SectionsRequest) => {
      reads.sections.push(id);
      return (find(id).node.sections ?? []).map(({ heading, depth, preview, anchor }) => ({
        ...(anchor === undefined ? {} : { id: sectionNodeId(noteOf(id), anchor) }),
        heading,
        depth,
        preview: bare ? "" : preview,
      }));
    }),
    content: readEach(({ id }: ContentRequest) => {
      reads.content.push(id);
      return find(id).body;
    }),
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
