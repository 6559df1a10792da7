import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { createNoteList } from "./note-list.js";
import { createNotePacker } from "./note-packer.js";

interface Written {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  readonly headings: readonly string[];
}

function listOf({ headings, ...written }: Written, bodyStart: number) {
  const packer = createNotePacker();
  packer.add({
    ...written,
    routes: [`/${written.name}`],
    type: "note",
    domain: "general",
    declares: { description: true, type: false, domain: false },
    isMostlyLinks: false,
    bodyStart,
    sections: headings.map((heading, index) => ({
      heading,
      depth: 1,
      start: bodyStart + index,
      end: bodyStart + 3 * index + 1,
    })),
    blocks: [],
    standIns: [],
    links: [],
    stamp: { size: 0, modified: 0, changed: 0, inode: 0 },
  });
  return createNoteList(packer.pack());
}

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constantFrom("A Name. Another", "café cafe\u0301", "日本語", "C++ node.js", "x".repeat(5000), "", "2024"),
);
const note = fc.record({
  path: fc
    .tuple(fc.constantFrom("", "a/", "b/c/"), text, fc.constantFrom(".md", ".MD", ""))
    .map((parts) => parts.join("")),
  name: text,
  description: text,
  tags: fc.array(text, { maxLength: 3 }),
  aliases: fc.array(text, { maxLength: 3 }),
  headings: fc.array(text, { minLength: 1, maxLength: 4 }),
});

test("where the body and the description of a packed note are is found without unpacking it", () => {
  fc.assert(
    fc.property(note, fc.nat(100_000), (written, start) => {
      const list = listOf(written, start);
      const { bodyStart, extents, description } = list.bodyPlaces(0)!;
      expect({ bodyStart, extents }).toEqual(list.places(0));
      const found = Buffer.from(list.base.bytes.slice(...(description as [number, number]))).toString();
      expect(found).toBe(list.head(0).description);
    }),
    { numRuns: propertyRuns(0.2) },
  );
});
