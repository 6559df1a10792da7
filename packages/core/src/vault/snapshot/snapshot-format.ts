import { checksum } from "../../files/checksum.js";
import { MORE_TEXT_NAMES } from "../../model/node.js";
import type { Finding } from "../../ports/content.js";
import { passageIndexFromBytes, passageIndexToChunks } from "../../search/passages/bytes.js";
import { isAscending, noneReaches } from "../../search/postings/array-checks.js";
import { alignedChunks, type Chunks, lengthOf } from "../../search/postings/binary-arrays.js";
import { INDEX_FORMAT, indexFromBytes, indexToChunks } from "../../search/postings/index-bytes.js";
import { adjacencyFromBytes, adjacencyToBytes } from "../../search/relevance/adjacency.js";
import { PLAIN_NOTES } from "../ignore/note-rules.js";
import { createPathFinder } from "../links/path-finder.js";
import { hiddenFilesFrom } from "../notes/hidden-files.js";
import { createNodeIds } from "../notes/node-ids.js";
import { createNoteList, STAMP_FIELDS } from "../notes/note-list.js";
import { repack } from "../notes/note-packer.js";
import { areRows } from "../notes/passage-rows.js";
import type { VaultState } from "../vault-state.js";
import { folderMemoryFrom, folderMemoryToJson } from "../watch/folder-memory.js";

/** Raised whenever the bytes mean something else, or are made otherwise, than before. */
const FORMAT = [22, INDEX_FORMAT, ...MORE_TEXT_NAMES].join(" ");
const MAGIC = "pd vault snapshot\n";
/** The fixed part: magic, checksum, length of the table and of all after this part. Padded, so that parts can be viewed where they lie. */
export const HEAD_BYTES = 80;

const PARTS = [
  "notes",
  "noteStarts",
  "noteLinks",
  "noteLinkStarts",
  "strings",
  "stringStarts",
  "stamps",
  "ids",
  "idStarts",
  "linkStarts",
  "linkTargets",
  "adjacency",
  "maps",
  "sentences",
  "index",
  "passages",
  "passageStarts",
  "passageRows",
  "textPrices",
  "jsonPrices",
  "saysDescription",
  "digests",
  "problems",
  "hidden",
  "folders",
] as const;

const NO_FOLDERS = { rules: "", notes: "", folders: [] };

type Parts = Readonly<Record<(typeof PARTS)[number], Uint8Array>>;
/** What a part is written from. Both indexes are most of a snapshot, and are not copied for it. */
type PartsToWrite = Readonly<Record<(typeof PARTS)[number], Uint8Array | Chunks>>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A version of a vault as bytes, in pieces. Terms, names, places and prices; no text of a body. */
export function snapshotToBytes(state: VaultState, key: string): Chunks {
  const all = partsOf(state);
  const parts = PARTS.map((name) => all[name]);
  const lengths = parts.map((part) => (part instanceof Uint8Array ? part.length : lengthOf(part)));
  const table = encoder.encode(JSON.stringify({ format: FORMAT, key, count: state.count, lengths }));
  const body = [table, ...parts].flatMap((part) => (part instanceof Uint8Array ? alignedChunks(part) : part));
  const head = new Uint8Array(HEAD_BYTES);
  head.set(encoder.encode(`${MAGIC}${checksum(...body)}\n${table.length}\n${lengthOf(body)}\n`));
  return [head, ...body];
}

function partsOf(state: VaultState): PartsToWrite {
  const notes = repack(state.notes);
  return {
    notes: notes.bytes,
    noteStarts: bytesOf(notes.starts),
    noteLinks: notes.linkBytes,
    noteLinkStarts: bytesOf(notes.linkStarts),
    strings: notes.strings.bytes,
    stringStarts: bytesOf(notes.strings.starts),
    stamps: bytesOf(notes.stamps),
    ids: state.ids.packed.bytes,
    idStarts: bytesOf(state.ids.packed.starts),
    linkStarts: bytesOf(state.links.starts),
    linkTargets: bytesOf(state.links.targets),
    adjacency: adjacencyToBytes(state.adjacency),
    maps: state.maps,
    sentences: state.sentences,
    index: indexToChunks(state.index),
    passages: passageIndexToChunks(state.passages),
    passageStarts: bytesOf(state.passageRows.starts),
    passageRows: bytesOf(state.passageRows.rows),
    textPrices: bytesOf(state.prices.text),
    jsonPrices: bytesOf(state.prices.json),
    saysDescription: state.prices.says,
    digests: bytesOf(state.digests),
    problems: encoder.encode(JSON.stringify(state.problems)),
    hidden: encoder.encode(JSON.stringify([...state.hidden])),
    folders: encoder.encode(folderMemoryToJson(state.folders ?? NO_FOLDERS, createPathFinder(state.notes).find)),
  };
}

/** How long a snapshot with this head is, or an error that says what is wrong with it. */
export function snapshotLength(head: Uint8Array): number {
  const [magic, , , length] = decoder.decode(head.subarray(0, HEAD_BYTES)).split("\n");
  if (`${magic}\n` !== MAGIC) throw new RangeError("it is not a snapshot of pd");
  return HEAD_BYTES + Number(length);
}

/** The version back, or an error that says what is wrong with the bytes. */
export function snapshotFromBytes(bytes: Uint8Array, key: string, version: string): VaultState {
  if (snapshotLength(bytes) !== bytes.length) throw new RangeError("it has another length than it says");
  const [, sum, tableLength] = decoder.decode(bytes.subarray(0, HEAD_BYTES)).split("\n");
  const body = bytes.subarray(HEAD_BYTES);
  if (checksum(body) !== sum) throw new RangeError("its checksum is wrong");
  const table: unknown = JSON.parse(decoder.decode(body.subarray(0, Number(tableLength))));
  const {
    format,
    key: saved,
    count,
    lengths,
  } = table as {
    format: string;
    key: string;
    count: number;
    lengths: number[];
  };
  if (format !== FORMAT) throw new RangeError(`it has the format ${format}, and ${FORMAT} is read`);
  if (saved !== key) throw new RangeError("it is of another folder or of other options");
  return { version, count, ...stateOf(splitAt(body, Number(tableLength), lengths)) };
}

function stateOf(parts: Parts): Omit<VaultState, "version" | "count"> {
  const notes = createNoteList({
    bytes: parts.notes,
    starts: words(parts.noteStarts),
    linkBytes: parts.noteLinks,
    linkStarts: words(parts.noteLinkStarts),
    strings: { bytes: parts.strings, starts: words(parts.stringStarts) },
    stamps: new Float64Array(parts.stamps.buffer, parts.stamps.byteOffset, parts.stamps.length >>> 3),
  });
  const state = {
    // Whoever reads it knows by which rules it was written.
    rules: PLAIN_NOTES,
    notes,
    ids: createNodeIds({ bytes: parts.ids, starts: words(parts.idStarts) }),
    links: { starts: words(parts.linkStarts), targets: signedWords(parts.linkTargets) },
    adjacency: adjacencyFromBytes(parts.adjacency),
    maps: parts.maps,
    sentences: parts.sentences,
    index: indexFromBytes(parts.index),
    passages: passageIndexFromBytes(parts.passages),
    passageRows: { starts: words(parts.passageStarts), rows: words(parts.passageRows) },
    complete: true,
    prices: { text: words(parts.textPrices), json: words(parts.jsonPrices), says: parts.saysDescription },
    digests: words(parts.digests),
    problems: JSON.parse(decoder.decode(parts.problems)) as readonly Finding[],
    hidden: hiddenFilesFrom(decoder.decode(parts.hidden)),
    folders: folderMemoryFrom(decoder.decode(parts.folders), notes.size),
  };
  if (!agrees(state)) throw new RangeError("its parts do not agree");
  return state;
}

/** A checksum tells damage; this tells bytes that were never right, so that no reader runs out of an array. */
function agrees({
  notes,
  ids,
  links,
  adjacency,
  maps,
  sentences,
  prices,
  digests,
  passages,
  passageRows,
}: Omit<VaultState, "version" | "count">): boolean {
  const { base, size } = notes;
  const sizes = [
    base.linkStarts.length - 1,
    base.stamps.length / STAMP_FIELDS,
    ids.packed.starts.length - 1,
    links.starts.length - 1,
    adjacency.nodes,
    maps.length,
    sentences.length,
    prices.text.length,
    prices.json.length,
    prices.says.length,
    digests.length,
  ];
  return (
    sizes.every((each) => each === size) &&
    areRows(passageRows, size) &&
    passages.notes <= size &&
    isLaidOut(base.starts, base.bytes.length) &&
    isLaidOut(base.linkStarts, base.linkBytes.length) &&
    isLaidOut(base.strings.starts, base.strings.bytes.length) &&
    isLaidOut(ids.packed.starts, ids.packed.bytes.length) &&
    isLaidOut(links.starts, links.targets.length) &&
    noneReaches(links.targets, size)
  );
}

function isLaidOut(starts: Uint32Array, end: number): boolean {
  return isAscending(starts) && starts.at(-1) === end;
}

function words(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
}

function signedWords(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
}

function bytesOf(array: Uint32Array | Int32Array | Float64Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

const aligned = (length: number) => (length + 7) & ~7;

function splitAt(body: Uint8Array, tableLength: number, lengths: readonly number[]): Parts {
  if (lengths.length !== PARTS.length) throw new RangeError("it has another number of parts");
  let at = aligned(tableLength);
  const entries = PARTS.map((name, index) => {
    const length = lengths[index]!;
    if (!Number.isSafeInteger(length) || length < 0 || at + length > body.length)
      throw new RangeError("it is cut short");
    const part = body.subarray(at, at + length);
    at += aligned(length);
    return [name, part] as const;
  });
  return Object.fromEntries(entries) as unknown as Parts;
}
