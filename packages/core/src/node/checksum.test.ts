import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { addCompiled, addPlainly, checksum } from "./checksum.js";

type Lanes = Parameters<typeof addPlainly>[2];

const lanes = fc.tuple(fc.integer(), fc.integer(), fc.integer(), fc.integer());

describe("a checksum", () => {
  test("is the same whichever loop makes it", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 900 }), lanes, (piece, times, start) => {
        const bytes = new Uint8Array((piece.length * times + 15) & ~15);
        for (let at = 0; at + piece.length <= bytes.length && piece.length > 0; at += piece.length)
          bytes.set(piece, at);
        const [one, other]: Lanes[] = [[...start], [...start]];
        addPlainly(bytes, bytes.length, one!);
        expect(addCompiled(bytes, bytes.length, other!)).toBe(true);
        expect(other).toEqual(one);
      }),
      { numRuns: propertyRuns(0.2) },
    );
  });

  test.each([10, 1000, 65_535, 65_536, 200_003])("of %i bytes shows any one that is changed", (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + 7) & 0xff);
    const whole = checksum(bytes);
    for (const at of [0, 5, length >> 1, length - 17, length - 1].filter((each) => each >= 0)) {
      const damaged = bytes.slice();
      damaged[at]! ^= 1;
      expect(checksum(damaged)).not.toBe(whole);
    }
  });

  test("is what it was when snapshots were first written", () => {
    const bytes = Uint8Array.from({ length: 100_001 }, (_, at) => (at * 7) & 0xff);
    expect(checksum(bytes)).toBe("cad0af8ae05ae6a7e01a07e790e9b7cd");
    expect(checksum(bytes.subarray(0, 1000))).toBe("1cb1654ac9a7dae757951388e52d6da7");
  });
});
