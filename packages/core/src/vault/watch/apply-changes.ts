import { compactingPassages, isPassagesCrowded, updatePassages } from "../../search/passages/update.js";
import { compacting, isCrowded, type NoteChange, updateIndex } from "../../search/postings/index-update.js";
import { type Connected, connectNotes } from "../links/connect-notes.js";
import type { Steps } from "../load/in-steps.js";
import { fieldsOf } from "../load/index-fields.js";
import type { Reread } from "../load/reread-note.js";
import { chooseSentences, describedNote, type Sentences } from "../notes/descriptions.js";
import { createNodeIds, packIds } from "../notes/node-ids.js";
import type { Note } from "../notes/note.js";
import { LINK_END_STRIDE } from "../notes/note-codec.js";
import { noteIds } from "../notes/note-id.js";
import type { NoteList } from "../notes/note-list.js";
import { joinRows, NO_ROWS } from "../notes/passage-rows.js";
import { stringAt } from "../notes/string-table.js";
import { identifiedOf, resolverOf, type VaultState } from "../vault-state.js";

export interface Changes {
  /** By number: notes that are new, or not what they were. */
  readonly rereads: ReadonlyMap<number, Reread>;
  readonly removed: readonly number[];
  /** What the version with them is called. */
  readonly version: string;
}

/** A version with some notes changed: links are resolved anew where a name changed, and only what differs is indexed. */
export function* applyChanges(state: VaultState, { rereads, removed, version }: Changes): Steps<VaultState> {
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
