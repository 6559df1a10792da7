import { existsSync, readdirSync, readFileSync, renameSync, statSync, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { portablePath, UNFINISHED } from "../filesystem/portable-path.js";
import { type FolderHandle, openFolder } from "./folder-handle.js";
import { LEFTOVER_MILLISECONDS, writeFresh } from "./fresh-file.js";
import { systemCodeOf } from "./system-error.js";

/** Files that are written and only have to be put in their places: the name of each now, and its path. */
export type Moves = readonly (readonly [fresh: string, path: string])[];

const JOURNAL = `${UNFINISHED}journal-`;

/** Notes of this process that could not be crossed out: the disk failed, and what they say is still to be finished. */
const left = new Set<string>();

/**
 * Notes down, on disk, that all these files are written. From here on the call has happened: should the process die before the last
 * is in its place, whoever opens the folder next finishes it. Gives back how to cross the note out.
 */
export function noteMoves(root: string, moves: Moves): () => void {
  const note = `${JOURNAL}${process.pid}-${Math.random().toString(36).slice(2)}`;
  const crossOut = () => {
    left.add(join(root, note));
    inRoot(root, (folder) => crossOff(root, folder, note));
  };
  const folder = openFolder({ root, parts: [], create: false });
  try {
    writeFresh(folder.entry(note), JSON.stringify(moves));
    folder.flush();
    return crossOut;
  } catch (error) {
    crossOut();
    throw error;
  } finally {
    folder.close();
  }
}

function crossOff(root: string, folder: FolderHandle, note: string): void {
  unlinkSync(folder.entry(note));
  left.delete(join(root, note));
}

/** Whether this process has left something to be finished in a folder. */
export function hasLeft(root: string): boolean {
  for (const note of left) if (dirname(note) === root) return true;
  return false;
}

/** Finishes what was noted by processes that are gone, or by this one where the disk failed. Best effort. */
export function finishMoves(root: string, now = Date.now()): void {
  inRoot(root, (folder) => {
    for (const note of readdirSync(folder.entry(".")).filter((name) => name.startsWith(JOURNAL)))
      inRoot(root, () => finishNote(root, folder, { note, now }));
    // What is no longer there needs no finishing.
    for (const note of left) if (dirname(note) === root && !existsSync(folder.entry(basename(note)))) left.delete(note);
  });
}

function finishNote(
  root: string,
  folder: FolderHandle,
  { note, now }: { readonly note: string; readonly now: number },
) {
  const made = statSync(folder.entry(note)).mtimeMs;
  if (!left.has(join(root, note)) && isAlive(note, made) && now - made < LEFTOVER_MILLISECONDS) return;
  for (const [fresh, path] of movesIn(folder, note)) move(root, { fresh, path, made });
  crossOff(root, folder, note);
}

function inRoot(root: string, act: (folder: FolderHandle) => void): void {
  try {
    const folder = openFolder({ root, parts: [], create: false });
    try {
      act(folder);
    } finally {
      folder.close();
    }
  } catch {
    // Another process was quicker, or the folder is not ours to change.
  }
}

function isAlive(note: string, made: number): boolean {
  const pid = Number(/^\d+/.exec(note.slice(JOURNAL.length))?.[0] ?? 0);
  // In a container, the process before this one had the same number.
  if (pid === process.pid) return made >= Date.now() - process.uptime() * 1000;
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return systemCodeOf(error) === "EPERM";
  }
}

/** Only what such a note can hold: from a name of a file being written to a path in the folder. One that breaks off was never in force. */
function movesIn(folder: FolderHandle, note: string): Moves {
  const moves = parsed(readFileSync(folder.entry(note), "utf8"));
  if (!Array.isArray(moves)) return [];
  return moves.filter(
    (move): move is [string, string] =>
      Array.isArray(move) && /^\.pd-unfinished-[0-9a-z-]+$/.test(String(move[0])) && typeof move[1] === "string",
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface NotedMove {
  readonly fresh: string;
  readonly path: string;
  /** When it was noted. */
  readonly made: number;
}

/** What is no longer there under its first name is in its place already. What was written there since is newer, and stays. */
function move(root: string, { fresh, path, made }: NotedMove): void {
  const parts = portablePath(path).split("/");
  try {
    const folder = openFolder({ root, parts: parts.slice(0, -1), create: false });
    try {
      const place = folder.entry(parts.at(-1)!);
      const standing = statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (standing > made) unlinkSync(folder.entry(fresh));
      else renameSync(folder.entry(fresh), place);
    } finally {
      folder.close();
    }
  } catch (error) {
    if (systemCodeOf(error) !== "ENOENT") throw error;
  }
}
