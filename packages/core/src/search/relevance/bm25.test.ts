import { describe, expect, test } from "vitest";
import { visitList } from "../postings/postings.js";
import { addList, createAccumulator, inverseFrequency, saturate } from "./bm25.js";
import { createScoredList, scoreList } from "./scored-list.js";

const SCORING = { k1: 1.2, b: 0.75 };

function scored(bytes: readonly number[]) {
  const lengths = new Uint32Array(4).fill(10);
  const list = {
    terms: Uint32Array.of(7),
    starts: Uint32Array.of(0, bytes.length),
    bytes: Uint8Array.from(bytes),
    lengths,
  };
  const postings = { ...list, frequencies: Uint32Array.of(1) };
  const accumulator = createAccumulator(4);
  const decoded = createScoredList(4);
  scoreList(decoded, postings, 0, { saturation: SCORING, weight: 1, meanLength: 10 });
  addList(accumulator, decoded);
  const visited: number[] = [];
  visitList(postings, 7, (note) => visited.push(note));
  const touched = [...accumulator.touched.subarray(0, accumulator.count)];
  return { touched, visited, scores: [...accumulator.scores] };
}

describe("BM25", () => {
  test("rare terms tell more, repetition tells less and less, length counts against", () => {
    expect(inverseFrequency(100, 1)).toBeGreaterThan(inverseFrequency(100, 50));
    expect(inverseFrequency(100, 100)).toBeGreaterThan(0);
    const [once, twice, often] = [1, 2, 3].map((count) => saturate(count, 10, 10, SCORING));
    expect(twice! - once!).toBeGreaterThan(often! - twice!);
    expect(saturate(1, 20, 10, SCORING)).toBeLessThan(saturate(1, 10, 10, SCORING));
  });

  test("an entry is a gap and a count; a large count has a byte of its own", () => {
    const { touched, visited, scores } = scored([(1 << 2) | 0, (2 << 2) | 3, 9]);
    expect(touched).toEqual([0, 2]);
    expect(visited).toEqual([0, 2]);
    expect(scores[0]).toBeCloseTo(saturate(1, 10, 10, SCORING), 12);
    expect(scores[2]).toBeCloseTo(saturate(9, 10, 10, SCORING), 12);
  });

  test.each([
    ["past the last note", [1 << 2, 100 << 2, 1 << 2]],
    ["nowhere", [1 << 2, 0, 1 << 2]],
    ["to a count of nothing", [1 << 2, (1 << 2) | 3, 0]],
    ["past the end of the bytes", [1 << 2, 0xff, 0xff]],
  ])("R7.3 an entry that leads %s ends the list", (_, bytes) => {
    expect(scored(bytes).touched).toEqual([0]);
  });
});
