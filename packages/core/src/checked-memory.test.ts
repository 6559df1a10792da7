import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { checkedMemory, checksOf } from "./checked-memory.js";
import { allBelow, isAscending, neverAbove, noneReaches } from "./graph/array-checks.js";
import { checksum } from "./node/checksum.js";

const numbers = fc.oneof(
  fc.array(fc.oneof(fc.nat(20), fc.constantFrom(0x7fffffff, 0x80000000, 0xffffffff))),
  fc.array(fc.nat(1000)).map((list) => list.sort((a, b) => a - b)),
);

/** The same numbers twice: in memory with compiled checks, and in memory without. */
function both(list: readonly number[]): readonly [Uint32Array, Uint32Array] {
  const memory = checkedMemory(8 + 4 * list.length)!;
  const inside = new Uint32Array(memory.buffer, 8, list.length);
  inside.set(list);
  expect([checksOf(inside) === undefined, checksOf(new Uint32Array(1)) === undefined]).toEqual([false, true]);
  return [inside, Uint32Array.from(list)];
}

test("compiled or not, a look at an array says the same", () => {
  fc.assert(
    fc.property(
      numbers,
      numbers,
      fc.oneof(fc.nat(30), fc.constantFrom(0x80000000, 0xffffffff)),
      (list, more, limit) => {
        const [one, other] = both(list);
        expect(isAscending(one)).toBe(isAscending(other));
        expect(allBelow(one, limit)).toBe(allBelow(other, limit));
        const signed = (array: Uint32Array) => new Int32Array(array.buffer, array.byteOffset, array.length);
        expect(noneReaches(signed(one), limit >> 1)).toBe(noneReaches(signed(other), limit >> 1));
        const starts = more.slice(0, list.length);
        const [pairs, plain] = [both([...list, ...starts])[0], Uint32Array.from(starts)];
        expect(neverAbove(pairs.subarray(list.length), pairs.subarray(0, list.length))).toBe(neverAbove(plain, other));
      },
    ),
    { numRuns: propertyRuns() },
  );
});

test.each([70_000, 200_003])("a checksum of %i bytes is the same where they lie", (length) => {
  const memory = checkedMemory(length + 64)!;
  const inside = memory.subarray(64);
  for (let at = 0; at < length; at += 1) inside[at] = (at * 31 + 7) & 0xff;
  expect(checksum(inside)).toBe(checksum(Uint8Array.from(inside)));
});

test("more memory than there is gives none, and not an error", () => {
  expect(checkedMemory(2 ** 40)).toBeUndefined();
});
