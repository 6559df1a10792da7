import { constants, fstatSync, openSync, readlinkSync, readSync } from "node:fs";
import { join } from "node:path";
import { isPdError, PdError } from "../errors.js";
import { closeRead } from "../node/close-read.js";
import { type FileStamp, readContainedSync, stampOf } from "../node/contained-file.js";
import type { WalkedFolder } from "./walk.js";

/** A larger file is no note; it is left out, and said. */
export const MAX_NOTE_BYTES = 64 * 2 ** 20;

export interface ReadFile {
  readonly path: string;
  /** Good until the next file is read. */
  readonly bytes: Buffer;
  readonly stamp: FileStamp;
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

/**
 * Reads the notes of a folder, one after the other, into one buffer or where `room` says. On Linux each is opened through the descriptor of its folder,
 * which was checked once to be in the vault, and never through a link: no swap of a path can lead elsewhere, and no file needs a check of its own.
 */
export function* readFolder(
  root: string,
  { path, notes }: WalkedFolder,
  room: Room = oneRoom(),
): Generator<ReadFile | UnreadFile> {
  if (notes.length === 0) return;
  const folder = openFolder(root, path);
  const below = path === "" ? "" : `${path}/`;
  try {
    for (const name of notes) {
      const read = readOne(root, folder, below, name, room);
      if (read !== undefined) yield read;
    }
  } finally {
    if (folder !== undefined) closeRead(folder);
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

function readThrough(folder: number, name: string, path: string, room: Room): ReadFile {
  const descriptor = openSync(`/proc/self/fd/${folder}/${name}`, FILE);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new PdError("path-escapes-root", "It is no regular file");
    const { size } = stats;
    if (size > MAX_NOTE_BYTES) throw new PdError("file-too-large", `It has ${size} bytes`);
    const buffer = room(size);
    let filled = 0;
    while (filled < size) {
      const read = readSync(descriptor, buffer, filled, size - filled, filled);
      if (read === 0) break;
      filled += read;
    }
    return { path, bytes: buffer.subarray(0, filled), stamp: stampOf(stats) };
  } finally {
    closeRead(descriptor);
  }
}

function readChecked(root: string, path: string): ReadFile {
  const { bytes, stamp } = readContainedSync(root, path, { maxBytes: MAX_NOTE_BYTES, listed: true });
  return { path, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), stamp };
}

/** A file that vanished since it was listed was deleted: nothing to say. Any other failure is said of this file alone. */
function readOne(
  root: string,
  folder: number | undefined,
  below: string,
  name: string,
  room: Room,
): ReadFile | UnreadFile | undefined {
  const path = below + name;
  try {
    return folder === undefined ? readChecked(root, path) : readThrough(folder, name, path, room);
  } catch (error) {
    // Unless its name is not UTF-8: then it was never asked for by the name it has.
    if (codeOf(error) === "ENOENT" && !path.includes("\uFFFD")) return undefined;
    const known = isPdError(error) ? error : undefined;
    return {
      path,
      error: known ?? new PdError("content-unreadable", `It cannot be read (${codeOf(error)})`, { cause: error }),
    };
  }
}

function codeOf(error: unknown): string {
  if (isPdError(error) && error.cause !== undefined) return codeOf(error.cause);
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
