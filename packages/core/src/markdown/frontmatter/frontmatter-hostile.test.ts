import fc from "fast-check";
import { processorTime } from "pd-tooling/processor-time";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { MAX_FRONTMATTER_BYTES, readFrontmatter, readFrontmatterBytes } from "./frontmatter.js";

const SIZE = MAX_FRONTMATTER_BYTES - 16;
const fill = (start: string, unit: string) => (start + unit.repeat(Math.ceil(SIZE / unit.length))).slice(0, SIZE);
const many = (count: number, line: (index: number) => string) =>
  fill(Array.from({ length: count }, (_, index) => line(index)).join("\n"), " ");
const stairs = (line: string) =>
  Array.from({ length: 170 }, (_, depth) => " ".repeat(depth) + line)
    .join("\n")
    .slice(0, SIZE);

const UNITS = [
  ...[
    "[",
    "{",
    "]",
    '"',
    "'",
    ": ",
    "- ",
    "? ",
    ", ",
    " ",
    "a",
    "\n",
    "\t",
    "#",
    "&a ",
    "*a ",
    "!a ",
    "%",
    "|",
    "\\",
    "\0",
    "\r",
    "\uFFFD",
    "🙂",
  ],
  ...[
    "a:\n",
    "a: b: c\n",
    "a: |\n",
    'a: "\n',
    "a: [\n",
    "- a\n",
    "- a: b: c\n",
    "- - a\n",
    "--- \n",
    "{a: ",
    "[a: b],",
    "stray\n",
    "{{",
  ],
];

const HOSTILE: ReadonlyMap<string, string> = new Map([
  ...UNITS.flatMap((unit) =>
    ["", "a: ", "name: b: c\nd: ["].map((start) => [JSON.stringify(start + unit), fill(start, unit)] as const),
  ),
  ["thousands of keys", many(2_500, (index) => `k${index}:`)],
  ["thousands of quoted keys", many(2_000, (index) => `"k${index}":`)],
  ["thousands of bad keys", many(1_500, (index) => `k${index}: a: b`)],
  [
    "an alias bomb",
    many(500, (index) => (index === 0 ? "b0: &b0 [x, x]" : `b${index}: &b${index} [*b${index - 1}, *b${index - 1}]`)),
  ],
  ["stairs of maps", stairs("a:")],
  ["stairs of bad maps", stairs("a: b: c")],
]);

const milliseconds = (work: () => void) => processorTime(work, 250);

describe("R7.3 hostile frontmatter below the cap", () => {
  test("is read within 250 ms of CPU and a bounded number of diagnostics, and never throws", {
    timeout: 600_000,
  }, () => {
    for (const [name, block] of HOSTILE) {
      const spent = milliseconds(() => {
        expect(readFrontmatter(`---\n${block}\n---\nbody`).diagnostics.length).toBeLessThan(210);
      });
      expect(spent, name).toBeLessThan(250);
    }
  });

  test("ten thousand keys and a megabyte are refused unread", () => {
    for (const text of [
      `---\n${"key: x\n".repeat(10_000)}---\n`,
      `---\n${"x".repeat(1_000_000)}`,
      `---\n${"[".repeat(1_000_000)}\n---\n`,
    ]) {
      expect(milliseconds(() => readFrontmatter(text))).toBeLessThan(250);
      expect(readFrontmatter(text).data.size).toBe(0);
    }
  });

  test("whatever the bytes are, reading them neither throws nor points outside", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .string({ unit: fc.constantFrom(..."---\n\n\n: ax\"'[]{}|>#&*!%@`\\\t\r\0é🙂"), maxLength: 200 })
        .map((text) => new TextEncoder().encode(`---\n${text}\n---\n`)),
    );
    fc.assert(
      fc.property(bytes, fc.boolean(), (input, complete) => {
        const front = readFrontmatterBytes(input, { complete });
        const { end, diagnostics, data } = front;
        expect(end).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(input.length);
        for (const diagnostic of diagnostics) expect(diagnostic.line).toBeGreaterThan(0);
        for (const key of data.keys()) expect(front.line(key)).toBeGreaterThan(0);
      }),
      { numRuns: propertyRuns() },
    );
  });
});
