import { describe, expect, test } from "vitest";
import { checksum } from "./checksum.js";

describe("a checksum", () => {
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
    expect(checksum(bytes)).toBe("6ddc219a");
    expect(checksum(bytes.subarray(0, 1000))).toBe("114ad5ff");
  });
});

test("pieces have the checksum of the whole, empty ones too", () => {
  const whole = Uint8Array.from({ length: 40 }, (_, at) => at * 7);
  const empty = new Uint8Array(new ArrayBuffer(0));
  expect(checksum(whole.subarray(0, 9), empty, whole.subarray(9), empty)).toBe(checksum(whole));
});
