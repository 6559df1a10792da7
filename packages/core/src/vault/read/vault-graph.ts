import { createNamesBeginning, type NameEntry } from "../../content/names-beginning.js";
import { orCancelled } from "../../content/or-cancelled.js";
import { hitOf } from "../../content/ranked-nodes.js";
import { referenceReadings, wikilinkTarget } from "../../content/reference.js";
import { PdError } from "../../model/errors.js";
import { isPassageId, type NodeId, splitLines } from "../../model/node.js";
import type { Graph, PriceRequest, ReadOptions, SectionHit } from "../../ports/content.js";
import { pageOfList } from "../../ports/page-cursor.js";
import { createRelevance, type ReadNode, type Relevance } from "../../search/relevance/relevance.js";
import { meaningShare } from "../../search/vectors/weights.js";
import { IGNORE_FILE } from "../ignore/ignore.js";
import type { OtherFiles } from "../links/other-files.js";
import { noteAt, outwardLinks } from "../links/outward-links.js";
import { edgesOf } from "../links/vault-edges.js";
import { listingOf } from "../load/listing.js";
import type { VaultMeaning } from "../meaning/vault-meaning.js";
import { contentVersion } from "../notes/note-digest.js";
import { resolverOf, type VaultState } from "../vault-state.js";
import { versionOf } from "../watch/vault-versions.js";
import { maskFor } from "./filter-columns.js";
import { passageHits } from "./passage-hits.js";
import { closedBy } from "./problems.js";
import { passagesAt, sectionExtent, sectionIdOf, sectionNamed, vaultNode } from "./vault-node.js";
import { pricesOf } from "./vault-prices.js";
import { judge } from "./vault-quality.js";
import type { NoteFiles } from "./vault-source.js";
import { summariesOf } from "./vault-summaries.js";

export interface VaultGraphOptions {
  readonly id: string;
  /** Where its files are; none where they are in no folder. */
  readonly root: string | undefined;
  readonly files: NoteFiles;
  readonly state: VaultState;
  /** Whether searching goes on without body text while that is not indexed. */
  readonly partial: boolean;
  /** For the links that lead to no note. */
  otherFiles(): OtherFiles;
  /** The same version with all its terms, as soon as it is there. */
  completed(): Promise<VaultState>;
  readonly meaning?: Pick<VaultMeaning, "near" | "count"> | undefined;
}

const relevances = new WeakMap<VaultState, Relevance>();

/** Without a query, links decide: maps of content and hubs come first. */
const STANDING = "link";

/** Finding in one version of a vault. */
export function createVaultGraph(options: VaultGraphOptions): Graph {
  const { id, state, otherFiles } = options;
  const closed = closedBy(state.problems);
  return closed === undefined
    ? openGraph(options)
    : closedGraph(state, otherFiles, `The vault "${id}" is closed: ${closed}`);
}

/** What was to be hidden is not known: whoever asks for anything is told why there is nothing. */
function closedGraph(state: VaultState, otherFiles: () => OtherFiles, closed: string): Graph {
  const refuse = async () => {
    throw new PdError("vault-unreadable", closed, {
      where: IGNORE_FILE,
      fix: `Make ${IGNORE_FILE} a text file that can be read, or remove it.`,
    });
  };
  return {
    size: state.count,
    closed,
    resolve: refuse,
    beginning: refuse,
    page: refuse,
    search: refuse,
    gather: refuse,
    summaries: async () => [],
    neighbours: async () => [],
    prices: async () => [],
    stats: async (options) => (await judge(state, { otherFiles, signal: options?.signal })).stats,
    findings: async (options) => (await judge(state, { otherFiles, signal: options?.signal })).findings,
  };
}

function openGraph({ root, files, state, partial, completed, otherFiles, meaning }: VaultGraphOptions): Graph {
  const { ids } = state;

  async function relevance(options?: ReadOptions): Promise<Relevance> {
    const complete = await orCancelled(completed(), options?.signal);
    const made = relevances.get(complete) ?? createRelevance(complete);
    relevances.set(complete, made);
    return made;
  }

  /** Passages are known once all bodies have been read. */
  async function knowing(wanted: readonly NodeId[], options?: ReadOptions): Promise<VaultState> {
    return wanted.some(isPassageId) ? orCancelled(completed(), options?.signal) : state;
  }

  async function resolveLines(reference: string, options?: ReadOptions): Promise<readonly NodeId[]> {
    const asked = splitLines(wikilinkTarget(reference));
    const note = asked === undefined ? undefined : meantBy(state, asked.name)?.id;
    const number = note === undefined ? undefined : vaultNode(state, note)?.number;
    if (asked === undefined || number === undefined) return [];
    return passagesAt(await orCancelled(completed(), options?.signal), number, asked.lines);
  }

  return {
    size: state.count,
    partial: partial && !state.complete,
    hasMeaning: meaning !== undefined,
    resolve: (references, options) =>
      Promise.all(
        references.map(
          async (reference) => resolveReference(state, reference) ?? (await resolveLines(reference, options))[0],
        ),
      ),
    resolveLines: (references, options) => Promise.all(references.map((reference) => resolveLines(reference, options))),
    namesakes: async (references) => references.map((reference) => namesakesOf(state, reference)),
    beginning: async (prefix, limit) => namesBeginning(state)(prefix, limit),
    async summaries(wanted, options) {
      return summariesOf(wanted, files, await knowing(wanted, options));
    },
    async page(request, options) {
      const complete = await orCancelled(completed(), options?.signal);
      const listed = { ...request, query: request.query ?? "" };
      const { numbers, order } = listingOf(await relevance(options), complete, listed);
      const idsFrom = (start: number, end: number) =>
        Array.from(numbers.subarray(start, end), (number) => ids.of(number));
      const list = { length: numbers.length, order: String(order), idsFrom };
      return pageOfList(list, { request, version: contentVersion(complete) });
    },
    async search({ text, covered = 1, ...filter }, limit, options) {
      const relevant = await relevance(options);
      const share = meaningShare("note", covered);
      const asked = meaning === undefined || share === 0 ? undefined : await completed();
      const near = asked === undefined ? undefined : (await meaning?.near(asked, [text], options?.signal))?.notes(text);
      const meant = near === undefined ? undefined : { near, share };
      const ranked = relevant.rank(text, { limit, mask: maskFor(state, filter), meaning: meant });
      return ranked.map((found) => hitOf(found, ids.of, STANDING));
    },
    async gather({ text, start = [], ...filter }, limit, options) {
      const numbers = start.flatMap((id) => vaultNode(state, id)?.number ?? []);
      const read = (await relevance(options)).read(text, { limit, start: numbers, mask: maskFor(state, filter) });
      return read.map((found) => ({
        ...hitOf(found, ids.of, STANDING),
        hop: found.hop,
        sections: sectionHits(state, found),
      }));
    },
    async passages(query, limit, options) {
      const complete = await orCancelled(completed(), options?.signal);
      const mask = maskFor(state, query);
      const found = passageHits(complete, query, { limit, mask });
      const share = meaningShare("passage", found.covered);
      // Where words find what was asked, they decide alone: an embedder is not even asked.
      if (meaning === undefined || share === 0) return found;
      const near = await meaning.near(complete, [query.text, ...(query.also ?? [])], options?.signal);
      if (near === undefined) return { ...found, meaning: "missing" };
      const { hits } = passageHits(complete, query, { limit, mask, meaning: { share, of: near.passages } });
      return { ...found, hits, meaning: near.all === 0 ? 1 : near.made / near.all };
    },
    async neighbours(wanted, options) {
      const whole = await knowing(wanted, options);
      return wanted.flatMap((id) => edgesOf(whole, id));
    },
    outward: async () => outwardLinks(root, state),
    ...(root === undefined ? {} : { nodeAt: async (file) => noteAt(root, state, file) }),
    async prices(asked: readonly PriceRequest[], counter, options) {
      const ids = asked.map(({ id }) => id);
      return pricesOf(asked, { files, state: await knowing(ids, options), counter });
    },
    versions: async (asked) => asked.map(({ id }) => versionOf(state, id)),
    stats: async (options) => (await judge(state, { otherFiles, signal: options?.signal })).stats,
    findings: async (options) => (await judge(state, { otherFiles, signal: options?.signal })).findings,
  };
}

/** An id, a name, an alias, a path or a wikilink, each with a heading or not (R1.6). */
function resolveReference(state: VaultState, reference: string): NodeId | undefined {
  const direct = isPassageId(reference) ? undefined : vaultNode(state, reference as NodeId);
  // A section can be named by its heading too; it has one id all the same.
  if (direct !== undefined)
    return direct.section === undefined ? (reference as NodeId) : sectionIdOf(state, direct.number, direct.section);
  return meantBy(state, reference)?.id;
}

/** The node that a reference means, and by which name of its note. */
function meantBy(state: VaultState, reference: string): { readonly id: NodeId; readonly name: string } | undefined {
  const { ids, notes } = state;
  for (const { name, heading } of referenceReadings(reference)) {
    const number = ids.find(name) ?? resolverOf(notes).reference(name);
    if (number === undefined || !notes.has(number)) continue;
    const id = heading === undefined ? ids.of(number) : partCalled(state, number, heading);
    if (id !== undefined) return { id, name };
  }
  return undefined;
}

function partCalled(state: VaultState, number: number, heading: string): NodeId | undefined {
  if (heading === "") return state.ids.of(number);
  // A block has no id of its own to be opened by: its note is meant.
  if (heading.startsWith("^") && state.notes.note(number).blocks.includes(heading.slice(1)))
    return state.ids.of(number);
  const section = sectionNamed(state, number, heading);
  return section < 0 ? undefined : sectionIdOf(state, number, section);
}

function namesakesOf(state: VaultState, reference: string): readonly NodeId[] {
  if (vaultNode(state, reference as NodeId) !== undefined) return [];
  const name = meantBy(state, reference)?.name;
  if (name === undefined || state.ids.find(name) !== undefined) return [];
  return resolverOf(state.notes)
    .namesakes(name)
    .map((number) => state.ids.of(number));
}

const beginnings = new WeakMap<VaultState, ReturnType<typeof createNamesBeginning>>();

function namesBeginning(state: VaultState): ReturnType<typeof createNamesBeginning> {
  const made = beginnings.get(state) ?? createNamesBeginning(() => namesIn(state));
  beginnings.set(state, made);
  return made;
}

function* namesIn({ notes, ids }: VaultState): Iterable<NameEntry> {
  for (let number = 0; number < notes.size; number += 1) {
    if (!notes.has(number)) continue;
    const id = ids.of(number);
    yield [id, id];
    yield [notes.head(number).name, id];
  }
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
