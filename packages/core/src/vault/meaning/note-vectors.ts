import {
  type CodedVector,
  codeVector,
  rowIn,
  sketchWords,
  type VectorTable,
} from "../../search/vectors/vector-table.js";
import type { VaultState } from "../vault-state.js";
import { noteKey, type TextRows } from "./text-rows.js";

/** Two vectors a note, in the order of their numbers: its name and description, and the mean of its passages, which tells what all of it is about. */
export interface NoteVectors {
  readonly heads: NumberedTable;
  readonly means: NumberedTable;
  /** By what tells versions of notes apart: a note that did not change is not added up again. */
  readonly known: ReadonlyMap<string, CodedVector>;
}

export interface NumberedTable extends VectorTable {
  /** The note of each row. */
  readonly notes: readonly number[];
}

export function noteVectors(
  state: VaultState,
  {
    table,
    places,
    before,
  }: { readonly table: VectorTable; readonly places: TextRows; readonly before?: NoteVectors | undefined },
): NoteVectors {
  const [heads, means] = [collecting(table.dimension), collecting(table.dimension)];
  const known = new Map<string, CodedVector>();
  for (let number = 0; number < state.notes.size; number += 1) {
    if (!state.notes.has(number)) continue;
    const head = places.heads[number]!;
    if (head >= 0) heads.add(number, rowIn(table, head));
    const { first, count } = state.passages.passagesOf(number);
    const rows = [...places.passages.subarray(first, first + count)].filter((row) => row >= 0);
    const key = `${noteKey(state, number)} ${rows.length}`;
    const mean = before?.known.get(key) ?? meanOf(table, rows);
    if (mean === undefined) continue;
    known.set(key, mean);
    means.add(number, mean);
  }
  return { heads: heads.table(), means: means.table(), known };
}

function meanOf({ codes, scales, dimension }: VectorTable, rows: readonly number[]): CodedVector | undefined {
  const sum = new Float64Array(dimension);
  for (const row of rows) {
    const [start, scale] = [row * dimension, scales[row]!];
    for (let at = 0; at < dimension; at += 1) sum[at]! += codes[start + at]! * scale;
  }
  return codeVector(sum);
}

function collecting(dimension: number) {
  const notes: number[] = [];
  const vectors: CodedVector[] = [];
  return {
    add(note: number, vector: CodedVector): void {
      notes.push(note);
      vectors.push(vector);
    },
    table(): NumberedTable {
      const words = sketchWords(dimension);
      const codes = new Int8Array(notes.length * dimension);
      const sketches = new Uint32Array(notes.length * words);
      for (const [row, vector] of vectors.entries()) {
        codes.set(vector.codes, row * dimension);
        sketches.set(vector.sketch, row * words);
      }
      return {
        notes,
        dimension,
        rows: notes.length,
        codes,
        sketches,
        scales: Float32Array.from(vectors, ({ scale }) => scale),
      };
    },
  };
}
