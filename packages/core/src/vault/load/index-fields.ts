import { namedHeading } from "../../markdown/text/heading-id.js";
import { createSegmentBuilder, type NoteFields, type SegmentBuilder } from "../../search/postings/index-builder.js";
import type { Connected } from "../links/connect-notes.js";
import { describedNote } from "../notes/descriptions.js";
import type { Note } from "../notes/note.js";
import { STAMP_FIELDS } from "../notes/note-list.js";
import type { VaultState } from "../vault-state.js";
import type { Steps } from "./in-steps.js";

/** A builder with all that is indexed of notes besides their bodies: it stays open for those. */
export function* indexFields(
  { notes, sentences }: Pick<VaultState, "notes" | "sentences">,
  texts: Connected["texts"],
): Steps<SegmentBuilder> {
  const builder = createSegmentBuilder({ bodyBytes: bytesOfFiles(notes) });
  for (let number = 0; number < notes.size; number += 1) {
    if (number % 16 === 0) yield;
    builder.add(fieldsOf(describedNote(notes, sentences, number)));
    const linkTexts = texts.get(number);
    if (linkTexts !== undefined) builder.setLinkTexts(number, linkTexts);
  }
  return builder;
}

/** How large all files of a vault are together. */
export function bytesOfFiles({ base: { stamps } }: VaultState["notes"]): number {
  let bytes = 0;
  for (let at = 0; at < stamps.length; at += STAMP_FIELDS) bytes += stamps[at]!;
  return bytes;
}

export function fieldsOf({
  path,
  name,
  aliases,
  description,
  tags,
  sections,
}: Omit<Note, "stamp" | "links">): NoteFields {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.mdx?$/iu, "");
  return {
    // People remember a file by its name too.
    names: stem === name ? [name, ...aliases] : [name, ...aliases, stem],
    description,
    tags,
    headings: sections.map(({ heading }) => namedHeading(heading).text),
  };
}
