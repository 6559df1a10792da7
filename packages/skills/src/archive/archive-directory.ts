import { archiveRefusal, archiveTooLarge, archiveUnsafe } from "./archive-refusal.js";

/** A file of a zip archive as its central directory has it. */
export interface ArchiveEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly executable: boolean;
  readonly method: "stored" | "deflated";
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  /** A copy of checksum and sizes follows the data. */
  readonly hasDescriptor: boolean;
  /** Where its local header begins. */
  readonly offset: number;
}

export interface ArchiveDirectory {
  readonly entries: readonly ArchiveEntry[];
  /** Where the directory begins, and the data ends. */
  readonly start: number;
}

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const CENTRAL_SIGNATURE = 0x02014b50;
const CENTRAL_BYTES = 46;

const ENCRYPTED = 1 << 0;
const DESCRIPTOR = 1 << 3;
const PATCHED = 1 << 5;
const STRONGLY_ENCRYPTED = 1 << 6;
const MASKED = 1 << 13;

const ZIP64_EXTRA = 0x0001;
const UNICODE_PATH_EXTRA = 0x7075;

const MODE_KIND = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;
const ANY_EXECUTE = 0o111;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads the central directory of a zip archive. Nothing is guessed: an archive in which two programs could see two different
 * things (something before or after it, two ends, two names for one file) is refused. So is what no skill needs:
 * zip64, encryption, several parts, links and devices.
 */
export function readArchiveDirectory(bytes: Uint8Array, maxEntries: number): ArchiveDirectory {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const [disk, directoryDisk, onDisk, count] = [4, 6, 8, 10].map((at) => view.getUint16(end + at, true));
  const size = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff || hasZip64Locator(view, end))
    throw archiveRefusal("is in the zip64 form, which is not read");
  if (disk !== 0 || directoryDisk !== 0 || onDisk !== count) throw archiveRefusal("is one part of several");
  if (start + size !== end) throw archiveRefusal("has a directory that is not where it says");
  if (count! > maxEntries) throw archiveTooLarge(`has ${count} entries, and ${maxEntries} are allowed`);
  const entries: ArchiveEntry[] = [];
  let at = start;
  for (let number = 0; number < count!; number += 1) {
    const [entry, after] = readEntry(bytes, view, at, end);
    entries.push(entry);
    at = after;
  }
  if (at !== end) throw archiveRefusal("has more in its directory than it counts");
  return { entries, start };
}

/** The record that ends the archive: the last one there is, and the comment behind it has to reach the last byte. */
function findEnd(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at -= 1) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    if (at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength) return at;
    throw archiveRefusal("has bytes behind its end");
  }
  throw archiveRefusal("is not a zip archive, or its end is missing");
}

function hasZip64Locator(view: DataView, end: number): boolean {
  const at = end - ZIP64_LOCATOR_BYTES;
  return at >= 0 && view.getUint32(at, true) === ZIP64_LOCATOR_SIGNATURE;
}

function readEntry(bytes: Uint8Array, view: DataView, at: number, end: number): [ArchiveEntry, number] {
  if (at + CENTRAL_BYTES > end || view.getUint32(at, true) !== CENTRAL_SIGNATURE)
    throw archiveRefusal("has a damaged directory");
  const short = (offset: number) => view.getUint16(at + offset, true);
  const long = (offset: number) => view.getUint32(at + offset, true);
  const nameEnd = at + CENTRAL_BYTES + short(28);
  const extraEnd = nameEnd + short(30);
  const after = extraEnd + short(32);
  if (after > end) throw archiveRefusal("has a damaged directory");
  const name = decodedName(bytes.subarray(at + CENTRAL_BYTES, nameEnd));
  const flags = short(8);
  const [crc32, compressedSize, size, offset] = [long(16), long(20), long(24), long(42)];
  checkFlags(flags, name);
  if ([compressedSize, size, offset].includes(0xffffffff)) throw archiveRefusal("is in the zip64 form", name);
  if (short(34) !== 0) throw archiveRefusal("is in another part of the archive", name);
  checkExtra(view, nameEnd, extraEnd, { name, bytes });
  const isFolder = name.endsWith("/");
  const executable = isExecutable(long(38) >>> 16, { name, isFolder });
  const method = methodOf(short(10), name);
  if (method === "stored" && compressedSize !== size) throw archiveRefusal("is stored, with two sizes", name);
  if (isFolder && size !== 0) throw archiveRefusal("is a folder with content", name);
  const hasDescriptor = (flags & DESCRIPTOR) !== 0;
  // Where the header may leave the size out, only compressed data says for itself where it ends.
  if (hasDescriptor && method === "stored" && size > 0) throw archiveRefusal("does not say where it ends", name);
  return [{ name, isFolder, executable, method, crc32, compressedSize, size, hasDescriptor, offset }, after];
}

/** Old programs write other encodings and do not say which: only what is UTF-8 for certain is taken. */
function decodedName(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw archiveRefusal("has a name that is not UTF-8");
  }
}

function checkFlags(flags: number, name: string): void {
  if ((flags & (ENCRYPTED | STRONGLY_ENCRYPTED | MASKED)) !== 0) throw archiveRefusal("is encrypted", name);
  if ((flags & PATCHED) !== 0) throw archiveRefusal("is a patch for another file", name);
}

function methodOf(method: number, name: string): ArchiveEntry["method"] {
  if (method === 0) return "stored";
  if (method === 8) return "deflated";
  throw archiveRefusal(`is compressed by method ${method}, which is not read`, name);
}

interface Named {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Extra fields are passed over, except those by which another program would see other sizes or another name. */
function checkExtra(view: DataView, from: number, to: number, { name, bytes }: Named): void {
  for (let at = from; at + 4 <= to; ) {
    const id = view.getUint16(at, true);
    const next = at + 4 + view.getUint16(at + 2, true);
    if (next > to) throw archiveRefusal("has a damaged extra field", name);
    if (id === ZIP64_EXTRA) throw archiveRefusal("is in the zip64 form", name);
    // One byte of version and four of checksum stand before the name.
    if (id === UNICODE_PATH_EXTRA && decodedName(bytes.subarray(at + 9, next)) !== name)
      throw archiveUnsafe("has a second name", name);
    at = next;
  }
}

/** By the mode that Unix programs keep; others leave it 0. */
function isExecutable(
  mode: number,
  { name, isFolder }: { readonly name: string; readonly isFolder: boolean },
): boolean {
  const kind = mode & MODE_KIND;
  if (kind !== 0 && kind !== (isFolder ? FOLDER : REGULAR)) throw archiveUnsafe("is a link or no regular file", name);
  return !isFolder && (mode & ANY_EXECUTE) !== 0;
}
