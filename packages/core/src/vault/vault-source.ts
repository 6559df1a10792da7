import { LRUCache } from "lru-cache";
import type { NodeSource } from "../content.js";
import { PdError } from "../errors.js";
import { awaitsJudge, scanBlocks } from "../markdown/block-scanner.js";
import { type BlockTable, createBlockTable } from "../markdown/block-table.js";
import { loadBlockJudge } from "../markdown/judge.js";
import { outline, sectionPreview } from "../markdown/sections.js";
import { sentenceAround } from "../markdown/sentences.js";
import { readContainedSync, sameStamp } from "../node/contained-file.js";
import type { Link, NodeId, SectionPreview } from "../node.js";
import { extentOf, type Place, placeOf } from "./place-in-vault.js";
import { MAX_NOTE_BYTES } from "./read-notes.js";
import type { VaultState } from "./vault-state.js";

/** What was made of a note's file on request: links with their sentences and previews, until the vault is closed (R3.8). */
export interface Outlines {
  readonly links: OutlineCache<Link>;
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
/** What a place in the cache, its key and its list take, and what an object with the heads of its strings does, on V8. */
const ENTRY_BYTES = 320;
const PART_BYTES = 160;

export function createOutlines(): Outlines {
  return {
    links: new LRUCache<NodeId, Outlined<Link>>({ maxSize: OUTLINE_BYTES, sizeCalculation: sizeOf }),
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
export function createVaultSource(root: string, state: VaultState, outlines: Outlines): NodeSource {
  function find(id: NodeId): Place {
    const place = placeOf(state, id);
    if (place === undefined) throw new PdError("node-unknown", "That node is not in this version of the vault");
    return place;
  }

  async function cached<Part extends object>(
    cache: OutlineCache<Part>,
    id: NodeId,
    version: string,
    make: (place: Place) => Promise<readonly Part[]>,
  ): Promise<readonly Part[]> {
    const place = find(id);
    // All of the stamp: another note may have this id now, written at the same moment and as long.
    const { modified, changed, size, inode } = state.notes.stamp(place.number);
    const of = `${version} ${modified} ${changed} ${size} ${inode}`;
    const kept = cache.get(id);
    if (kept?.of === of) return kept.parts;
    const parts = await make(place);
    cache.set(id, { of, parts });
    return parts;
  }

  // Links and sections of a note are asked for together or one soon after the other: its file is read and scanned once.
  const scans = new Map<NodeId, Promise<Scanned>>();
  let kept = 0;
  function scanOnce(place: Place, id: NodeId): Promise<Scanned> {
    const known = scans.get(id);
    if (known !== undefined) return known;
    kept += state.notes.stamp(place.number).size;
    if (kept > KEPT_SCAN_BYTES) {
      scans.clear();
      kept = 0;
    }
    const made = scanned(root, state, place);
    scans.set(id, made);
    // What could not be read may be read the next time.
    made.catch(() => scans.delete(id));
    return made;
  }

  return {
    // Links show the names of other notes, so they are of one version; previews are of one file.
    links: async (id) =>
      cached(outlines.links, id, state.version, (place) => readLinks(state, place, () => scanOnce(place, id))),
    sections: async (id) =>
      cached(outlines.sections, id, "", async (place) => readSections(place, await scanOnce(place, id))),
    async content(id) {
      const place = find(id);
      const bytes = readFile(root, state, place);
      const [start, end] = extentOf(place, bytes.length);
      return bytes.toString("utf8", start, end);
    },
  };
}

export function readFile(root: string, state: VaultState, { number, note }: Pick<Place, "number" | "note">): Buffer {
  const { bytes, stamp } = readContainedSync(root, note.path, { maxBytes: MAX_NOTE_BYTES, listed: true });
  if (!sameStamp(stamp, state.notes.stamp(number)) || bytes.length !== stamp.size) {
    throw new PdError("content-changed", "The file has changed since it was indexed");
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

interface Scanned {
  readonly text: string;
  readonly blocks: BlockTable;
  /** From where to where the place reaches. */
  readonly from: number;
  readonly to: number;
}

/** micromark is loaded for the first text that the scanner has doubts about. */
async function scanned(root: string, state: VaultState, place: Place): Promise<Scanned> {
  const bytes = readFile(root, state, place);
  const text = bytes.toString("latin1");
  const [from, to] = extentOf(place, bytes.length);
  const { bodyStart } = place.note;
  const blocks = scanBlocks(text, createBlockTable(), bodyStart);
  if (!awaitsJudge(blocks, text, bodyStart)) return { text, blocks, from, to };
  await loadBlockJudge();
  return { text, blocks: scanBlocks(text, blocks, bodyStart), from, to };
}

/** A list of more links than a person reads comes without the sentences: each would be looked for in the same long line. */
const MOST_SENTENCES = 400;

async function readLinks(state: VaultState, place: Place, scan: () => Promise<Scanned>): Promise<readonly Link[]> {
  const { number } = place;
  const all = state.notes.links(number);
  if (all.length === 0) return [];
  const { text, blocks, from, to } = await scan();
  const links: Link[] = [];
  const said = new Set<string>();
  for (const [index, link] of all.entries()) {
    const target = state.links.targets[state.links.starts[number]! + index]!;
    const inside = link.form === "declared" ? place.section === undefined : link.start >= from && link.start < to;
    if (!inside || target < 0 || target === number) continue;
    const { name, description } = state.notes.head(target);
    const relation = link.relation === "references" && state.maps[number] === 1 ? "clusters" : link.relation;
    const bare = link.form === "declared" || links.length >= MOST_SENTENCES;
    const context = bare ? "" : sentenceAround(text, link.start, { blocks, latin1: true });
    const key = `${target}\n${relation}\n${context}`;
    if (said.has(key)) continue;
    said.add(key);
    const shown: Link = { target: state.ids.of(target), name, description, relation, context };
    links.push(link.form === "declared" ? { ...shown, declared: true } : shown);
  }
  return links;
}

function readSections(place: Place, { text, blocks, from, to }: Scanned): readonly SectionPreview[] {
  return outline(text, { blocks, latin1: true, start: place.note.bodyStart })
    .filter(({ start }) => start >= from && start < to)
    .map((section) => ({
      heading: section.heading,
      depth: section.depth,
      preview: sectionPreview(text, blocks, section, true),
    }));
}
