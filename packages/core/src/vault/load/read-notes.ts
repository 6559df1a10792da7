import { constants, fstatSync, openSync, readlinkSync, readSync, type Stats } from "node:fs";
import { join } from "node:path";
import { closeRead } from "../../files/close-read.js";
import { type FileStamp, readContainedSync, stampOf } from "../../files/contained-file.js";
import { systemCodeOf } from "../../files/system-error.js";
import { isPdError, PdError } from "../../model/errors.js";
import type { NoteRules } from "../ignore/note-rules.js";
import type { WalkedFolder } from "./walk.js";

/** A larger file is no note; it is left out, and said. */
export const MAX_NOTE_BYTES = 64 * 2 ** 20;

export interface ReadFile {
  readonly path: string;
  /** What a reader sees of it (`NoteRules.shown`). Good until the next file is read. */
  readonly bytes: Buffer;
  readonly stamp: FileStamp;
  /** It was not cut off after it was looked at. */
  readonly isWhole: boolean;
}

export interface UnreadFile {
  readonly path: string;
  readonly error: PdError;
}

const BUFFER_BYTES = 1 << 18;
const DIRECTORY = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
const FILE = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Where a file of this size is to be read to. */
export type Room = (size: number) => Buffer;

/** How files are read. */
export interface FolderReading extends Pick<NoteRules, "shown"> {
  readonly room: Room;
  readonly most?: number;
}

/** Reads notes of one folder by their names. */
export interface FolderReader {
  /** Reads some of them, from that one on. */
  read(names: readonly string[], from: number): ReadTogether;
  close(): void;
}

export interface ReadTogether {
  /** What came of each, in their order; nothing of one that is gone. */
  readonly found: readonly (ReadFile | UnreadFile)[];
  /** The first that was not read. */
  readonly next: number;
}

/** So many at once, where `room` has room for them. */
const MOST_TOGETHER = 32;
/** One more is not read beyond this. */
const MOST_BYTES_TOGETHER = 1 << 20;

/**
 * Notes are read to where `room` says, each to a place of its own. On Linux each is opened through the descriptor of its folder, which was checked
 * once to be in the vault, and never through a link: no swap of a path can lead elsewhere, and no file needs a check of its own.
 */
export function openFolderReader(
  root: string,
  path: string,
  { room, shown, most = MOST_TOGETHER }: FolderReading,
): FolderReader {
  const folder = openFolder(root, path);
  const below = path === "" ? "" : `${path}/`;
  const through = `/proc/self/fd/${folder}/`;
  return {
    read(names, from) {
      const some = names.slice(from, from + (folder === undefined ? 1 : most));
      const found: (ReadFile | UnreadFile)[] = [];
      if (folder === undefined) for (const name of some) readChecked(root, below + name, shown, found);
      const done = folder === undefined ? some.length : readTogether(some, { through, below, room, shown }, found);
      return { found, next: from + done };
    },
    close: () => (folder === undefined ? undefined : closeRead(folder)),
  };
}

/** All of them, one after the other: each is good until the next. */
export function* readFolder(
  root: string,
  { path, notes }: WalkedFolder,
  { shown }: Pick<NoteRules, "shown">,
): Generator<ReadFile | UnreadFile> {
  if (notes.length === 0) return;
  const reader = openFolderReader(root, path, { room: oneRoom(), shown, most: 1 });
  try {
    for (let at = 0; at < notes.length; ) {
      const { found, next } = reader.read(notes, at);
      yield* found;
      at = next;
    }
  } finally {
    reader.close();
  }
}

function oneRoom(): Room {
  const shared = Buffer.allocUnsafe(BUFFER_BYTES);
  return (size) => (size <= shared.length ? shared : Buffer.allocUnsafe(size));
}

/** A descriptor through which files can be opened, where the system has such a way. */
function openFolder(root: string, path: string): number | undefined {
  if (process.platform !== "linux") return undefined;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(join(root, path), DIRECTORY);
    if (readlinkSync(`/proc/self/fd/${descriptor}`) === (path === "" ? root : join(root, path))) return descriptor;
  } catch {
    // Without /proc, or for a folder that vanished: each file is checked by itself.
  }
  if (descriptor !== undefined) closeRead(descriptor);
  return undefined;
}

interface Place extends FolderReading {
  /** The folder, as paths that are opened begin, and as those of its notes do. */
  readonly through: string;
  readonly below: string;
}

interface OpenNote {
  readonly path: string;
  readonly descriptor: number | undefined;
  stats: Stats | undefined;
  error: unknown;
}

/**
 * Opens all of them, then looks at all, then reads all: so what a step needs, in the system too, is at hand for the next, which takes a fifth off.
 * Gives how many it did: fewer where they are large, or where no more files can be open.
 */
function readTogether(
  names: readonly string[],
  { through, below, ...reading }: Place,
  found: (ReadFile | UnreadFile)[],
): number {
  const notes: OpenNote[] = [];
  try {
    for (const name of names) {
      const note = openNote(through + name, below + name);
      if (notes.length > 0 && TOO_MANY_OPEN.has(codeOf(note.error))) break;
      notes.push(note);
    }
    for (const note of notes) look(note);
    let bytes = 0;
    for (const [index, note] of notes.entries()) {
      bytes += note.stats?.size ?? 0;
      if (index > 0 && bytes > MOST_BYTES_TOGETHER) return index;
      readOpen(note, reading, found);
    }
  } finally {
    for (const { descriptor } of notes) if (descriptor !== undefined) closeRead(descriptor);
  }
  return notes.length;
}

const TOO_MANY_OPEN: ReadonlySet<string> = new Set(["EMFILE", "ENFILE"]);

function openNote(through: string, path: string): OpenNote {
  try {
    return { path, descriptor: openSync(through, FILE), stats: undefined, error: undefined };
  } catch (error) {
    return { path, descriptor: undefined, stats: undefined, error };
  }
}

function look(note: OpenNote): void {
  if (note.descriptor === undefined) return;
  try {
    const stats = fstatSync(note.descriptor);
    if (!stats.isFile()) throw new PdError("path-escapes-root", "It is not a regular file");
    if (stats.size > MAX_NOTE_BYTES) throw new PdError("file-too-large", `It has ${stats.size} bytes`);
    note.stats = stats;
  } catch (error) {
    note.error = error;
  }
}

function readOpen(
  { path, descriptor, stats, error }: OpenNote,
  { room, shown }: FolderReading,
  found: (ReadFile | UnreadFile)[],
): void {
  if (descriptor === undefined || stats === undefined) {
    addUnread(found, path, error);
    return;
  }
  try {
    const { size } = stats;
    const buffer = room(size);
    let filled = 0;
    while (filled < size) {
      const read = readSync(descriptor, buffer, filled, size - filled, filled);
      if (read === 0) break;
      filled += read;
    }
    const bytes = filled === buffer.length ? buffer : buffer.subarray(0, filled);
    found.push(readFileOf(path, bytes, stampOf(stats), shown));
  } catch (cause) {
    addUnread(found, path, cause);
  }
}

function readFileOf(path: string, bytes: Buffer, stamp: FileStamp, shown: NoteRules["shown"]): ReadFile {
  const isWhole = bytes.length === stamp.size;
  return { path, bytes: shown(bytes, path), stamp, isWhole };
}

function readChecked(root: string, path: string, shown: NoteRules["shown"], found: (ReadFile | UnreadFile)[]): void {
  try {
    const { bytes, stamp } = readContainedSync(root, path, { maxBytes: MAX_NOTE_BYTES, listed: true });
    found.push(readFileOf(path, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), stamp, shown));
  } catch (error) {
    addUnread(found, path, error);
  }
}

/** A file that vanished since it was listed was deleted: nothing to say. Any other failure is said of this file alone. */
function addUnread(found: (ReadFile | UnreadFile)[], path: string, error: unknown): void {
  // Unless its name is not UTF-8: then it was never asked for by the name it has.
  if (codeOf(error) === "ENOENT" && !path.includes("\uFFFD")) return;
  const known = isPdError(error) ? error : undefined;
  found.push({
    path,
    error: known ?? new PdError("content-unreadable", `It cannot be read (${codeOf(error)})`, { cause: error }),
  });
}

/** What the system said, also where it was put into an error of ours. */
function codeOf(error: unknown): string {
  return systemCodeOf(isPdError(error) ? (error.cause ?? error) : error) ?? "unknown";
}
