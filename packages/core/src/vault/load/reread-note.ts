import type { Note } from "../notes/note.js";
import { noteDigest } from "../notes/note-digest.js";
import { type StoredPrice, storedPrice } from "../read/stored-price.js";
import { scanFile } from "./body-pass.js";
import type { Steps } from "./in-steps.js";
import { type CutNote, cutNote } from "./note-passages.js";
import type { NoteFile } from "./parse-note.js";

/** A note as its file is now. */
export interface Reread extends StoredPrice {
  readonly digest: number;
  readonly note: Note;
  readonly body: readonly Uint8Array[];
  readonly cut: CutNote;
}

/** All that a version keeps of a note, from its file. */
export function* rereadNote({ path, bytes }: NoteFile, note: Note): Steps<Reread> {
  return {
    note,
    digest: noteDigest(path, bytes),
    cut: cutNote(Buffer.from(bytes), note, yield* scanFile(bytes, note.bodyStart)),
    body: note.sections.map(({ start, end }) => Uint8Array.from(bytes.subarray(start, end))),
    ...storedPrice(bytes.toString("utf8", note.bodyStart), note.description),
  };
}
