import { expect, test } from "vitest";
import { BODY } from "./field.js";
import { createSegmentBuilder } from "./index-builder.js";

const encoder = new TextEncoder();
const NOTHING = { names: [], description: "", tags: [], headings: [""] };

test("units of a file that the note was not said to have are left out", () => {
  const builder = createSegmentBuilder();
  builder.add(NOTHING);
  builder.add(NOTHING);
  const file = encoder.encode("one\ntwo\n");
  builder.setFile(0, file, [0, 4, 4, 8]);
  builder.setFile(1, file, [4, 8]);
  expect([...builder.finish().forward[BODY]!.lengths]).toEqual([1, 1]);
});

test("R7.3 a file that was longer when it was parsed has the terms that are left of it", () => {
  const builder = createSegmentBuilder();
  builder.add(NOTHING);
  const file = encoder.encode("kurz");
  builder.setFile(0, file, [0, 60 * 2 ** 20]);
  expect([...builder.finish().forward[BODY]!.lengths]).toEqual([1]);
});
