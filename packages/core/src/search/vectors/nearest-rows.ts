import { type CodedVector, similarity, sketchDistance, type VectorTable } from "./vector-table.js";

/** Rows by how near they are to a vector. */
export interface NearestRows {
  /** Those that were looked at closely, in no order. */
  readonly rows: readonly number[];
  /** Similarity of each of them. */
  readonly similarities: readonly number[];
  /** Mean and spread of the similarity of all rows, from some of them: what a text that has nothing to do with the vector has. */
  readonly mean: number;
  readonly deviation: number;
}

/** Rows that are compared by their bytes, of all that are compared by their bits. */
export const LOOKED_AT = 1000;
/** Rows from which mean and spread are taken. */
const SAMPLED = 512;

/** The rows nearest to a vector: all by their bits first, then the best by their bytes. Every row is looked at: there is no index to keep. */
export function nearestRows(vector: CodedVector, table: VectorTable, lookedAt = LOOKED_AT): NearestRows {
  const { rows, dimension, sketches } = table;
  const { mean, deviation } = spreadOf(vector, table);
  const bits = rows <= lookedAt ? undefined : new Uint16Array(rows);
  // The distance up to which rows are looked at, and for how many at just that distance there is room.
  let [bound, room] = [dimension + 1, 0];
  if (bits !== undefined) {
    const counts = new Uint32Array(dimension + 1);
    for (let row = 0; row < rows; row += 1) {
      const distance = sketchDistance(vector, sketches, row);
      bits[row] = distance;
      counts[distance]! += 1;
    }
    room = lookedAt;
    for (bound = 0; counts[bound]! <= room; bound += 1) room -= counts[bound]!;
  }
  const found: number[] = [];
  const similarities: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    const distance = bits === undefined ? 0 : bits[row]!;
    if (distance > bound || (distance === bound && room === 0)) continue;
    if (distance === bound) room -= 1;
    found.push(row);
    similarities.push(similarity(vector, table, row));
  }
  return { rows: found, similarities, mean, deviation };
}

/** From rows at even distances, so that the same table gives the same figures. */
function spreadOf(vector: CodedVector, table: VectorTable): Pick<NearestRows, "mean" | "deviation"> {
  const step = Math.max(1, Math.floor(table.rows / SAMPLED));
  let [sum, squares, count] = [0, 0, 0];
  for (let row = 0; row < table.rows; row += step) {
    const value = similarity(vector, table, row);
    sum += value;
    squares += value * value;
    count += 1;
  }
  const mean = count === 0 ? 0 : sum / count;
  return { mean, deviation: count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - mean * mean)) };
}
