import { routeKey } from "../dialects/routes.js";
import { createNamesakes, type Namesakes, type NotePlaces } from "../links/namesakes.js";
import { readText } from "./byte-reader.js";
import {
  type Candidate,
  type Candidates,
  createCandidates,
  extensionStart,
  fold,
  foldBytes,
  folded,
} from "./note-keys.js";
import type { NoteList } from "./note-list.js";

/** The notes that are called so. Nearly always one, which then needs nothing more. */
export type Called = number | Namesakes;

/** What notes are found by. Keys are folded. */
export interface NoteNames {
  /** By the whole path, or the folder that a note stands for. */
  readonly byPath: NameTable;
  /** By the file's name, or the name of the folder that a note stands for. */
  readonly byStem: NameTable;
  /** By name and aliases. */
  readonly byName: NameTable;
  /** By address in a documentation site; nothing where no note has one. */
  readonly byRoute: NameTable | undefined;
  /** By how the path ends, parts at a time. */
  readonly byEnding: NameTable;
  /** By what stands in some bytes, folded already: a file's name, or a name. */
  byBytes(bytes: Buffer, length: number): Candidate;
}

export interface NameTable {
  get(key: string): Called | undefined;
}

/** How a note is called under a key, as its author wrote it. */
type Written = (number: number, key: string) => string;

/** Files that stand for the folder they are in. */
const FOLDER_NOTES = ["index", "_index", "readme", "skill"];
const LONGEST_FOLDER_NOTE = 6;
const SLASH = 0x2f;

/** How a folder or a title is written: no path is written just so. */
const NOT_WRITTEN = "";

export function createNoteNames(notes: NoteList): NoteNames {
  const [paths, stems, names, routes] = keysOf(notes);
  const places = placesOf(notes);
  const byPath = createTable(paths, places, (number, key) => {
    const path = notes.path(number);
    return pathKey(path) === key ? withoutExtension(path) : NOT_WRITTEN;
  });
  const byStem = createTable(stems, places, (number, key) => {
    const path = notes.path(number);
    return lastPart(pathKey(path)) === key ? lastPart(withoutExtension(path)) : NOT_WRITTEN;
  });
  return {
    byPath,
    byStem,
    byRoute: routes.size === 0 ? undefined : createTable(routes, places, () => NOT_WRITTEN),
    byName: createTable(names, places, () => NOT_WRITTEN),
    byEnding: createEndings(stems, notes, places),
    byBytes(bytes, length) {
      foldBytes(bytes, 0, extensionStart(bytes, 0, length));
      return stems.find(bytes, 0, folded.length) ?? names.find(bytes, 0, length);
    },
  };
}

function keysOf(
  notes: NoteList,
): readonly [paths: Candidates, stems: Candidates, names: Candidates, routes: ReadonlyMap<string, number | number[]>] {
  const { size } = notes;
  const [paths, stems, names] = [createCandidates(size), createCandidates(size), createCandidates(size)];
  const routes = new Map<string, number | number[]>();

  function addPath(bytes: Uint8Array, start: number, end: number, number: number): void {
    foldBytes(bytes, start, extensionStart(bytes, start, end));
    const { bytes: key, length } = folded;
    const slash = lastSlash(key, length);
    paths.add(key, 0, length, number);
    stems.add(key, slash + 1, length, number);
    if (slash <= 0 || !isFolderNote(key, slash + 1, length)) return;
    paths.add(key, 0, slash, number);
    stems.add(key, lastSlash(key, slash) + 1, slash, number);
  }

  function addName(bytes: Uint8Array, start: number, end: number, number: number): void {
    foldBytes(bytes, start, end);
    names.add(folded.bytes, 0, folded.length, number);
  }

  for (let number = 0; number < notes.size; number += 1) {
    if (!notes.has(number)) continue;
    const { bytes, path, name, aliases, routes: addresses } = notes.namePlaces(number);
    addPath(bytes, path[0], path[1], number);
    addName(bytes, name[0], name[1], number);
    for (let at = 0; at < aliases.length; at += 2) addName(bytes, aliases[at]!, aliases[at + 1]!, number);
    for (let at = 0; at < addresses.length; at += 2)
      addTo(routes, fold(routeKey(readText(bytes, addresses[at]!, addresses[at + 1]!))), number);
  }
  return [paths, stems, names, routes];
}

/** What several share is looked at once, when somebody asks for it. */
function createTable(candidates: Pick<Candidates, "get">, places: NotePlaces, written: Written): NameTable {
  const shared = new Map<string, Namesakes>();
  return {
    get(key) {
      const found = candidates.get(key);
      if (found === undefined || typeof found === "number") return found;
      const known = shared.get(key) ?? createNamesakes(places);
      if (known.numbers.length === 0) for (const number of found) known.add(number, written(number, key));
      shared.set(key, known);
      return known;
    },
  };
}

/** The table for each last part is made once, when it is first asked for: few links have a path that is not a whole one. */
function createEndings(stems: Candidates, notes: NoteList, places: NotePlaces): NameTable {
  const tables = new Map<string, NameTable>();
  function written(number: number, key: string): string {
    const path = withoutExtension(notes.path(number));
    const parts = path.split("/");
    const ending = parts.slice(parts.length - key.split("/").length).join("/");
    return fold(ending) === key ? ending : NOT_WRITTEN;
  }
  function tableOf(stem: string): NameTable {
    const endings = new Map<string, number | number[]>();
    for (const number of [stems.get(stem) ?? []].flat()) {
      const key = pathKey(notes.path(number));
      const folder = folderOf(key);
      const isFolder = lastPart(folder) === stem && FOLDER_NOTES.includes(lastPart(key));
      if (lastPart(key) === stem) addEndings(endings, key, number);
      if (isFolder) addEndings(endings, folder, number);
    }
    return createTable(endings, places, written);
  }
  return {
    get(key) {
      const stem = lastPart(key);
      const table = tables.get(stem) ?? tableOf(stem);
      tables.set(stem, table);
      return table.get(key);
    },
  };
}

/** A path, the same without its first part, without its first two and so on. */
function addEndings(endings: Map<string, number | number[]>, path: string, number: number): void {
  for (let at = 0; ; ) {
    const key = path.slice(at);
    addTo(endings, key, number);
    at = path.indexOf("/", at) + 1;
    if (at === 0) return;
  }
}

function addTo(table: Map<string, number | number[]>, key: string, number: number): void {
  const known = table.get(key);
  if (known === undefined) table.set(key, number);
  else if (typeof known !== "number") {
    if (known.at(-1) !== number) known.push(number);
  } else if (known !== number) table.set(key, [known, number]);
}

function placesOf(notes: NoteList): NotePlaces {
  const depth = (path: string) => path.split("/").length;
  return {
    folder: (number) => folderOf(notes.path(number)),
    isFolderNote: (number) => FOLDER_NOTES.includes(lastPart(pathKey(notes.path(number)))),
    compare(one, other) {
      const [a, b] = [notes.path(one), notes.path(other)];
      return depth(a) - depth(b) || (a < b ? -1 : 1);
    },
  };
}

export function lastSlash(key: Uint8Array, end: number): number {
  let at = end - 1;
  while (at >= 0 && key[at] !== SLASH) at -= 1;
  return at;
}

function isFolderNote(key: Buffer, start: number, end: number): boolean {
  return end - start <= LONGEST_FOLDER_NOTE && FOLDER_NOTES.includes(key.toString("latin1", start, end));
}

export function pathKey(path: string): string {
  const plain = withoutExtension(path);
  return fold(plain.endsWith("/") ? plain.replace(/\/+$/u, "") : plain);
}

export function withoutExtension(path: string): string {
  if (path.endsWith(".md")) return path.slice(0, -3);
  if (!path.includes(".")) return path;
  return path.replace(/\.(?:mdx?|markdown)$/iu, "");
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
