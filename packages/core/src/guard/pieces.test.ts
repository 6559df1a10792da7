import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createPieces } from "./pieces.js";

test.each([0, 1, 1023, 1024, 1025, 5000])("%d pieces come back whole and in their order", (count) => {
  const pieces = createPieces();
  for (let place = 0; place < count; place += 1) pieces.add(new Uint8Array([place % 251, 7]));
  const whole = pieces.whole();
  expect(whole.byteLength).toBe(2 * count);
  expect(whole.every((byte, at) => byte === (at % 2 === 0 ? (at / 2) % 251 : 7))).toBe(true);
});

test("R7.3 a body in single bytes takes no hundred times its size", () => {
  const slab = new Uint8Array(65_536);
  const pieces = createPieces();
  const before = heldBytes();
  for (let place = 0; place < 500_000; place += 1) pieces.add(slab.subarray(place % 65_536, (place % 65_536) + 1));
  const after = heldBytes();
  expect(pieces.whole().byteLength).toBe(500_000);
  // Kept apart they hold more than 50 MB.
  expect(after - before).toBeLessThan(25e6);
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
