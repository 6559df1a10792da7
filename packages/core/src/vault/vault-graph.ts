import type { Edge, Graph, Hit, PriceRequest, ReadOptions, SectionHit } from "../content.js";
import { throwIfCancelled } from "../errors.js";
import { createRelevance, type RankedNode, type ReadNode, type Relevance } from "../graph/relevance.js";
import { type NodeId, type NodeSummary, RELATIONS } from "../node.js";
import type { Why } from "../view.js";
import { maskFor } from "./filter-columns.js";
import { listingOf } from "./listing.js";
import type { NoteList } from "./note-list.js";
import { cursorAfter, startOfPage } from "./page-cursor.js";
import { placeOf, sectionExtent, sectionIdOf, sectionNamed } from "./place-in-vault.js";
import { pricesOf } from "./vault-prices.js";
import { findingsOf, statsOf } from "./vault-quality.js";
import { resolverOf, type VaultState } from "./vault-state.js";

export interface VaultGraphOptions {
  readonly root: string;
  readonly state: VaultState;
  /** Whether searching goes on without body text while that is not indexed. */
  readonly partial: boolean;
  /** The same version with all its terms, as soon as it is there. */
  completed(): Promise<VaultState>;
}

const relevances = new WeakMap<VaultState, Relevance>();

/** Finding in one version of a vault. */
export function createVaultGraph({ root, state, partial, completed }: VaultGraphOptions): Graph {
  const { notes, ids, adjacency } = state;

  async function relevance(options?: ReadOptions): Promise<Relevance> {
    const complete = await completed();
    throwIfCancelled(options?.signal);
    const made = relevances.get(complete) ?? createRelevance(complete);
    relevances.set(complete, made);
    return made;
  }

  return {
    size: state.count,
    partial: partial && !state.complete,
    resolve: async (reference) => resolveReference(state, reference),
    async summaries(wanted) {
      const kept = keptSummaries(notes);
      return wanted.flatMap((id) => {
        const known = kept.get(id) ?? summaryOf(state, id);
        if (known === undefined) return [];
        kept.set(id, known);
        return [known];
      });
    },
    async page(request, options) {
      const { query = "", limit, cursor } = request;
      const all = listingOf(await relevance(options), state, { ...request, query });
      const start = startOfPage(all, ids, cursor);
      const page = Array.from(all.subarray(start, start + limit), (number) => ids.of(number));
      return { ids: page, next: cursorAfter(page.at(-1), start + page.length, all.length), total: all.length };
    },
    async search({ text, ...filter }, limit, options) {
      const ranked = (await relevance(options)).rank(text, { limit, mask: maskFor(notes, filter) });
      return ranked.map((found) => hitOf(state, found));
    },
    async gather({ text, start = [], ...filter }, limit, options) {
      const numbers = start.flatMap((id) => placeOf(state, id)?.number ?? []);
      const read = (await relevance(options)).read(text, { limit, start: numbers, mask: maskFor(notes, filter) });
      return read.map((found) => ({ ...hitOf(state, found), hop: found.hop, sections: sectionHits(state, found) }));
    },
    async neighbours(wanted) {
      return wanted.flatMap((id) => {
        const number = placeOf(state, id)?.number;
        return number === undefined ? [] : edgesOf(state, number);
      });
    },
    prices: (asked: readonly PriceRequest[], counter) => pricesOf(asked, { root, state, counter }),
    stats: async () => statsOf(state),
    findings: async () => findingsOf(state),
  };

  function edgesOf({ ids: names }: VaultState, number: number): readonly Edge[] {
    const edges: Edge[] = [];
    const { out, in: into } = adjacency;
    for (let at = out.starts[number]!; at < out.starts[number + 1]!; at += 1) {
      edges.push({
        from: names.of(number),
        to: names.of(out.targets[at]!),
        relation: RELATIONS[out.kinds[at]!] ?? "references",
      });
    }
    for (let at = into.starts[number]!; at < into.starts[number + 1]!; at += 1) {
      edges.push({
        from: names.of(into.targets[at]!),
        to: names.of(number),
        relation: RELATIONS[into.kinds[at]!] ?? "references",
      });
    }
    return edges;
  }
}

/** An id, a name, an alias, a path or a wikilink, each with a heading or not (R1.6). */
function resolveReference(state: VaultState, reference: string): NodeId | undefined {
  const direct = placeOf(state, reference as NodeId);
  // A section can be named by its heading too; it has one id all the same.
  if (direct !== undefined)
    return direct.section === undefined ? (reference as NodeId) : sectionIdOf(state, direct.number, direct.section);
  const inner = /^\s*!?\[\[(.*?)\]\]\s*$/su.exec(reference)?.[1]?.split("|")[0] ?? reference;
  const find = (text: string) => state.ids.find(text.trim()) ?? resolverOf(state.notes).reference(text);
  // A name may have a # of its own: C# is a language, and no section of C.
  const whole = find(inner);
  if (whole !== undefined && state.notes.has(whole)) return state.ids.of(whole);
  const hash = inner.indexOf("#");
  const [target, anchor] = hash < 0 ? [inner, ""] : [inner.slice(0, hash), inner.slice(hash + 1)];
  const number = find(target);
  if (number === undefined || !state.notes.has(number)) return undefined;
  if (anchor.trim() === "") return state.ids.of(number);
  const { blocks } = state.notes.note(number);
  // A block has no id of its own to be opened by: its note is meant.
  if (anchor.startsWith("^") && blocks.includes(anchor.slice(1))) return state.ids.of(number);
  const section = sectionNamed(state, number, anchor);
  return section < 0 ? undefined : sectionIdOf(state, number, section);
}

const summariesOf = new WeakMap<NoteList, Map<NodeId, NodeSummary>>();

/** How many nodes' descriptions stay decoded: lists show some again and again. */
const MOST_SUMMARIES = 5000;

/** Those of one version of the notes. Full, it begins anew. */
function keptSummaries(notes: NoteList): Map<NodeId, NodeSummary> {
  const kept = summariesOf.get(notes);
  if (kept !== undefined && kept.size < MOST_SUMMARIES) return kept;
  const fresh = new Map<NodeId, NodeSummary>();
  summariesOf.set(notes, fresh);
  return fresh;
}

function summaryOf(state: VaultState, id: NodeId): NodeSummary | undefined {
  const hash = id.indexOf("#");
  if (hash < 0) {
    const number = state.ids.find(id);
    if (number === undefined || !state.notes.has(number)) return undefined;
    const { name, type, domain, description, tags } = state.notes.head(number);
    return { id, name, type, domain, description, tags };
  }
  const place = placeOf(state, id);
  if (place?.section === undefined) return undefined;
  const { note, section } = place;
  const name = note.sections[section]?.heading || note.name;
  // Not a word of its text: that would be level 3.
  return { id, name, type: "section", domain: note.domain, description: `Section of ${note.name}`, tags: [] };
}

function hitOf(state: VaultState, { node, score, why }: RankedNode): Hit {
  return {
    id: state.ids.of(node),
    score,
    // Without a query, links decide: maps of content and hubs come first.
    why:
      why.length === 0
        ? [{ field: "link" }]
        : why.map(({ field, via }): Why => (via === undefined ? { field } : { field, via: state.ids.of(via) })),
  };
}

/** Of a page with thousands of sections, as many as could ever be chosen. */
const MOST_SECTIONS = 12;

/** A note in one piece has no section to choose. */
function sectionHits(state: VaultState, { node, units }: ReadNode): readonly SectionHit[] {
  if (units.length < 2) return [];
  const best = [...units.keys()].sort((a, b) => units[b]! - units[a]! || a - b).slice(0, MOST_SECTIONS);
  return best
    .sort((a, b) => a - b)
    .map((section) => ({
      id: sectionIdOf(state, node, section),
      score: units[section] ?? 0,
      extent: sectionExtent(state, node, section),
    }));
}
