/**
 * Vectors by row: directions alone, since lengths say nothing of meaning. A byte a number (`codes`, with a scale for each row), and a bit a
 * number (`sketches`): most rows are left out by their bits, and only the best are looked at by their bytes.
 */
export interface VectorTable {
  readonly dimension: number;
  readonly rows: number;
  /** `dimension` a row. */
  readonly codes: Int8Array;
  /** A code times its row's scale is the number that it stands for. */
  readonly scales: Float32Array;
  /** `sketchWords(dimension)` a row: a bit is 1 where the number is above 0. */
  readonly sketches: Uint32Array;
}

/** A vector in the form of a table's rows. */
export interface CodedVector {
  readonly codes: Int8Array;
  readonly scale: number;
  readonly sketch: Uint32Array;
}

export function sketchWords(dimension: number): number {
  return (dimension + 31) >>> 5;
}

/** The largest code: a byte has one more below zero than above. */
const LARGEST = 127;

/** Nothing for a vector without a direction: one that is all zeros, or has something in it that is not a number. */
export function codeVector(vector: ArrayLike<number>): CodedVector | undefined {
  const { length } = vector;
  let [squares, largest] = [0, 0];
  for (let at = 0; at < length; at += 1) {
    const value = vector[at]!;
    squares += value * value;
    largest = Math.max(largest, Math.abs(value));
  }
  if (!(squares > 0) || !Number.isFinite(squares)) return undefined;
  const codes = new Int8Array(length);
  const sketch = new Uint32Array(sketchWords(length));
  for (let at = 0; at < length; at += 1) {
    const value = vector[at]!;
    codes[at] = Math.round((value / largest) * LARGEST);
    if (value > 0) sketch[at >>> 5]! |= 1 << (at & 31);
  }
  return { codes, scale: largest / LARGEST / Math.sqrt(squares), sketch };
}

/** The cosine of the angle between a vector and a row, from -1 to 1. */
export function similarity(vector: CodedVector, { codes, scales, dimension }: VectorTable, row: number): number {
  const own = vector.codes;
  const start = row * dimension;
  let sum = 0;
  for (let at = 0; at < dimension; at += 1) sum += own[at]! * codes[start + at]!;
  return sum * vector.scale * scales[row]!;
}

/** In how many bits a vector and a row differ. */
export function sketchDistance({ sketch }: CodedVector, sketches: Uint32Array, row: number): number {
  const words = sketch.length;
  const start = row * words;
  let bits = 0;
  for (let at = 0; at < words; at += 1) {
    // The bits of a word, added up in parallel: pairs, fours, eights, all.
    let word = sketch[at]! ^ sketches[start + at]!;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    bits += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return bits;
}

/** A row as a vector of its own; it shares the table's bytes. */
export function rowIn({ codes, scales, sketches, dimension }: VectorTable, row: number): CodedVector {
  const words = sketchWords(dimension);
  return {
    codes: codes.subarray(row * dimension, (row + 1) * dimension),
    scale: scales[row]!,
    sketch: sketches.subarray(row * words, (row + 1) * words),
  };
}
