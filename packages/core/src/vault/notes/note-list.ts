import type { Stats } from "node:fs";
import { type FileStamp, sameStamp, stampOf } from "../../files/contained-file.js";
import { createByteReader, startsWithText } from "./byte-reader.js";
import { createByteWriter } from "./byte-writer.js";
import type { Note, NoteLink } from "./note.js";
import {
  type LinkEnds,
  type NoteHead,
  type NotePlaces,
  readHead,
  readLinkEnds,
  readLinks,
  readNote,
  readPlaces,
  type StoredNote,
  writeStart,
} from "./note-codec.js";
import { type BodyPlaces, type NamePlaces, readBodyPlaces, readNamePlaces } from "./packed-places.js";
import type { PackedStrings } from "./string-table.js";

/** The notes of a vault by number. Immutable: a change gives another list, and numbers stay. A number can be a hole. */
export interface NoteList {
  /** One more than the highest number. */
  readonly size: number;
  has(number: number): boolean;
  head(number: number): NoteHead;
  /** Where it says what it is called. Good until the next call. */
  namePlaces(number: number): NamePlaces;
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
    namePlaces(number) {
      const changed = changes.get(number);
      if (changed !== undefined) return namesIn(changed);
      return readNamePlaces(base.bytes, base.starts[number]!, base.starts[number + 1]!);
    },
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

function namesIn(note: Note): NamePlaces {
  const writer = createByteWriter();
  writeStart(writer, note);
  return readNamePlaces(writer.bytes(), 0, writer.length);
}

function stampAt(stamps: Float64Array, number: number): FileStamp {
  const at = number * STAMP_FIELDS;
  return { size: stamps[at]!, modified: stamps[at + 1]!, changed: stamps[at + 2]!, inode: stamps[at + 3]! };
}
