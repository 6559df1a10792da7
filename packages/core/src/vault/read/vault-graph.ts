import { createNamesBeginning, type NameEntry } from "../../content/names-beginning.js";
import { orCancelled } from "../../content/or-cancelled.js";
import { hitOf } from "../../content/ranked-nodes.js";
import { referenceReadings, wikilinkTarget } from "../../content/reference.js";
import { namedHeading } from "../../markdown/text/heading-id.js";
import { isPdError, PdError } from "../../model/errors.js";
import {
  isPassageId,
  type Lines,
  MORE_TEXT_NAMES,
  moreTexts,
  type NodeId,
  type NodeSummary,
  splitLines,
} from "../../model/node.js";
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
import { headingsAbove } from "../notes/headings-above.js";
import { contentVersion } from "../notes/note-digest.js";
import type { NoteList } from "../notes/note-list.js";
import { passageRow } from "../notes/passage-rows.js";
import { resolverOf, type VaultState } from "../vault-state.js";
import { versionOf } from "../watch/vault-versions.js";
import { maskFor, shownHead } from "./filter-columns.js";
import { passageHits } from "./passage-hits.js";
import { closedBy } from "./problems.js";
import { linesOf } from "./section-lines.js";
import {
  extentOf,
  passagesAt,
  sectionExtent,
  sectionIdOf,
  sectionNamed,
  type VaultNode,
  vaultNode,
} from "./vault-node.js";
import { pricesOf } from "./vault-prices.js";
import { judge } from "./vault-quality.js";
import type { NoteFiles } from "./vault-source.js";

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
  const { notes, ids } = state;

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
      const whole = await knowing(wanted, options);
      const kept = keptSummaries(notes);
      return wanted.flatMap((id) => {
        const known = kept.get(id) ?? summaryOf(files, whole, id);
        if (known === undefined) return [];
        kept.set(id, known);
        return [known];
      });
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

/** Not a word of its text: the headings above it say where it stands (R1.9). */
function passageSummary(state: VaultState, id: NodeId): NodeSummary | undefined {
  const passage = vaultNode(state, id);
  if (passage?.passages === undefined) return undefined;
  const { number, passages } = passage;
  const { heading, lines } = passageRow(state.passageRows, number, passages[0]);
  const last = passageRow(state.passageRows, number, passages[1]).lines[1];
  const headings = heading === 0 ? [] : (headingsAbove(passage.note)[heading] ?? []);
  const { name, domain, path } = state.notes.head(number);
  return { id, name, type: "passage", domain, description: "", tags: [], path, lines: [lines[0], last], headings };
}

/** None where the file cannot be read now: the reading will say so. */
function linesIn(files: NoteFiles, place: VaultNode): Lines | undefined {
  try {
    const file = files(place);
    return linesOf(file, [extentOf(place, file.length)])[0];
  } catch (error) {
    if (isPdError(error)) return undefined;
    throw error;
  }
}

function summaryOf(files: NoteFiles, state: VaultState, id: NodeId): NodeSummary | undefined {
  if (isPassageId(id)) return passageSummary(state, id);
  const hash = id.indexOf("#");
  if (hash < 0) {
    const number = state.ids.find(id);
    if (number === undefined || !state.notes.has(number)) return undefined;
    const head = shownHead(state, number);
    const { name, type, domain, description, tags, path } = head;
    const more = MORE_TEXT_NAMES.length === 0 ? {} : moreTexts(head);
    return { id, name, type, domain, description, tags, path, ...more };
  }
  const place = vaultNode(state, id);
  if (place?.section === undefined) return undefined;
  const { note, section } = place;
  const name = namedHeading(note.sections[section]?.heading ?? "").text || note.name;
  // Not a word of its text: that would be level 3.
  const summary = { id, name, type: "section", domain: note.domain, description: `Section of ${note.name}`, tags: [] };
  return { ...summary, path: note.path, lines: linesIn(files, place) };
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
