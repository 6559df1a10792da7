import { closeSync, constants, fstatSync, openSync, readSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import { sweepOrphans, writeAtomicSync } from "./atomic-write.js";
import { ensureFolder } from "./cache-folder.js";
import { checksum } from "./checksum.js";
import { foreignWriter } from "./foreign-writer.js";

/** How long a file of the cache is by its own head; throws a `RangeError` where the head is not what it should be. */
export interface CacheFileHead {
  readonly bytes: number;
  lengthOf(head: Uint8Array): number;
}

/** All of a file of the cache; nothing where there is none. Whatever is wrong with it is thrown as a `RangeError`: the caller makes it anew. */
export function readCacheFile(path: string, head: CacheFileHead): Uint8Array | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new RangeError("it is not a regular file");
    // What others wrote would be shown as what the user's own files say.
    if (foreignWriter(stats) !== undefined) throw new RangeError("other users could have written it");
    const { size } = stats;
    // Before memory is taken for it: it may have grown by anything.
    const start = new Uint8Array(head.bytes);
    readSync(descriptor, start, 0, head.bytes, 0);
    if (head.lengthOf(start) !== size) throw new RangeError("it has another length than it says");
    // Not zeroed first: all of it is read over, or cut off.
    const bytes = Buffer.allocUnsafeSlow(size);
    let filled = 0;
    while (filled < size) {
      const read = readSync(descriptor, bytes, filled, size - filled, filled);
      if (read === 0) break;
      filled += read;
    }
    return bytes.subarray(0, filled);
  } finally {
    closeSync(descriptor);
  }
}

/** In a folder for this user alone. */
export function writeCacheFile(path: string, chunks: readonly Uint8Array[]): void {
  ensureFolder(dirname(path));
  sweepOrphans(path);
  writeAtomicSync(path, chunks);
}

/** One that is wrong would be read again at every start. */
export function deleteCacheFile(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It is gone, or not this user's to delete: then it is refused again.
  }
}

const SEAL_BYTES = 80;
const decoder = new TextDecoder();

/** Two parts in one file of the cache, with a checksum: words about it, and bytes that start at a multiple of eight. */
export interface SealedFile {
  readonly table: string;
  readonly bytes: Uint8Array;
}

export function writeSealed(path: string, kind: string, { table, bytes }: SealedFile): void {
  const words = new TextEncoder().encode(table);
  const body = new Uint8Array(aligned(words.length) + bytes.length);
  body.set(words);
  body.set(bytes, aligned(words.length));
  const seal = new Uint8Array(SEAL_BYTES);
  seal.set(new TextEncoder().encode(`pd ${kind}\n${checksum(body)}\n${words.length}\n${body.length}\n`));
  writeCacheFile(path, [seal, body]);
}

/** The same back; nothing where there is no such file, a `RangeError` where it is not as it was written. */
export function readSealed(path: string, kind: string): SealedFile | undefined {
  const fieldsOf = (seal: Uint8Array) => decoder.decode(seal.subarray(0, SEAL_BYTES)).split("\n");
  const lengthOf = (seal: Uint8Array) => {
    const [named, , , length] = fieldsOf(seal);
    if (named !== `pd ${kind}`) throw new RangeError(`it is not a ${kind} of pd`);
    return SEAL_BYTES + Number(length);
  };
  const file = readCacheFile(path, { bytes: SEAL_BYTES, lengthOf });
  if (file === undefined) return undefined;
  const [, sum, words] = fieldsOf(file);
  const body = file.subarray(SEAL_BYTES);
  if (checksum(body) !== sum) throw new RangeError("its checksum is wrong");
  const length = Number(words);
  return { table: decoder.decode(body.subarray(0, length)), bytes: body.subarray(aligned(length)) };
}

function aligned(length: number): number {
  return Math.ceil(length / 8) * 8;
}
