import type { Stats } from "node:fs";
import { type FileStamp, sameStamp, stampOf } from "../node/contained-file.js";
import { type BodyPlaces, readBodyPlaces } from "./body-places.js";
import { createByteReader, startsWithText } from "./byte-reader.js";
import { type ByteWriter, createByteWriter } from "./byte-writer.js";
import type { Note, NoteLink } from "./note.js";
import {
  type LinkEnds,
  type NoteCalled,
  type NoteHead,
  type NotePlaces,
  readCalled,
  readHead,
  readLinkEnds,
  readLinks,
  readNote,
  readPlaces,
  type StoredNote,
  writeLinks,
  writeNote,
} from "./note-codec.js";
import { createStringTable, type PackedStrings, type StringTable } from "./string-table.js";

/** The notes of a vault by number. Immutable: a change gives another list, and numbers stay. A number can be a hole. */
export interface NoteList {
  /** One more than the highest number. */
  readonly size: number;
  has(number: number): boolean;
  head(number: number): NoteHead;
  called(number: number): NoteCalled;
  path(number: number): string;
  /** Whether that is surely its path; a path beyond ASCII never surely is. */
  hasPath(number: number, path: string): boolean;
  note(number: number): StoredNote;
  places(number: number): NotePlaces;
  /** Where a packed note's sections are in its file, and its description in `base.bytes`; nothing for one that changed since. Good until the next call. */
  bodyPlaces(number: number): BodyPlaces | undefined;
  links(number: number): readonly NoteLink[];
  /** The ends of a packed note's links, as numbers; nothing for one that changed since. Good until the next call. */
  linkEnds(number: number): LinkEnds | undefined;
  stamp(number: number): FileStamp;
  /** Whether a file is still the one that was read. */
  hasStamp(number: number, stats: Stats): boolean;
  /** With these notes changed, added or (where there is none) removed. */
  with(changes: ReadonlyMap<number, Note | undefined>): NoteList;
  readonly base: PackedNotes;
  /** What differs from the base. */
  readonly changes: ReadonlyMap<number, Note | undefined>;
}

/** Notes as bytes, a few hundred each, and almost nothing for the garbage collector to look at. */
export interface PackedNotes {
  readonly bytes: Uint8Array;
  /** Where each begins; one more than there are notes. One that has no bytes is a hole. */
  readonly starts: Uint32Array;
  /** Their links, likewise. */
  readonly linkBytes: Uint8Array;
  readonly linkStarts: Uint32Array;
  readonly strings: PackedStrings;
  /** Size, time of modification, time of change and inode of each. */
  readonly stamps: Float64Array;
}

export const STAMP_FIELDS = 4;

/** What most notes take less than. */
const RECORD_BYTES = 512;
const LINK_RECORD_BYTES = 256;

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

export function createNoteList(
  base: PackedNotes,
  changes: ReadonlyMap<number, Note | undefined> = new Map(),
): NoteList {
  const packed = base.starts.length - 1;
  let size = packed;
  for (const number of changes.keys()) size = Math.max(size, number + 1);
  const reader = (number: number) => {
    if (number < 0 || number >= packed) throw new RangeError(`There is no note ${number}`);
    return createByteReader(base.bytes, base.starts[number], base.starts[number + 1]);
  };
  const linkReader = (number: number) => {
    if (number < 0 || number >= packed) throw new RangeError(`There is no note ${number}`);
    return createByteReader(base.linkBytes, base.linkStarts[number], base.linkStarts[number + 1]);
  };
  return {
    size,
    base,
    changes,
    has: (number) =>
      changes.has(number) ? changes.get(number) !== undefined : base.starts[number + 1]! > base.starts[number]!,
    head: (number) => changes.get(number) ?? readHead(reader(number)),
    called: (number) => changes.get(number) ?? readCalled(reader(number)),
    path: (number) => changes.get(number)?.path ?? reader(number).string(),
    hasPath(number, path) {
      const changed = changes.get(number);
      if (changed !== undefined || number >= packed) return changed?.path === path;
      return startsWithText(base.bytes, base.starts[number]!, base.starts[number + 1]!, path);
    },
    note: (number) => changes.get(number) ?? readNote(reader(number)),
    places(number) {
      const changed = changes.get(number);
      if (changed === undefined) return readPlaces(reader(number));
      return { bodyStart: changed.bodyStart, extents: changed.sections.flatMap(({ start, end }) => [start, end]) };
    },
    bodyPlaces(number) {
      if (changes.has(number) || number >= packed) return undefined;
      return readBodyPlaces(base.bytes, base.starts[number]!, base.starts[number + 1]!);
    },
    links: (number) => changes.get(number)?.links ?? readLinks(linkReader(number), base.strings),
    linkEnds: (number) =>
      changes.has(number)
        ? undefined
        : readLinkEnds(base.linkBytes, base.linkStarts[number]!, base.linkStarts[number + 1]!),
    stamp: (number) => changes.get(number)?.stamp ?? stampAt(base.stamps, number),
    hasStamp(number, stats) {
      const changed = changes.get(number);
      if (changed !== undefined) return sameStamp(changed.stamp, stampOf(stats));
      const at = number * STAMP_FIELDS;
      const { stamps } = base;
      return (
        stamps[at] === stats.size &&
        stamps[at + 1] === stats.mtimeMs &&
        stamps[at + 2] === stats.ctimeMs &&
        stamps[at + 3] === stats.ino
      );
    },
    with: (more) => createNoteList(base, new Map([...changes, ...more])),
  };
}

function stampAt(stamps: Float64Array, number: number): FileStamp {
  const at = number * STAMP_FIELDS;
  return { size: stamps[at]!, modified: stamps[at + 1]!, changed: stamps[at + 2]!, inode: stamps[at + 3]! };
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
