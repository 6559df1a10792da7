import type { NoteList } from "../notes/note-list.js";

/** Finds notes by their paths. */
export interface PathFinder {
  find(path: string): number | undefined;
}

/**
 * Whoever asks for all paths in the order in which they were read gets each number from the one before, without a table of all paths:
 * that is how a vault is compared with its folder.
 */
export function createPathFinder(notes: NoteList): PathFinder {
  let next = 0;
  let numbers: ReadonlyMap<string, number> | undefined;
  return {
    find(path) {
      if (next < notes.size && notes.has(next) && notes.hasPath(next, path)) return next++;
      numbers ??= numbersByPath(notes);
      const number = numbers.get(path);
      if (number !== undefined) next = number + 1;
      return number;
    },
  };
}

function numbersByPath(notes: NoteList): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (let number = 0; number < notes.size; number += 1) if (notes.has(number)) numbers.set(notes.path(number), number);
  return numbers;
}
