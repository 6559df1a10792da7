import { expect, test } from "vitest";
import { createGrowingWords } from "./growing-words.js";

test("numbers stay what they were however far it grows", () => {
  const words = createGrowingWords();
  const expected = Array.from({ length: 5000 }, (_, at) => (at * 2654435761) >>> 0);
  for (const value of expected.slice(0, 3000)) words.push(value);
  words.append(Uint32Array.from(expected.slice(3000)));
  expect([...words.slice()]).toEqual(expected);
  expect([words.length, words.at(4999), [...words.view(1, 3)]]).toEqual([5000, expected[4999], expected.slice(1, 3)]);
});
