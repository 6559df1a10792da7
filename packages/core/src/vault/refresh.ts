import type { Finding } from "../content.js";
import { compacting, isCrowded, type NoteChange, updateIndex } from "../graph/index-update.js";
import { type Connected, connectNotes } from "./connect-notes.js";
import type { Steps } from "./in-steps.js";
import { fieldsOf } from "./index-fields.js";
import { createNodeIds, packIds } from "./node-ids.js";
import type { Note } from "./note.js";
import { LINK_END_STRIDE } from "./note-codec.js";
import { noteIds } from "./note-id.js";
import type { NoteList } from "./note-list.js";
import { parseNote } from "./parse-note.js";
import { createPathFinder } from "./path-finder.js";
import { fileFinding, folderFinding, frontmatterFinding } from "./problems.js";
import { readFolder } from "./read-notes.js";
import { countFiles, staleFolders } from "./stale-notes.js";
import { type StoredPrice, storedPrice } from "./stored-price.js";
import { stringAt } from "./string-table.js";
import { calledOf, resolverOf, type VaultState } from "./vault-state.js";
import type { Walked } from "./walk.js";

export interface Refresh {
  readonly root: string;
  readonly state: VaultState;
  readonly walked: Walked;
  readonly version: string;
  /** Where more files than this are new or have changed, nothing is read, and nothing comes back. */
  readonly most?: number | undefined;
}

export interface Refreshed {
  readonly state: VaultState;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** A note as its file is now. */
interface Reread extends StoredPrice {
  readonly note: Note;
  readonly body: readonly Uint8Array[];
}

/** Compares the folder with a version of it, and reads again only what differs. The same state comes back where nothing does. */
export function refreshState(refresh: Refresh & { readonly most?: undefined }): Steps<Refreshed>;
export function refreshState(refresh: Refresh): Steps<Refreshed | undefined>;
export function* refreshState({ root, state, walked, version, most }: Refresh): Steps<Refreshed | undefined> {
  const finder = createPathFinder(state.notes);
  // Files that could not be read, and folders, are looked at again each time.
  const problems: Finding[] = [];
  const unread = new Set<string>();
  for (const problem of state.problems)
    if (finder.find(problem.file) === undefined) unread.add(problem.file);
    else problems.push(problem);
  const rereads = new Map<number, Reread>();
  const stays = new Uint8Array(state.notes.size);
  const stale = yield* staleFolders(root, walked.folders, { notes: state.notes, finder, stays });
  // One that could not be read is neither new nor changed, and would be there each time.
  if (most !== undefined && countFiles(stale, unread) > most) return undefined;
  let next = state.notes.size;
  for (const folder of stale) {
    for (const file of readFolder(root, folder)) {
      removeAll(problems, file.path);
      if ("error" in file) {
        problems.push(fileFinding(file.path, file.error));
        continue;
      }
      const number = finder.find(file.path) ?? next++;
      const { note, diagnostics } = yield* parseNote(file.bytes, file.path, file.stamp);
      problems.push(...diagnostics.map((diagnostic) => frontmatterFinding(file.path, diagnostic)));
      rereads.set(number, {
        note,
        body: note.sections.map(({ start, end }) => Uint8Array.from(file.bytes.subarray(start, end))),
        ...storedPrice(file.bytes.toString("utf8", note.bodyStart), note.description),
      });
      yield;
    }
  }
  const removed: number[] = [];
  for (let number = 0; number < stays.length; number += 1)
    if (stays[number] === 0 && !rereads.has(number) && state.notes.has(number)) removed.push(number);
  problems.push(...walked.findings.map(folderFinding));
  if (rereads.size === 0 && removed.length === 0) {
    const same = inOrder(problems) === inOrder(state.problems);
    return { state: same ? state : { ...state, version, problems }, added: 0, changed: 0, removed: 0 };
  }
  const updated = yield* apply(state, rereads, removed, version);
  const changed = [...rereads.keys()].filter((number) => state.notes.has(number)).length;
  const stillThere = createPathFinder(updated.notes);
  return {
    state: {
      ...updated,
      problems: problems.filter(({ file }) => stillThere.find(file) !== undefined || finder.find(file) === undefined),
    },
    added: rereads.size - changed,
    changed,
    removed: removed.length,
  };
}

function* apply(
  state: VaultState,
  rereads: ReadonlyMap<number, Reread>,
  removed: readonly number[],
  version: string,
): Steps<VaultState> {
  const changes = new Map<number, Note | undefined>([...rereads].map(([number, { note }]) => [number, note]));
  for (const number of removed) changes.set(number, undefined);
  const notes = state.notes.with(changes);
  const renamed = [...changes].some(([number, note]) => callsDiffer(state.notes, number, note));
  const before = renamed ? undefined : { links: state.links, changed: new Set(changes.keys()) };
  const resolver = renamed ? resolverOf(notes) : resolverOf(state.notes);
  const { links, adjacency, maps, texts } = yield* connectNotes({ notes, resolver, before });
  const ids = renamed ? createNodeIds(packIds(noteIds(calledOf(notes)))) : state.ids;
  const index = yield* reindex(state, { notes, texts, rereads, removed });
  const prices = {
    text: extended(state.prices.text, notes.size),
    json: extended(state.prices.json, notes.size),
    says: new Uint8Array(notes.size),
  };
  prices.says.set(state.prices.says);
  for (const [number, { text, json, says }] of rereads) {
    prices.text[number] = text;
    prices.json[number] = json;
    prices.says[number] = says ? 1 : 0;
  }
  const count = state.count - removed.length + [...rereads.keys()].filter((number) => !state.notes.has(number)).length;
  return {
    version,
    notes,
    count,
    ids,
    links,
    adjacency,
    maps,
    index,
    complete: true,
    prices,
    problems: state.problems,
  };
}

interface Reindexing {
  readonly notes: NoteList;
  /** What others call each note now. */
  readonly texts: Connected["texts"];
  readonly rereads: ReadonlyMap<number, Reread>;
  readonly removed: readonly number[];
}

function* reindex(state: VaultState, { notes, texts, rereads, removed }: Reindexing): Steps<VaultState["index"]> {
  const before = textsOf(state);
  yield;
  const changed = new Map<number, NoteChange>();
  for (const [number, { note, body }] of rereads) {
    changed.set(number, { node: number, fields: fieldsOf(note), body, linkTexts: texts.get(number) ?? [] });
  }
  // A note that is called otherwise by others than before is found by other words.
  for (const number of new Set([...before.keys(), ...texts.keys()])) {
    if (!notes.has(number) || changed.has(number)) continue;
    const said = texts.get(number) ?? [];
    if (said.join("\n") !== (before.get(number) ?? []).join("\n"))
      changed.set(number, { node: number, linkTexts: said });
  }
  const index = updateIndex(state.index, { changed: [...changed.values()], removed });
  yield;
  return isCrowded(index) ? yield* compacting(index) : index;
}

/** What others called each note in the version before. */
function textsOf({ notes, links }: VaultState): Connected["texts"] {
  const texts = new Map<number, string[]>();
  const add = (number: number, index: number, text: () => string) => {
    const target = links.targets[links.starts[number]! + index]!;
    if (target < 0 || target === number) return;
    const known = texts.get(target);
    if (known === undefined) texts.set(target, [text()]);
    else known.push(text());
  };
  for (let number = 0; number < notes.size; number += 1) {
    if (!notes.has(number)) continue;
    const ends = notes.linkEnds(number);
    if (ends === undefined) {
      for (const [index, { text }] of notes.links(number).entries()) if (text !== "") add(number, index, () => text);
      continue;
    }
    for (let index = 0; index < ends.count; index += 1) {
      const text = ends.numbers[index * LINK_END_STRIDE + 2]!;
      if (text !== 0) add(number, index, () => stringAt(notes.base.strings, text));
    }
  }
  return texts;
}

/** Whether links or ids could mean another note now. */
function callsDiffer(notes: NoteList, number: number, now: Note | undefined): boolean {
  if (!notes.has(number) || now === undefined) return true;
  const { path, name, type, aliases } = notes.head(number);
  return path !== now.path || name !== now.name || type !== now.type || aliases.join("\n") !== now.aliases.join("\n");
}

function extended(table: Uint32Array, size: number): Uint32Array {
  const larger = new Uint32Array(Math.max(table.length, size));
  larger.set(table);
  return larger;
}

/** As one text, so that two lists can be compared. */
function inOrder(problems: readonly Finding[]): string {
  return problems
    .map((problem) => JSON.stringify(problem))
    .sort()
    .join("\n");
}

function removeAll(problems: Finding[], file: string): void {
  for (let at = problems.length - 1; at >= 0; at -= 1) if (problems[at]?.file === file) problems.splice(at, 1);
}
