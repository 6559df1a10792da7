// Typed arrays as one block of bytes: a table of lengths, then each array at a multiple of eight. Reading it back makes views, not
// copies. Numbers are in the machine's order; the mark at the start tells a block of another order or version from ours.

export type BinaryArray = Uint8Array | Uint32Array;
export type ArrayKind = 1 | 4;

const MARK = 0x70640005;
const HEADER_WORDS = 2;

export function packArrays(arrays: readonly BinaryArray[]): Uint8Array {
  const table = 4 * (HEADER_WORDS + arrays.length);
  const starts: number[] = [];
  let size = aligned(table);
  for (const array of arrays) {
    starts.push(size);
    size = aligned(size + array.byteLength);
  }
  const bytes = new Uint8Array(size);
  const header = new Uint32Array(bytes.buffer, 0, HEADER_WORDS + arrays.length);
  header.set([MARK, arrays.length, ...arrays.map((array) => array.length)]);
  for (const [at, array] of arrays.entries()) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), starts[at]!);
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
