// Typed arrays as one block of bytes: a table of lengths, then each array at a multiple of eight. Reading it back makes views, not
// copies. Numbers are in the machine's order; the mark at the start tells a block of another order or version from ours.

export type BinaryArray = Uint8Array | Uint32Array;
export type ArrayKind = 1 | 4;

const MARK = 0x70640005;
const HEADER_WORDS = 2;

/** Bytes in pieces, one behind the other. */
export type Chunks = readonly Uint8Array[];

export function packArrays(arrays: readonly BinaryArray[]): Uint8Array {
  return joinChunks(arrayChunks(arrays));
}

/** The block in pieces that are views on the arrays: a large index is written without a second copy of it in memory. */
export function arrayChunks(arrays: readonly BinaryArray[]): Chunks {
  const header = Uint32Array.from([MARK, arrays.length, ...arrays.map((array) => array.length)]);
  return [header, ...arrays].flatMap(alignedChunks);
}

/** The bytes of an array, and what is missing to a multiple of eight. */
export function alignedChunks({ buffer, byteOffset, byteLength }: BinaryArray): Chunks {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  const missing = aligned(byteLength) - byteLength;
  return missing === 0 ? [bytes] : [bytes, PADDING.subarray(0, missing)];
}

const PADDING = new Uint8Array(8);

export function lengthOf(chunks: Chunks): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

export function joinChunks(chunks: Chunks): Uint8Array {
  const bytes = new Uint8Array(lengthOf(chunks));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Throws a `RangeError` where the block is not what `packArrays` made of arrays of these kinds. */
export function unpackArrays(given: Uint8Array, kinds: readonly ArrayKind[]): readonly BinaryArray[] {
  // Views need an aligned start; a slice of a pooled buffer may lack it.
  const bytes = given.byteOffset % 8 === 0 ? given : given.slice();
  const table = 4 * (HEADER_WORDS + kinds.length);
  if (bytes.length < table) throw new RangeError("The saved index is cut short");
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_WORDS + kinds.length);
  if (header[0] !== MARK || header[1] !== kinds.length) throw new RangeError("The saved index is of another version");
  let at = aligned(table);
  const arrays = kinds.map((kind, place) => {
    const length = header[HEADER_WORDS + place]!;
    if (at + length * kind > bytes.length) throw new RangeError("The saved index is cut short");
    const start = bytes.byteOffset + at;
    at = aligned(at + length * kind);
    return kind === 1 ? new Uint8Array(bytes.buffer, start, length) : new Uint32Array(bytes.buffer, start, length);
  });
  if (at !== bytes.length) throw new RangeError("The saved index has bytes too many");
  return arrays;
}

function aligned(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}
