import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { createLineReader } from "./line-reader.js";

function reading(largest: number) {
  const lines: string[] = [];
  let tooLong = 0;
  const { take, end } = createLineReader({
    largest,
    onLine: (line) => void lines.push(line),
    onTooLong: () => {
      tooLong += 1;
    },
  });
  return { take, end, lines, tooLong: () => tooLong };
}

test("lines come out whole, however the bytes are cut", () => {
  const text = fc.array(fc.string({ unit: "grapheme" }).map((line) => line.replace(/\s/gu, "_")));
  fc.assert(
    fc.property(text, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (written, sizes) => {
      const { take, lines } = reading(10_000);
      const bytes = Buffer.from(written.map((line) => `${line}\r\n`).join(""));
      for (let at = 0; at < bytes.length; ) {
        const size = sizes.next().value ?? 1;
        take(bytes.subarray(at, at + size));
        at += size;
      }
      expect(lines).toEqual(written.filter((line) => line !== ""));
    }),
    { numRuns: propertyRuns() },
  );
});

test("a line that is too long is passed over, told of once, and the next one is read", () => {
  const { take, lines, tooLong } = reading(10);
  for (const part of ["0123456789", "0123456789", "0123456789\n", "short\n", "0123456789\n", "01234567890\nlast\n"]) {
    take(Buffer.from(part));
  }
  expect(lines).toEqual(["short", "0123456789", "last"]);
  expect(tooLong()).toBe(2);
});

test("what has no end is no line yet", () => {
  const { take, lines } = reading(10);
  take(Buffer.from("half"));
  expect(lines).toEqual([]);
  take(Buffer.from("\n"));
  expect(lines).toEqual(["half"]);
});

test("what has no end is a line where nothing more comes", () => {
  const { take, end, lines, tooLong } = reading(10);
  take(Buffer.from("first\nlast"));
  end();
  expect(lines).toEqual(["first", "last"]);
  end();
  take(Buffer.from("0123456789 and more"));
  end();
  expect(lines).toEqual(["first", "last"]);
  expect(tooLong()).toBe(1);
});
