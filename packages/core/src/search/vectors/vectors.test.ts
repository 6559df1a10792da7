import fc from "fast-check";
import { expect, test } from "vitest";
import { nearestRows } from "./nearest-rows.js";
import { nearnessOf } from "./nearness.js";
import { codeVector, similarity, sketchDistance, sketchWords, type VectorTable } from "./vector-table.js";

function tableOf(vectors: readonly (readonly number[])[]): VectorTable {
  const dimension = vectors[0]?.length ?? 0;
  const coded = vectors.map((vector) => codeVector(vector)!);
  const words = sketchWords(dimension);
  const table = {
    dimension,
    rows: vectors.length,
    codes: new Int8Array(vectors.length * dimension),
    scales: Float32Array.from(coded, ({ scale }) => scale),
    sketches: new Uint32Array(vectors.length * words),
  };
  for (const [row, { codes, sketch }] of coded.entries()) {
    table.codes.set(codes, row * dimension);
    table.sketches.set(sketch, row * words);
  }
  return table;
}

const cosine = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, at) => sum + value * other[at]!, 0) / Math.hypot(...one) / Math.hypot(...other);

/** The same numbers in every run. */
function made(count: number, dimension: number, seed = 1): number[][] {
  let state = seed;
  const next = () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state / 2 ** 30 - 1;
  };
  return Array.from({ length: count }, () => Array.from({ length: dimension }, next));
}

const numbers = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 40, maxLength: 40 });

test("a similarity from bytes is the cosine to a hundredth", () => {
  fc.assert(
    fc.property(numbers, numbers, (one, other) => {
      const [vector, row] = [codeVector(one), codeVector(other)];
      fc.pre(vector !== undefined && row !== undefined && Math.hypot(...one) > 0.1 && Math.hypot(...other) > 0.1);
      expect(Math.abs(similarity(vector!, tableOf([other]), 0) - cosine(one, other))).toBeLessThan(0.03);
    }),
  );
});

test("a vector without a direction is refused", () => {
  for (const vector of [[], [0, 0], [1, Number.NaN], [1, Number.POSITIVE_INFINITY]])
    expect(codeVector(vector)).toBeUndefined();
});

test("a sketch tells in how many signs two vectors differ, over the end of a word too", () => {
  const one = made(1, 70)[0]!;
  const other = one.map((value, at) => (at % 10 === 9 ? -value : value));
  expect(sketchDistance(codeVector(one)!, tableOf([other]).sketches, 0)).toBe(7);
});

test("bits first and bytes of the best: exactly as many rows as are to be looked at, the nearest among them", () => {
  const vectors = made(3000, 64);
  const asked = vectors[1234]!.map((value, at) => value + made(1, 64, 7)[0]![at]! * 0.5);
  const found = nearestRows(codeVector(asked)!, tableOf(vectors), 100);
  expect(found.rows).toHaveLength(100);
  const best = found.rows[found.similarities.indexOf(Math.max(...found.similarities))];
  expect(best).toBe(1234);
  expect(nearnessOf(Math.max(...found.similarities), found)).toBeGreaterThan(4);
});

test("of a table with no more rows than are looked at, all are", () => {
  const found = nearestRows(codeVector([1, 2, 3])!, tableOf(made(7, 3)), 10);
  expect(found.rows).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test("where all texts are equally near, none is near", () => {
  expect(nearnessOf(0.9, { mean: 0.9, deviation: 0 })).toBe(0);
  expect(nearnessOf(0.5, { mean: 0.6, deviation: 0.1 })).toBe(0);
});
