import { readdirSync, readFileSync, renameSync, statSync, unlinkSync } from "node:fs";
import { portablePath, UNFINISHED } from "../portable-path.js";
import { type FolderHandle, openFolder } from "./folder-handle.js";
import { LEFTOVER_MILLISECONDS, writeFresh } from "./fresh-file.js";
import { systemCodeOf } from "./system-error.js";

/** Files that are written and only have to be put in their places: the name of each now, and its path. */
export type Moves = readonly (readonly [fresh: string, path: string])[];

const JOURNAL = `${UNFINISHED}journal-`;

/**
 * Notes down, on disk, that all these files are written. From here on the call has happened: should the process die before the last
 * is in its place, whoever opens the folder next finishes it. Gives back how to cross the note out.
 */
export function noteMoves(root: string, moves: Moves): () => void {
  const folder = openFolder({ root, parts: [], create: false });
  try {
    const note = `${JOURNAL}${process.pid}-${Math.random().toString(36).slice(2)}`;
    writeFresh(folder.entry(note), JSON.stringify(moves));
    folder.flush();
    return () => inRoot(root, (open) => unlinkSync(open.entry(note)));
  } finally {
    folder.close();
  }
}

/** Finishes what processes that are gone had noted. Best effort: a note that cannot be read is swept when it is old. */
export function finishMoves(root: string, now = Date.now()): void {
  inRoot(root, (folder) => {
    for (const note of readdirSync(folder.entry(".")).filter((name) => name.startsWith(JOURNAL))) {
      if (isAlive(note) && now - statSync(folder.entry(note)).mtimeMs < LEFTOVER_MILLISECONDS) continue;
      for (const [fresh, path] of movesIn(folder, note)) move(root, fresh, path);
      unlinkSync(folder.entry(note));
    }
  });
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

function isAlive(note: string): boolean {
  const pid = Number(/^\d+/.exec(note.slice(JOURNAL.length))?.[0] ?? 0);
  if (pid === process.pid) return true;
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return systemCodeOf(error) === "EPERM";
  }
}

/** Only what such a note can hold: from a name of a file being written to a path in the folder. */
function movesIn(folder: FolderHandle, note: string): Moves {
  const moves: unknown = JSON.parse(readFileSync(folder.entry(note), "utf8"));
  if (!Array.isArray(moves)) return [];
  return moves.filter(
    (move): move is [string, string] =>
      Array.isArray(move) && /^\.pd-unfinished-[0-9a-z-]+$/.test(String(move[0])) && typeof move[1] === "string",
  );
}

/** What is no longer there under its first name is in its place already. */
function move(root: string, fresh: string, path: string): void {
  const parts = portablePath(path).split("/");
  try {
    const folder = openFolder({ root, parts: parts.slice(0, -1), create: false });
    try {
      renameSync(folder.entry(fresh), folder.entry(parts.at(-1)!));
    } finally {
      folder.close();
    }
  } catch (error) {
    if (systemCodeOf(error) !== "ENOENT") throw error;
  }
}
