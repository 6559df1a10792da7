import { LRUCache } from "lru-cache";
import { readEach } from "../../content/read-each.js";
import { readContainedSync, sameStamp } from "../../files/contained-file.js";
import { awaitsJudge, scanBlocks } from "../../markdown/blocks/block-scanner.js";
import { type BlockTable, createBlockTable } from "../../markdown/blocks/block-table.js";
import { loadBlockJudge } from "../../markdown/blocks/judge.js";
import { outline, type SectionRange, sectionPreview } from "../../markdown/text/sections.js";
import { sentenceAround } from "../../markdown/text/sentences.js";
import { PdError } from "../../model/errors.js";
import { isPassageId, type Link, type NodeId, type SectionPreview } from "../../model/node.js";
import type { ContentRequest, Links, LinksRequest, NodeSource, SectionsRequest } from "../../ports/content.js";
import { MAX_NOTE_BYTES } from "../load/read-notes.js";
import { describedHead } from "../notes/descriptions.js";
import type { VaultState } from "../vault-state.js";
import { mentionsIn, type RankedLink, rankedLinks } from "./ranked-links.js";
import { linesOf } from "./section-lines.js";
import { extentOf, sectionIdOf, type VaultNode, vaultNode } from "./vault-node.js";

/** What was made of a note's file on request: links with their sentences and previews, until the vault is closed (R3.8). */
export interface Outlines {
  readonly links: OutlineCache<Link>;
  readonly headings: OutlineCache<SectionPreview>;
  readonly sections: OutlineCache<SectionPreview>;
}

/** One for each note: what is made of it once it has changed takes the place of what was made before. */
type OutlineCache<Part extends object> = LRUCache<NodeId, Outlined<Part>>;

interface Outlined<Part extends object> {
  /** What it was made of. */
  readonly of: string;
  readonly parts: readonly Part[];
}

/** More than the notes that are read at once have, and little: it is kept as long as somebody reads this version. */
const KEPT_SCAN_BYTES = 512 * 1024;

/** Previews and sentences of some thousand long notes. */
const OUTLINE_BYTES = 32 * 2 ** 20;
const HEADING_BYTES = 8 * 2 ** 20;
/** What a place in the cache, its key and its list take, and what an object with the heads of its strings does, on V8. */
const ENTRY_BYTES = 320;
const PART_BYTES = 160;

export function createOutlines(): Outlines {
  return {
    links: new LRUCache<NodeId, Outlined<Link>>({ maxSize: OUTLINE_BYTES, sizeCalculation: sizeOf }),
    headings: new LRUCache<NodeId, Outlined<SectionPreview>>({ maxSize: HEADING_BYTES, sizeCalculation: sizeOf }),
    sections: new LRUCache<NodeId, Outlined<SectionPreview>>({ maxSize: OUTLINE_BYTES, sizeCalculation: sizeOf }),
  };
}

function sizeOf({ parts }: Outlined<object>): number {
  let size = ENTRY_BYTES;
  for (const part of parts) {
    size += PART_BYTES;
    // V8 keeps two bytes a character at the most.
    for (const field of Object.values(part)) size += 2 * String(field).length;
  }
  return size;
}

/** Reads notes of one version: a file that is no longer the one that was indexed is refused as changed (R3.9). */
export function createVaultSource(
  files: NoteFiles,
  state: VaultState,
  { outlines, completed }: { readonly outlines: Outlines; completed(): Promise<VaultState> },
): NodeSource {
  async function find(id: NodeId): Promise<VaultNode> {
    // Passages are known once all bodies have been read.
    if (isPassageId(id)) return known(vaultNode(await completed(), id));
    return known(vaultNode(state, id));
  }

  function known(place: VaultNode | undefined): VaultNode {
    if (place === undefined) throw new PdError("node-unknown", "That node is not in this version of the vault");
    return place;
  }

  async function cached<Part extends object>(
    cache: OutlineCache<Part>,
    id: NodeId,
    version: string,
    make: (place: VaultNode) => Promise<readonly Part[]>,
  ): Promise<readonly Part[]> {
    const place = await find(id);
    // All of the stamp: another note may have this id now, written at the same moment and as long.
    const { modified, changed, size, inode } = state.notes.stamp(place.number);
    const of = `${version} ${modified} ${changed} ${size} ${inode}`;
    const kept = cache.get(id);
    if (kept?.of === of) return kept.parts;
    const parts = await make(place);
    cache.set(id, { of, parts });
    return parts;
  }

  // Links and sections of a note, and several sections of one, are asked for together or one soon after the other: its file is read and scanned once.
  const scans = new Map<number, Promise<Scanned>>();
  let kept = 0;
  function scanOnce(place: VaultNode): Promise<Scanned> {
    const known = scans.get(place.number);
    if (known !== undefined) return known;
    kept += state.notes.stamp(place.number).size;
    if (kept > KEPT_SCAN_BYTES) {
      scans.clear();
      kept = 0;
    }
    const made = scanned(files, place);
    scans.set(place.number, made);
    // What could not be read may be read the next time.
    made.catch(() => scans.delete(place.number));
    return made;
  }

  return {
    // Links show the names of other notes, so they are of one version; headings and previews are of one file.
    links: readEach(async (asked: LinksRequest) => {
      const place = await find(asked.id);
      return linksOf(
        {
          state,
          place,
          scan: () => scanOnce(place),
          cached: (order, make) => cached(outlines.links, asked.id, `${state.version} ${order}`, make),
        },
        asked,
      );
    }),
    sections: readEach(async ({ id, bare = false }: SectionsRequest) => {
      const headings = () => cached(outlines.headings, id, "", async (place) => headingsOf(files, state, place));
      if (bare) return headings();
      return cached(outlines.sections, id, "", async (place) =>
        withPreviews(await headings(), place, await scanOnce(place)),
      );
    }),
    content: readEach(async ({ id }: ContentRequest) => {
      const place = await find(id);
      const bytes = files(place);
      const [start, end] = extentOf(place, bytes.length);
      return bytes.toString("utf8", start, end);
    }),
  };
}

/** The bytes of a note as a reader sees them; throws where they are no longer those that were indexed. */
export type NoteFiles = (place: Pick<VaultNode, "number" | "note">) => Buffer;

/** The files of a folder. */
export function filesIn(root: string, state: VaultState): NoteFiles {
  return ({ number, note }) => {
    const { bytes, stamp } = readContainedSync(root, note.path, { maxBytes: MAX_NOTE_BYTES, listed: true });
    if (!sameStamp(stamp, state.notes.stamp(number)) || bytes.length !== stamp.size) throw changedSince();
    return state.rules.shown(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), note.path);
  };
}

export function changedSince(): PdError {
  return new PdError("content-changed", "The file has changed since it was indexed");
}

interface Scanned {
  readonly text: string;
  readonly blocks: BlockTable;
  /** Of the whole note; made when somebody asks for one of them. */
  outlined(): readonly SectionRange[];
}

/** micromark is loaded for the first text that the scanner has doubts about. */
async function scanned(files: NoteFiles, place: VaultNode): Promise<Scanned> {
  const bytes = files(place);
  const text = bytes.toString("latin1");
  const { bodyStart } = place.note;
  const blocks = scanBlocks(text, createBlockTable(), bodyStart);
  if (awaitsJudge(blocks, text, bodyStart)) {
    await loadBlockJudge();
    scanBlocks(text, blocks, bodyStart);
  }
  let made: readonly SectionRange[] | undefined;
  const outlined = () => {
    made ??= outline(text, { blocks, latin1: true, start: bodyStart });
    return made;
  };
  return { text, blocks, outlined };
}

/** A list of more links than a person reads is kept without the sentences: each would be looked for in the same long line. */
const MOST_SENTENCES = 400;

async function linksOf(
  { state, place, scan, cached }: LinkReading,
  { from = 0, most = Number.POSITIVE_INFINITY, bare = false, mentions = false }: LinksRequest,
): Promise<Links> {
  const ranked = mentions ? mentionsIn(state, place) : rankedLinks(state, place);
  const total = ranked.length;
  if (bare || total === 0) return { links: ranked.slice(from, from + most).map((link) => linkTo(state, link)), total };
  const all = total <= MOST_SENTENCES;
  const wanted = all ? ranked : ranked.slice(from, Math.min(from + most, from + MOST_SENTENCES));
  const read = async () => {
    const { text, blocks } = await scan();
    return wanted.map((link) => ({
      ...linkTo(state, link),
      context: link.declared ? "" : sentenceAround(text, link.start, { blocks, latin1: true }),
    }));
  };
  if (all) return { links: (await cached(mentions ? "mentions" : "ranked", read)).slice(from, from + most), total };
  const rest = ranked.slice(from + wanted.length, from + most).map((link) => linkTo(state, link));
  return { links: [...(await read()), ...rest], total };
}

interface LinkReading {
  readonly state: VaultState;
  readonly place: VaultNode;
  scan(): Promise<Scanned>;
  cached(order: string, make: () => Promise<readonly Link[]>): Promise<readonly Link[]>;
}

export function linkTo(state: VaultState, { target, relation, declared }: RankedLink): Link {
  const { name, description } = describedHead(state.notes, state.sentences, target);
  const link: Link = { target: state.ids.of(target), name, description, relation, context: "" };
  return declared ? { ...link, declared } : link;
}

/** From the index, but for the lines: those are counted in the file. */
function headingsOf(files: NoteFiles, state: VaultState, place: VaultNode): readonly SectionPreview[] {
  const { number, note } = place;
  const file = files(place);
  const [from, to] = extentOf(place, file.length);
  const inside = [...note.sections.keys()].filter((at) => {
    const { start } = note.sections[at]!;
    return start >= from && start < to;
  });
  const lines = linesOf(
    file,
    inside.map((section) => extentOf({ number, note, section }, file.length)),
  );
  return inside.map((section, at) => {
    const { heading, depth } = note.sections[section]!;
    return { id: sectionIdOf(state, number, section), heading, depth, lines: lines[at], preview: "" };
  });
}

/** The same sections as the index has, each with its first paragraph. */
function withPreviews(
  headings: readonly SectionPreview[],
  place: VaultNode,
  { text, blocks, outlined }: Scanned,
): readonly SectionPreview[] {
  const [from, to] = extentOf(place, text.length);
  const ranges = outlined().filter(({ start }) => start >= from && start < to);
  return headings.map((section, at) => {
    const range = ranges[at];
    return range === undefined ? section : { ...section, preview: sectionPreview(text, blocks, range, true) };
  });
}
