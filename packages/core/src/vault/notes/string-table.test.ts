import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { createStringTable, hashBytes, stringAt } from "./string-table.js";

test("each string has one number, by which it is found again", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 12 })), fc.nat(600), (texts, expected) => {
      const table = createStringTable(expected);
      const written = texts.map((text) => Buffer.from(text));
      const numbers = written.map((bytes) => table.intern(bytes, 0, bytes.length));
      expect(new Set(numbers).size).toBe(new Set(written.map(String)).size);
      const packed = table.pack();
      for (const [index, bytes] of written.entries()) {
        expect(table.find(bytes, 0, bytes.length)).toBe(numbers[index]);
        expect(stringAt(packed, numbers[index]!)).toBe(String(bytes));
      }
      expect(table.find(Buffer.from("nowhere, überall"), 0, 17)).toBe(-1);
    }),
    { numRuns: propertyRuns() },
  );
});

test.each([
  ["évnmjde", "éhwgpbt"],
  ["ékfgdfx", "évqqccb"],
  ["élgmejv", "éalkwnb"],
])("R7.3 names that meet under one known factor do not under others: %s, %s", (...names) => {
  const known = names.map((name) =>
    Buffer.from(name).reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5 | 0),
  );
  expect(new Set(known).size).toBe(1);
  for (let number = 1; number < 1000; number += 1) {
    const key = Math.imul(number, 0x9e3779b1);
    const [one, other] = names.map((name) => hashBytes(Buffer.from(name), 0, Buffer.byteLength(name), key));
    expect(one).not.toBe(other);
  }
});
