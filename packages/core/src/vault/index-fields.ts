import {
  createSegmentBuilder,
  type NoteFields,
  type OnAbandoned,
  type SegmentBuilder,
} from "../graph/index-builder.js";
import type { Connected } from "./connect-notes.js";
import type { Steps } from "./in-steps.js";
import type { Note } from "./note.js";
import { type NoteList, STAMP_FIELDS } from "./note-list.js";

/** A builder with all that is indexed of notes besides their bodies: it stays open for those. */
export function* indexFields(
  notes: NoteList,
  texts: Connected["texts"],
  onAbandoned?: OnAbandoned,
): Steps<SegmentBuilder> {
  const { changes } = notes;
  const { bytes, starts, stamps } = notes.base;
  let bodyBytes = 0;
  for (let at = 0; at < stamps.length; at += STAMP_FIELDS) bodyBytes += stamps[at]!;
  const builder = createSegmentBuilder({ bodyBytes, onAbandoned });
  for (let number = 0; number < notes.size; number += 1) {
    if (number % 16 === 0) yield;
    const isPacked = !changes.has(number) && builder.addPacked(bytes, starts[number]!, starts[number + 1]!);
    if (!isPacked) builder.add(fieldsOf(notes.note(number)));
    const said = texts.get(number);
    if (said !== undefined) builder.setLinkTexts(number, said);
  }
  return builder;
}

export function fieldsOf({
  path,
  name,
  aliases,
  description,
  tags,
  sections,
}: Omit<Note, "stamp" | "links">): NoteFields {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/iu, "");
  return {
    // People remember a file by its name too.
    names: stem === name ? [name, ...aliases] : [name, ...aliases, stem],
    description,
    tags,
    headings: sections.map(({ heading }) => heading),
  };
}
