import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { createSegmentBuilder } from "../graph/index-builder.js";
import { fieldsOf } from "./index-fields.js";
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

function listOf(notes: readonly Written[], bodyStart = 0) {
  const packer = createNotePacker();
  for (const { path, name, description, tags, aliases, headings } of notes)
    packer.add({
      path,
      name,
      description,
      tags,
      aliases,
      type: "note",
      domain: "general",
      declares: { description: true, type: false, domain: false },
      bodyStart,
      sections: headings.map((heading, index) => ({
        heading,
        depth: 1,
        start: bodyStart + index,
        end: bodyStart + 3 * index + 1,
      })),
      blocks: [],
      links: [],
      stamp: { size: 0, modified: 0, changed: 0, inode: 0 },
    });
  return createNoteList(packer.pack());
}

const NOTE: Written = { path: "a/b.md", name: "B", description: "", tags: [], aliases: [], headings: [""] };
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

describe("the fields of a packed note", () => {
  test("are indexed as those of the note unpacked", () => {
    fc.assert(
      fc.property(fc.array(note, { minLength: 1, maxLength: 4 }), (notes) => {
        const list = listOf(notes);
        const { bytes, starts } = list.base;
        const [packed, unpacked] = [createSegmentBuilder({ bodyBytes: 1e6 }), createSegmentBuilder()];
        notes.forEach((written, number) => {
          const fields = fieldsOf(list.note(number));
          const added = packed.addPacked(bytes, starts[number]!, starts[number + 1]!);
          expect(added).toBe(/^[\0-\x7f]*$/.test(JSON.stringify([written, fields.names.at(-1)])));
          if (!added) packed.add(fields);
          unpacked.add(fields);
        });
        expect(packed.finish()).toEqual(unpacked.finish());
      }),
      {
        numRuns: propertyRuns(0.3),
        examples: [
          [[{ ...NOTE, path: "a/B.MD", aliases: ["C"] }]],
          [[{ ...NOTE, path: "B", tags: ["one two", ""], headings: ["", "x"] }, NOTE]],
        ],
      },
    );
  });

  test("which is cut short are not taken", () => {
    const { bytes, starts } = listOf([NOTE]).base;
    for (let end = 0; end < starts[1]! - 1; end += 1) {
      const builder = createSegmentBuilder({ bodyBytes: 1e6 });
      expect(builder.addPacked(bytes, 0, end)).toBe(false);
      expect(builder.finish().notes).toBe(0);
    }
  });

  test("and where its body is are found without unpacking it", () => {
    fc.assert(
      fc.property(note, fc.nat(100_000), (written, start) => {
        const list = listOf([written], start);
        const { bodyStart, extents, description } = list.bodyPlaces(0)!;
        expect({ bodyStart, extents }).toEqual(list.places(0));
        const text = Buffer.from(list.base.bytes.slice(...(description as [number, number]))).toString();
        expect(text).toBe(list.head(0).description);
      }),
      { numRuns: propertyRuns(0.2) },
    );
  });
});
