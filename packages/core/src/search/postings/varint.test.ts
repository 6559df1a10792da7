import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { createGrowingBytes } from "../terms/term-list.js";
import { varintAt, varintEnd } from "./varint.js";

describe("A number in few bytes", () => {
  test("is read as it was written, and so is where it ends", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 31 - 1)), (numbers) => {
        const bytes = createGrowingBytes();
        for (const number of numbers) bytes.varint(number);
        const written = bytes.view();
        let at = 0;
        for (const number of numbers) {
          expect(varintAt(written, at, written.length)).toBe(number);
          at = varintEnd;
        }
        expect(at).toBe(written.length);
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("ends where the bytes end, and after five of them, whatever they are", () => {
    const bytes = new Uint8Array(16).fill(0xff);
    varintAt(bytes, 3, 5);
    expect(varintEnd).toBe(5);
    varintAt(bytes, 3, 16);
    expect(varintEnd).toBe(8);
  });
});
