import type { Finding } from "../../ports/content.js";
import { compactingPassages, isPassagesCrowded, updatePassages } from "../../search/passages/update.js";
import { compacting, isCrowded, type NoteChange, updateIndex } from "../../search/postings/index-update.js";
import { type Connected, connectNotes } from "../links/connect-notes.js";
import { createPathFinder } from "../links/path-finder.js";
import { awaited, type Steps } from "../load/in-steps.js";
import { fieldsOf } from "../load/index-fields.js";
import type { CutNote } from "../load/note-passages.js";
import { readFolder } from "../load/read-notes.js";
import type { Walked } from "../load/walk.js";
import { chooseSentences, describedNote, type Sentences } from "../notes/descriptions.js";
import { type HiddenFiles, hiddenFile } from "../notes/hidden-files.js";
import { createNodeIds, packIds } from "../notes/node-ids.js";
import type { Note } from "../notes/note.js";
import { LINK_END_STRIDE } from "../notes/note-codec.js";
import { noteDigest } from "../notes/note-digest.js";
import { noteIds } from "../notes/note-id.js";
import type { NoteList } from "../notes/note-list.js";
import { joinRows, NO_ROWS } from "../notes/passage-rows.js";
import { stringAt } from "../notes/string-table.js";
import { fileFinding, folderFinding } from "../read/problems.js";
import { type StoredPrice, storedPrice } from "../read/stored-price.js";
import { identifiedOf, resolverOf, type VaultState } from "../vault-state.js";
import { countFiles, staleFolders } from "./stale-notes.js";

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
  /** What is left out now, where the version stays the same too. */
  readonly hidden: HiddenFiles;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** A note as its file is now. */
interface Reread extends StoredPrice {
  readonly digest: number;
  readonly note: Note;
  readonly body: readonly Uint8Array[];
  readonly cut: CutNote;
}

/** Compares the folder with a version of it, and reads again only what differs. The same state comes back where nothing does. */
export function refreshState(refresh: Refresh & { readonly most?: undefined }): Steps<Refreshed>;
export function refreshState(refresh: Refresh): Steps<Refreshed | undefined>;
export function* refreshState({ root, state, walked, version, most }: Refresh): Steps<Refreshed | undefined> {
  const finder = createPathFinder(state.notes);
  // Files that could not be read, and folders, are looked at again each time.
  const known = new Map<string, Finding[]>();
  const unread = new Set<string>();
  for (const problem of state.problems)
    if (finder.find(problem.file) === undefined) unread.add(problem.file);
    else addTo(known, problem);
  const rereads = new Map<number, Reread>();
  const stays = new Uint8Array(state.notes.size);
  const hidden = new Set<string>();
  const compared = { notes: state.notes, finder, stays, hidden: state.hidden, stillHidden: hidden };
  const stale = yield* staleFolders(root, walked.folders, compared);
  // One that could not be read is neither new nor changed, and would be there each time.
  if (most !== undefined && countFiles(stale, unread) > most) return undefined;
  let next = state.notes.size;
  for (const folder of stale) {
    // Loaded only where a file has changed: a YAML parser comes with it, and most starts find no change.
    const { cutNote, parseNote, scanFile } = yield* awaited(import("../load/cold-load.js"));
    for (const file of readFolder(root, folder, walked.rules)) {
      known.delete(file.path);
      if ("error" in file) {
        addTo(known, fileFinding(file.path, file.error));
        continue;
      }
      const parsed = yield* parseNote(file, walked.rules);
      if (parsed === undefined) {
        hidden.add(hiddenFile(file.path, file.stamp));
        continue;
      }
      const { note, findings } = parsed;
      const number = finder.find(file.path) ?? next++;
      for (const finding of findings) addTo(known, finding);
      rereads.set(number, {
        note,
        digest: noteDigest(file.path, file.bytes),
        cut: cutNote(Buffer.from(file.bytes), note, yield* scanFile(file.bytes, note.bodyStart)),
        body: note.sections.map(({ start, end }) => Uint8Array.from(file.bytes.subarray(start, end))),
        ...storedPrice(file.bytes.toString("utf8", note.bodyStart), note.description),
      });
      yield;
    }
  }
  const removed: number[] = [];
  for (let number = 0; number < stays.length; number += 1)
    if (stays[number] === 0 && !rereads.has(number) && state.notes.has(number)) removed.push(number);
  const problems = [...[...known.values()].flat(), ...walked.findings.map(folderFinding)];
  if (rereads.size === 0 && removed.length === 0) {
    const same = inOrder(problems) === inOrder(state.problems);
    const now = same ? state : { ...state, version, problems, hidden };
    return { state: now, hidden, added: 0, changed: 0, removed: 0 };
  }
  const updated = yield* apply(state, rereads, removed, version);
  const changed = [...rereads.keys()].filter((number) => state.notes.has(number)).length;
  const remaining = createPathFinder(updated.notes);
  return {
    state: {
      ...updated,
      hidden,
      problems: problems.filter(({ file }) => remaining.find(file) !== undefined || finder.find(file) === undefined),
    },
    hidden,
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
  const ids = renamed ? createNodeIds(packIds(noteIds(identifiedOf(notes)))) : state.ids;
  const sentences = chooseSentences(notes);
  const index = yield* reindex(state, { notes, sentences, texts, rereads, removed });
  const passages = yield* repassage(state, rereads, removed);
  const gone = new Set(removed);
  const passageRows = joinRows(
    notes.size,
    (number) => (gone.has(number) ? NO_ROWS.rows : rereads.get(number)?.cut.rows),
    state.passageRows,
  );
  const prices = {
    text: extended(state.prices.text, notes.size),
    json: extended(state.prices.json, notes.size),
    says: new Uint8Array(notes.size),
  };
  prices.says.set(state.prices.says);
  const digests = extended(state.digests, notes.size);
  for (const number of removed) digests[number] = 0;
  for (const [number, { text, json, says, digest }] of rereads) {
    digests[number] = digest;
    prices.text[number] = text;
    prices.json[number] = json;
    prices.says[number] = says ? 1 : 0;
  }
  const count = state.count - removed.length + [...rereads.keys()].filter((number) => !state.notes.has(number)).length;
  return {
    version,
    rules: state.rules,
    notes,
    count,
    ids,
    links,
    adjacency,
    maps,
    sentences,
    index,
    passages,
    passageRows,
    complete: true,
    prices,
    digests,
    problems: state.problems,
    hidden: state.hidden,
  };
}

interface Reindexing {
  readonly notes: NoteList;
  readonly sentences: Sentences;
  /** What others call each note now. */
  readonly texts: Connected["texts"];
  readonly rereads: ReadonlyMap<number, Reread>;
  readonly removed: readonly number[];
}

function* reindex(
  state: VaultState,
  { notes, sentences, texts, rereads, removed }: Reindexing,
): Steps<VaultState["index"]> {
  const before = textsOf(state);
  yield;
  const changed = new Map<number, NoteChange>();
  for (const [number, { body }] of rereads) {
    const fields = fieldsOf(describedNote(notes, sentences, number));
    changed.set(number, { node: number, fields, body, linkTexts: texts.get(number) ?? [] });
  }
  // What many notes say now, or no longer, describes others than before.
  for (let number = 0; number < state.sentences.length; number += 1) {
    if (state.sentences[number] === sentences[number] || !notes.has(number) || changed.has(number)) continue;
    changed.set(number, { node: number, fields: fieldsOf(describedNote(notes, sentences, number)) });
  }
  // A note that is called otherwise by others than before is found by other words.
  for (const number of new Set([...before.keys(), ...texts.keys()])) {
    if (!notes.has(number) || rereads.has(number)) continue;
    const linkTexts = texts.get(number) ?? [];
    if (linkTexts.join("\n") !== (before.get(number) ?? []).join("\n"))
      changed.set(number, { node: number, ...changed.get(number), linkTexts });
  }
  const index = updateIndex(state.index, { changed: [...changed.values()], removed });
  yield;
  return isCrowded(index) ? yield* compacting(index) : index;
}

function* repassage(
  state: VaultState,
  rereads: ReadonlyMap<number, Reread>,
  removed: readonly number[],
): Steps<VaultState["passages"]> {
  const changed = [...rereads].map(([node, { cut }]) => ({ node, note: cut.indexed }));
  const updated = updatePassages(state.passages, { changed, removed });
  yield;
  return isPassagesCrowded(updated) ? yield* compactingPassages(updated) : updated;
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
  const { path, name, type, aliases, routes } = notes.head(number);
  const calls = (all: readonly string[]) => all.join("\n");
  return (
    calls([path, name, type, ...aliases, ...routes]) !==
    calls([now.path, now.name, now.type, ...now.aliases, ...now.routes])
  );
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

function addTo(problems: Map<string, Finding[]>, problem: Finding): void {
  const known = problems.get(problem.file);
  if (known === undefined) problems.set(problem.file, [problem]);
  else known.push(problem);
}
