import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { RELATIONS } from "../../model/node.js";
import { createByteReader } from "./byte-reader.js";
import { createByteWriter } from "./byte-writer.js";
import { LINK_FORMS } from "./note.js";
import {
  kindOf,
  LINK_END_STRIDE,
  readHead,
  readLinkEnds,
  readLinks,
  readNote,
  type StoredNote,
  writeLinks,
  writeNote,
} from "./note-codec.js";
import { createStringTable, stringAt } from "./string-table.js";

const text = fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: "grapheme", maxLength: 60 }));
const place = fc.nat(2 ** 31);
const note: fc.Arbitrary<StoredNote> = fc.record({
  path: text,
  name: text,
  type: text,
  domain: text,
  description: text,
  tags: fc.array(text, { maxLength: 4 }),
  aliases: fc.array(text, { maxLength: 4 }),
  routes: fc.array(text, { maxLength: 3 }),
  declares: fc.record({ description: fc.boolean(), type: fc.boolean(), domain: fc.boolean() }),
  isMostlyLinks: fc.boolean(),
  bodyStart: place,
  sections: fc.array(
    fc.record({ heading: text, depth: fc.nat(6), start: place, length: place }).map(({ length, ...section }) => ({
      ...section,
      end: section.start + length,
    })),
    { maxLength: 5 },
  ),
  blocks: fc.array(text, { maxLength: 3 }),
  standIns: fc.array(text, { maxLength: 2 }),
});

const links = fc.array(
  fc.record({
    form: fc.constantFrom(...LINK_FORMS),
    relation: fc.constantFrom(...RELATIONS),
    target: text,
    anchor: text,
    text,
    start: place,
    line: place,
  }),
  { maxLength: 5 },
);

test("a note comes back as it went in, and its head alone too", () => {
  fc.assert(
    fc.property(note, (one) => {
      const writer = createByteWriter(4);
      writeNote(writer, one);
      const { path, name, type, domain, description, tags, aliases, routes } = one;
      expect(readNote(createByteReader(writer.bytes()))).toEqual(one);
      expect(readHead(createByteReader(writer.bytes()))).toEqual({
        path,
        name,
        type,
        domain,
        description,
        tags,
        aliases,
        routes,
      });
    }),
    { numRuns: propertyRuns() },
  );
});

test("links come back as they went in, whole and by their ends", () => {
  fc.assert(
    fc.property(links, (all) => {
      const writer = createByteWriter(4);
      const table = createStringTable();
      writeLinks(writer, table, all);
      const strings = table.pack();
      expect(readLinks(createByteReader(writer.bytes()), strings)).toEqual(all);
      const { numbers: ends, count } = readLinkEnds(writer.bytes(), 0, writer.length);
      expect(count).toBe(all.length);
      const read = all.map((_, at) => {
        const [kind, target, text] = ends.slice(at * LINK_END_STRIDE, (at + 1) * LINK_END_STRIDE);
        return { ...kindOf(kind!), target: stringAt(strings, target!), text: stringAt(strings, text!) };
      });
      expect(read).toEqual(all.map(({ form, relation, target, text }) => ({ form, relation, target, text })));
    }),
    { numRuns: propertyRuns() },
  );
});

test("each string is kept once, and a number that none has is an error", () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 40 }), (texts) => {
      const table = createStringTable();
      const numbers = texts.map((one) => table.internText(one));
      expect(texts.map((one) => table.internText(one))).toEqual(numbers);
      const strings = table.pack();
      expect(numbers.map((number) => stringAt(strings, number))).toEqual(texts);
      expect(strings.starts.length).toBe(new Set([...texts, ""]).size + 1);
      expect(() => stringAt(strings, strings.starts.length)).toThrow(RangeError);
    }),
    { numRuns: propertyRuns() },
  );
});

test("damaged bytes are an error or another note, never a hang and never a read beyond them", () => {
  fc.assert(
    fc.property(note, fc.nat(), fc.nat(255), fc.nat(), (one, where, value, length) => {
      const writer = createByteWriter();
      writeNote(writer, one);
      const bytes = writer.bytes().slice(0, 1 + (length % writer.length));
      bytes[where % bytes.length] = value;
      try {
        readNote(createByteReader(bytes));
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
    { numRuns: propertyRuns() },
  );
});
