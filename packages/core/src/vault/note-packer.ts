import type { FileStamp } from "../node/contained-file.js";
import { createByteReader } from "./byte-reader.js";
import { type ByteWriter, createByteWriter } from "./byte-writer.js";
import type { Note } from "./note.js";
import { type LinkEnds, type NoteCalled, readCalled, readLinkEnds, writeLinks, writeNote } from "./note-codec.js";
import type { PackedNotes } from "./note-list.js";
import { createStringTable, type StringTable } from "./string-table.js";

export interface NotePacker {
  readonly count: number;
  add(note: Note): void;
  addHole(): void;
  /** For who writes the next note's bytes alone, as `writeNote` and `writeLinks` do; then `end` it. */
  readonly writer: ByteWriter;
  readonly links: ByteWriter;
  readonly strings: StringTable;
  /** So many bytes of it, and of the notes before it, may be written later. */
  end(stamp: FileStamp, recordBytes?: number, linkBytes?: number): void;
  /** Of the note that was ended last. */
  last(): { readonly called: NoteCalled; readonly ends: LinkEnds };
  pack(): PackedNotes;
}

/** What most notes take less than. */
const RECORD_BYTES = 512;
const LINK_RECORD_BYTES = 256;

/** For about so many notes: room that nobody writes to takes no memory, and to make it larger does. */
export function createNotePacker(strings: StringTable = createStringTable(), notes = 1): NotePacker {
  const writer = createByteWriter(1024 + notes * RECORD_BYTES);
  const links = createByteWriter(1024 + notes * LINK_RECORD_BYTES);
  const starts: number[] = [0];
  const linkStarts: number[] = [0];
  const stamps: number[] = [];
  function end({ size, modified, changed, inode }: FileStamp, recordBytes = 0, linkBytes = 0): void {
    starts.push(writer.length + recordBytes);
    linkStarts.push(links.length + linkBytes);
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
    last: () => ({
      called: readCalled(createByteReader(writer.bytes(), starts.at(-2), starts.at(-1))),
      ends: readLinkEnds(links.bytes(), linkStarts.at(-2)!, linkStarts.at(-1)!),
    }),
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
