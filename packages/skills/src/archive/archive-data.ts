import { promisify } from "node:util";
import { crc32, type InflateRaw, inflateRaw } from "node:zlib";
import type { ArchiveDirectory, ArchiveEntry } from "./archive-directory.js";
import { archiveRefusal } from "./archive-refusal.js";

const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const DESCRIPTOR_SIGNATURE = 0x08074b50;

/** An entry and its compressed bytes. */
export interface LocatedEntry {
  readonly entry: ArchiveEntry;
  readonly data: Uint8Array;
}

/**
 * Finds every entry's data. Entries have to follow one another from the first byte to the directory, without gap or overlap:
 * so none can share another's bytes, and nothing is hidden between.
 */
export function locateEntries(bytes: Uint8Array, { entries, start }: ArchiveDirectory): readonly LocatedEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const inOrder = [...entries].sort((one, other) => one.offset - other.offset);
  const located: LocatedEntry[] = [];
  let at = 0;
  for (const entry of inOrder) {
    if (entry.offset !== at) throw archiveRefusal("does not follow the file before it", entry.name);
    const from = afterLocalHeader(view, bytes, { entry, end: start });
    const to = from + entry.compressedSize;
    if (to > start) throw archiveRefusal("reaches into the directory", entry.name);
    located.push({ entry, data: bytes.subarray(from, to) });
    at = to + (entry.hasDescriptor ? descriptorBytes(view, to, { entry, end: start }) : 0);
  }
  if (at !== start) throw archiveRefusal("has bytes that belong to no file");
  return located;
}

interface Place {
  readonly entry: ArchiveEntry;
  readonly end: number;
}

/** The local header has to say what the directory says: programs differ in which of the two they believe. */
function afterLocalHeader(view: DataView, bytes: Uint8Array, { entry, end }: Place): number {
  const at = entry.offset;
  if (at + LOCAL_BYTES > end || view.getUint32(at, true) !== LOCAL_SIGNATURE)
    throw archiveRefusal("has no header before its data", entry.name);
  const nameEnd = at + LOCAL_BYTES + view.getUint16(at + 26, true);
  const from = nameEnd + view.getUint16(at + 28, true);
  if (from > end) throw archiveRefusal("reaches into the directory", entry.name);
  const name = new TextEncoder().encode(entry.name);
  const sameName = Buffer.compare(name, bytes.subarray(at + LOCAL_BYTES, nameEnd)) === 0;
  const sameMethod = view.getUint16(at + 8, true) === (entry.method === "stored" ? 0 : 8);
  const sameFlags = ((view.getUint16(at + 6, true) & 8) !== 0) === entry.hasDescriptor;
  if (!sameName || !sameMethod || !sameFlags || !sameFigures(view, at + 14, entry, entry.hasDescriptor))
    throw archiveRefusal("is described in two ways", entry.name);
  return from;
}

function sameFigures(view: DataView, at: number, entry: ArchiveEntry, mayBeZero: boolean): boolean {
  const figures = [entry.crc32, entry.compressedSize, entry.size];
  return figures.every((figure, place) => {
    const here = view.getUint32(at + place * 4, true);
    return here === figure || (mayBeZero && here === 0);
  });
}

/** Twelve bytes, or sixteen with a signature that is optional. */
function descriptorBytes(view: DataView, at: number, { entry, end }: Place): number {
  if (at + 16 <= end && view.getUint32(at, true) === DESCRIPTOR_SIGNATURE && sameFigures(view, at + 4, entry, false))
    return 16;
  if (at + 12 <= end && sameFigures(view, at, entry, false)) return 12;
  throw archiveRefusal("has no figures behind its data", entry.name);
}

// With `info`, Node gives the engine too, which its types do not know.
type Inflated = { readonly buffer: Uint8Array; readonly engine: InflateRaw };
const inflate = promisify(inflateRaw) as unknown as (data: Uint8Array, options: object) => Promise<Inflated>;

/** The file's bytes: never more than it announces, and checked against its checksum. */
export async function contentOf({ entry, data }: LocatedEntry): Promise<Uint8Array> {
  const content = entry.method === "stored" ? data.slice() : await inflated(entry, data);
  if (content.length !== entry.size || crc32(content) !== entry.crc32) throw archiveRefusal("is damaged", entry.name);
  return content;
}

async function inflated({ name, size }: ArchiveEntry, data: Uint8Array): Promise<Uint8Array> {
  try {
    const { buffer, engine } = await inflate(data, { info: true, maxOutputLength: Math.max(1, size) });
    if (engine.bytesWritten === data.length) return new Uint8Array(buffer);
  } catch {
    throw archiveRefusal("is damaged, or larger than it says", name);
  }
  throw archiveRefusal("has bytes behind its data", name);
}
