import type { FileStamp } from "../../files/contained-file.js";
import { type ByteWriter, createByteWriter } from "./byte-writer.js";
import type { Note } from "./note.js";
import { writeLinks, writeNote } from "./note-codec.js";
import type { NoteList, PackedNotes } from "./note-list.js";
import { createStringTable, type StringTable } from "./string-table.js";

export interface NotePacker {
  readonly count: number;
  add(note: Note): void;
  addHole(): void;
  /** For who writes the next note's bytes alone, as `writeNote` and `writeLinks` do; then `end` it. */
  readonly writer: ByteWriter;
  readonly links: ByteWriter;
  readonly strings: StringTable;
  end(stamp: FileStamp): void;
  pack(): PackedNotes;
}

/** What most notes take less than. */
const RECORD_BYTES = 512;
const LINK_RECORD_BYTES = 256;

/** For about so many notes: room that nobody writes to takes no memory, and to make it larger does. */
export function createNotePacker(notes = 1): NotePacker {
  const strings = createStringTable(notes);
  const writer = createByteWriter(1024 + notes * RECORD_BYTES);
  const links = createByteWriter(1024 + notes * LINK_RECORD_BYTES);
  const starts: number[] = [0];
  const linkStarts: number[] = [0];
  const stamps: number[] = [];
  function end({ size, modified, changed, inode }: FileStamp): void {
    starts.push(writer.length);
    linkStarts.push(links.length);
    stamps.push(size, modified, changed, inode);
  }
  return {
    get count() {
      return starts.length - 1;
    },
    add(note) {
      writeNote(writer, note);
      writeLinks(links, strings, note.links);
      end(note.stamp);
    },
    addHole: () => end({ size: 0, modified: 0, changed: 0, inode: 0 }),
    writer,
    links,
    strings,
    end,
    pack: () => ({
      bytes: writer.bytes(),
      starts: Uint32Array.from(starts),
      linkBytes: links.bytes(),
      linkStarts: Uint32Array.from(linkStarts),
      strings: strings.pack(),
      stamps: Float64Array.from(stamps),
    }),
  };
}

/** The same notes under the same numbers, all of them packed. */
export function repack(notes: NoteList): PackedNotes {
  if (notes.changes.size === 0) return notes.base;
  const packer = createNotePacker();
  for (let number = 0; number < notes.size; number += 1) {
    if (notes.has(number))
      packer.add({ ...notes.note(number), links: notes.links(number), stamp: notes.stamp(number) });
    else packer.addHole();
  }
  return packer.pack();
}
