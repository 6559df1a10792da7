import { join } from "node:path";
import { deleteCacheFile, readSealed, writeSealed } from "../../files/cache-file.js";
import { checksum } from "../../files/checksum.js";
import { sketchWords } from "../../search/vectors/vector-table.js";
import type { VectorEntries } from "./vector-rows.js";

/** Raised whenever the bytes mean something else than before, or other texts are shown to an embedder. */
const FORMAT = 1;
const KIND = "vectors";

/** Where the vectors of a vault by one model are kept. */
export interface VectorFile {
  readonly path: string;
  readonly key: string;
}

/** Another model is another file. */
export function vectorFile(cache: string, root: string, model: string): VectorFile {
  const key = JSON.stringify([FORMAT, root, model]);
  return { key, path: join(cache, "vaults", `${checksum(new TextEncoder().encode(key))}.vectors`) };
}

interface Table {
  readonly key: string;
  readonly dimension: number;
  readonly rows: number;
  /** Versions of notes, in the order of their texts. */
  readonly notes: readonly string[];
  /** How many texts each has. */
  readonly counts: readonly number[];
}

export function writeVectors({ path, key }: VectorFile, { digests, table, notes }: VectorEntries): void {
  const texts = Float64Array.from([...notes.values()].flat());
  const words: Table = {
    key,
    dimension: table.dimension,
    rows: table.rows,
    notes: [...notes.keys()],
    counts: Array.from(notes.values(), ({ length }) => length),
  };
  // Wide numbers first: each part then begins where its numbers may begin.
  const parts = [digests, texts, table.scales, table.sketches, table.codes];
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  writeSealed(path, KIND, { table: JSON.stringify(words), bytes });
}

/** Nothing where there is none. A `RangeError` where it is not as it was written: vectors are made anew. */
export function readVectors({ path, key }: VectorFile): VectorEntries | undefined {
  const file = readSealed(path, KIND);
  if (file === undefined) return undefined;
  const { key: saved, dimension, rows, notes, counts } = JSON.parse(file.table) as Table;
  if (saved !== key) throw new RangeError("it is of another folder, model or format");
  const texts = counts.reduce((sum, count) => sum + count, 0);
  const words = sketchWords(dimension);
  const lengths = [8 * rows, 8 * texts, 4 * rows, 4 * rows * words, rows * dimension];
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  if (whole !== file.bytes.length || notes.length !== counts.length) throw new RangeError("its parts do not agree");
  // A copy, since rows are added to it, and since the numbers must begin at a multiple of eight.
  const buffer = new Uint8Array(file.bytes).buffer;
  const starts = lengths.map((_, part) => lengths.slice(0, part).reduce((sum, length) => sum + length, 0));
  const all = new Float64Array(buffer, starts[1], texts);
  const byNote = new Map<string, readonly number[]>();
  let at = 0;
  for (const [place, note] of notes.entries()) {
    byNote.set(note, Array.from(all.subarray(at, at + counts[place]!)));
    at += counts[place]!;
  }
  return {
    digests: new Float64Array(buffer, starts[0], rows),
    table: {
      dimension,
      rows,
      scales: new Float32Array(buffer, starts[2], rows),
      sketches: new Uint32Array(buffer, starts[3], rows * words),
      codes: new Int8Array(buffer, starts[4], rows * dimension),
    },
    notes: byNote,
  };
}

export function deleteVectors({ path }: VectorFile): void {
  deleteCacheFile(path);
}
