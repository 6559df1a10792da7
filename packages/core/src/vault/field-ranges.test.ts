import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { createSegmentBuilder } from "../graph/index-builder.js";
import { fieldsOf } from "./index-fields.js";
import { createNoteList, createNotePacker } from "./note-list.js";

interface Written {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  readonly headings: readonly string[];
}

function listOf(notes: readonly Written[]) {
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
      bodyStart: 0,
      sections: headings.map((heading, index) => ({ heading, depth: 1, start: index, end: index + 1 })),
      blocks: [],
      links: [],
      stamp: { size: 0, modified: 0, changed: 0, inode: 0 },
    });
  return createNoteList(packer.pack());
}

function textsOf(notes: readonly Written[], number: number) {
  const list = listOf(notes);
  const { names, description, tags, headings } = list.fieldRanges(number)!;
  const read = (ranges: readonly number[]) =>
    Array.from({ length: ranges.length / 2 }, (_, index) =>
      Buffer.from(list.base.bytes.slice(ranges[2 * index], ranges[2 * index + 1])).toString(),
    );
  return { names: read(names), description: read(description).join(""), tags: read(tags), headings: read(headings) };
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
  test("A file's name is one of a note's names, unless the note is called so", () => {
    expect(textsOf([NOTE], 0).names).toEqual(["B", "b"]);
    expect(textsOf([{ ...NOTE, path: "a/B.MD", aliases: ["C"] }], 0).names).toEqual(["B", "C"]);
  });

  test("are those of the note unpacked", () => {
    fc.assert(
      fc.property(fc.array(note, { minLength: 1, maxLength: 4 }), (notes) => {
        const list = listOf(notes);
        notes.forEach((_, number) => {
          expect(textsOf(notes, number)).toEqual(fieldsOf(list.note(number)));
        });
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("are indexed as those of the note unpacked", () => {
    fc.assert(
      fc.property(fc.array(note, { minLength: 1, maxLength: 4 }), (notes) => {
        const list = listOf(notes);
        const [packed, unpacked] = [createSegmentBuilder(), createSegmentBuilder()];
        notes.forEach((_, number) => {
          packed.addRanges(list.base.bytes, list.fieldRanges(number)!);
          unpacked.add(fieldsOf(list.note(number)));
        });
        expect(packed.finish()).toEqual(unpacked.finish());
      }),
      { numRuns: propertyRuns() },
    );
  });
});
