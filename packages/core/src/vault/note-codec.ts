import { RELATIONS } from "../node.js";
import type { ByteReader } from "./byte-reader.js";
import { damaged } from "./byte-reader.js";
import type { ByteWriter } from "./byte-writer.js";
import { LINK_FORMS, type Note, type NoteLink, type NoteSection } from "./note.js";

/** A note without what is kept in columns of its own: a warm start compares stamps and nothing else. */
export type StoredNote = Omit<Note, "stamp" | "links">;

/** What level 1 shows comes first, so that a list of descriptions need not read on. */
export function writeNote(writer: ByteWriter, note: StoredNote): void {
  writer.string(note.path);
  writer.string(note.name);
  writer.string(note.type);
  writer.string(note.domain);
  writer.string(note.description);
  strings(writer, note.tags);
  strings(writer, note.aliases);
  const { description, type, domain } = note.declares;
  writer.number((description ? 1 : 0) | (type ? 2 : 0) | (domain ? 4 : 0));
  writer.number(note.bodyStart);
  writer.number(note.sections.length);
  for (const section of note.sections) {
    writer.string(section.heading);
    writer.number(section.depth);
    writer.number(section.start);
    writer.number(section.end - section.start);
  }
  strings(writer, note.blocks);
}

/** Links are kept apart from the rest: connecting a vault reads all of them, and nothing else. */
export function writeLinks(writer: ByteWriter, links: readonly NoteLink[]): void {
  writer.number(links.length);
  for (const link of links) {
    writer.number(LINK_FORMS.indexOf(link.form) * RELATIONS.length + RELATIONS.indexOf(link.relation));
    writer.string(link.target);
    writer.string(link.text);
    writer.string(link.anchor);
    writer.number(link.start);
    writer.number(link.line);
  }
}

/** The fields of level 1, and what a note can be called by. */
export type NoteHead = Pick<Note, "path" | "name" | "type" | "domain" | "description" | "tags" | "aliases">;

/** What a note is found and linked by. */
export type NoteCalled = Pick<Note, "path" | "name" | "type" | "aliases">;

export function readCalled(reader: ByteReader): NoteCalled {
  const path = reader.string();
  const name = reader.string();
  const type = reader.string();
  reader.skipString();
  reader.skipString();
  for (let left = reader.number(); left > 0; left -= 1) reader.skipString();
  return { path, name, type, aliases: readStrings(reader) };
}

export function readHead(reader: ByteReader): NoteHead {
  return {
    path: reader.string(),
    name: reader.string(),
    type: reader.string(),
    domain: reader.string(),
    description: reader.string(),
    tags: readStrings(reader),
    aliases: readStrings(reader),
  };
}

export function readNote(reader: ByteReader): StoredNote {
  const head = readHead(reader);
  const flags = reader.number();
  return {
    ...head,
    declares: { description: (flags & 1) !== 0, type: (flags & 2) !== 0, domain: (flags & 4) !== 0 },
    bodyStart: reader.number(),
    sections: list(reader, readSection),
    blocks: readStrings(reader),
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
  for (let list = 0; list < 2; list += 1) {
    for (let left = reader.number(); left > 0; left -= 1) reader.skipString();
  }
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

export function readLinks(reader: ByteReader): readonly NoteLink[] {
  return list(reader, readLink);
}

/** What decides where a link leads and what it is called: all that connecting notes needs. */
export type LinkEnd = Pick<NoteLink, "form" | "relation" | "target" | "text">;

export function readLinkEnds(reader: ByteReader): readonly LinkEnd[] {
  return list(reader, (from) => {
    const end = readLinkEnd(from);
    from.skipString();
    from.number();
    from.number();
    return end;
  });
}

function readSection(reader: ByteReader): NoteSection {
  const heading = reader.string();
  const depth = reader.number();
  const start = reader.number();
  return { heading, depth, start, end: start + reader.number() };
}

function readLink(reader: ByteReader): NoteLink {
  const { form, relation, target, text } = readLinkEnd(reader);
  return { form, relation, target, text, anchor: reader.string(), start: reader.number(), line: reader.number() };
}

function readLinkEnd(reader: ByteReader): LinkEnd {
  const kind = reader.number();
  const form = LINK_FORMS[Math.floor(kind / RELATIONS.length)];
  const relation = RELATIONS[kind % RELATIONS.length];
  if (form === undefined || relation === undefined) throw damaged();
  return { form, relation, target: reader.string(), text: reader.string() };
}

function strings(writer: ByteWriter, texts: readonly string[]): void {
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
