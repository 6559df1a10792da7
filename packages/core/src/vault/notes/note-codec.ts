import { MORE_TEXT_NAMES, type MoreTexts, moreTexts, RELATIONS, type Relation } from "../../model/node.js";
import type { ByteReader } from "./byte-reader.js";
import { damaged } from "./byte-reader.js";
import type { ByteWriter } from "./byte-writer.js";
import { LINK_FORMS, type Note, type NoteLink, type NoteSection } from "./note.js";
import { type PackedStrings, type StringTable, stringAt } from "./string-table.js";

/** A note without what is kept in columns of its own: a warm start compares stamps and nothing else. */
export type StoredNote = Omit<Note, "stamp" | "links">;

/** What level 1 shows comes first, so that a list of descriptions need not read on. */
export function writeNote(writer: ByteWriter, note: StoredNote): void {
  writeStart(writer, note);
  writer.number(note.sections.length);
  for (const section of note.sections) {
    writer.string(section.heading);
    writer.number(section.depth);
    writer.number(section.start);
    writer.number(section.end - section.start);
  }
  writeStrings(writer, note.blocks);
  writeStrings(writer, note.standIns);
}

/** All before the sections. */
export function writeStart(writer: ByteWriter, note: Omit<StoredNote, "sections" | "blocks" | "standIns">): void {
  writer.string(note.path);
  writer.string(note.name);
  writer.string(note.type);
  writer.string(note.domain);
  writer.string(note.description);
  writeStrings(writer, note.tags);
  writeStrings(writer, note.aliases);
  writeStrings(writer, note.routes);
  writeMore(writer, note);
  const { description, type, domain } = note.declares;
  writer.number((description ? 1 : 0) | (type ? 2 : 0) | (domain ? 4 : 0) | (note.isMostlyLinks ? 8 : 0));
  writer.number(note.bodyStart);
}

/** Links are kept apart from the rest, and their strings once for all: connecting a vault goes through them as numbers. */
export function writeLinks(writer: ByteWriter, strings: StringTable, links: readonly NoteLink[]): void {
  for (const link of links) {
    writer.number(linkKind(link.form, link.relation));
    writer.number(strings.internText(link.target));
    writer.number(strings.internText(link.text));
    writer.number(strings.internText(link.anchor));
    writer.number(link.start);
    writer.number(link.line);
  }
}

export function linkKind(form: NoteLink["form"], relation: Relation): number {
  return LINK_FORMS.indexOf(form) * RELATIONS.length + RELATIONS.indexOf(relation);
}

/** The fields of level 1, and what a note can be called by. */
export type NoteHead = Pick<Note, "path" | "name" | "type" | "domain" | "description" | "tags" | "aliases" | "routes"> &
  MoreTexts;

export function readHead(reader: ByteReader): NoteHead {
  return {
    path: reader.string(),
    name: reader.string(),
    type: reader.string(),
    domain: reader.string(),
    description: reader.string(),
    tags: readStrings(reader),
    aliases: readStrings(reader),
    routes: readStrings(reader),
    ...(MORE_TEXT_NAMES.length === 0 ? {} : readMore(reader)),
  };
}

/** Each of the further texts, empty where a note has none. */
function writeMore(writer: ByteWriter, note: MoreTexts): void {
  if (MORE_TEXT_NAMES.length === 0) return;
  const texts = new Map<string, string | undefined>(Object.entries(note));
  for (const name of MORE_TEXT_NAMES) writer.string(texts.get(name) ?? "");
}

function readMore(reader: ByteReader): MoreTexts {
  return moreTexts(Object.fromEntries(MORE_TEXT_NAMES.map((name) => [name, reader.string()])));
}

export function readNote(reader: ByteReader): StoredNote {
  const head = readHead(reader);
  const flags = reader.number();
  return {
    ...head,
    declares: { description: (flags & 1) !== 0, type: (flags & 2) !== 0, domain: (flags & 4) !== 0 },
    isMostlyLinks: (flags & 8) !== 0,
    bodyStart: reader.number(),
    sections: list(reader, readSection),
    blocks: readStrings(reader),
    standIns: readStrings(reader),
  };
}

/** Where a note's body and its sections are, without the strings around. */
export interface NotePlaces {
  readonly bodyStart: number;
  /** Start and end of each section, in order. */
  readonly extents: readonly number[];
}

export function readPlaces(reader: ByteReader): NotePlaces {
  for (let field = 0; field < 5; field += 1) reader.skipString();
  for (let list = 0; list < 3; list += 1) {
    for (let left = reader.number(); left > 0; left -= 1) reader.skipString();
  }
  for (let text = 0; text < MORE_TEXT_NAMES.length; text += 1) reader.skipString();
  reader.number();
  const bodyStart = reader.number();
  const extents: number[] = [];
  for (let left = reader.number(); left > 0; left -= 1) {
    reader.skipString();
    reader.number();
    const start = reader.number();
    extents.push(start, start + reader.number());
  }
  return { bodyStart, extents };
}

export function readLinks(reader: ByteReader, strings: PackedStrings): readonly NoteLink[] {
  const links: NoteLink[] = [];
  while (!reader.done) {
    const { form, relation } = kindOf(reader.number());
    const [target, text, anchor] = [reader.number(), reader.number(), reader.number()];
    links.push({
      form,
      relation,
      target: stringAt(strings, target),
      anchor: stringAt(strings, anchor),
      text: stringAt(strings, text),
      start: reader.number(),
      line: reader.number(),
    });
  }
  return links;
}

/** What decides where a link leads and what it is called: all that connecting notes needs. Kind, target and text of each, as numbers. */
export interface LinkEnds {
  readonly numbers: Int32Array;
  /** How many links. */
  readonly count: number;
}

export const LINK_END_STRIDE = 3;
const LINK_NUMBERS = 6;

/** One for all: connecting a vault reads the links of every note, one after the other. */
const ends = { numbers: new Int32Array(64 * LINK_END_STRIDE), count: 0 };

/** Good until the next call. Decoded in place, without a reader. */
export function readLinkEnds(bytes: Uint8Array, start: number, end: number): LinkEnds {
  let { numbers } = ends;
  let count = 0;
  for (let at = start; at < end; count += 1) {
    if ((count + 1) * LINK_END_STRIDE > numbers.length) {
      numbers = new Int32Array(numbers.length * 2);
      numbers.set(ends.numbers);
      ends.numbers = numbers;
    }
    for (let field = 0; field < LINK_NUMBERS; field += 1) {
      let value = 0;
      for (let shift = 0; at < end; shift += 7) {
        const byte = bytes[at]!;
        at += 1;
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80) break;
      }
      if (field < LINK_END_STRIDE) numbers[count * LINK_END_STRIDE + field] = value;
    }
  }
  ends.count = count;
  return ends;
}

export function kindOf(kind: number): Pick<NoteLink, "form" | "relation"> {
  const form = LINK_FORMS[Math.floor(kind / RELATIONS.length)];
  const relation = RELATIONS[kind % RELATIONS.length];
  if (form === undefined || relation === undefined) throw damaged();
  return { form, relation };
}

function readSection(reader: ByteReader): NoteSection {
  const heading = reader.string();
  const depth = reader.number();
  const start = reader.number();
  return { heading, depth, start, end: start + reader.number() };
}

export function writeStrings(writer: ByteWriter, texts: readonly string[]): void {
  writer.number(texts.length);
  for (const text of texts) writer.string(text);
}

function readStrings(reader: ByteReader): readonly string[] {
  return list(reader, (from) => from.string());
}

function list<Item>(reader: ByteReader, read: (reader: ByteReader) => Item): readonly Item[] {
  const items: Item[] = [];
  // Each item takes a byte at least: a wrong count ends at the end of the bytes, not in memory for it.
  for (let left = reader.number(); left > 0; left -= 1) items.push(read(reader));
  return items;
}
