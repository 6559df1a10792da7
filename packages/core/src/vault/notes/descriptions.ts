import { BOILERPLATE_NOTES } from "../../search/passages/weights.js";
import type { NoteHead, StoredNote } from "./note-codec.js";
import type { NoteList } from "./note-list.js";

/**
 * Which of its sentences describes each note that declares no description: 0 for the first, 1 for the one after it and so on. A sentence that notes of
 * many names have (a footer, a licence, a template's beginning) describes none of them; copies of one note, as in versions of a site, count once.
 */
export type Sentences = Uint8Array;

/** A fresh pass over all notes: what one says decides how others are described. Most sentences are compared as hashes, and no string is made of them. */
export function chooseSentences(notes: NoteList): Sentences {
  const chosen = new Uint8Array(notes.size);
  let undecided: readonly Undecided[] = suspects(notes);
  const shared = new Set<string>();
  // Those that said what many say take their next sentence, which may be shared too.
  for (let at = 0; undecided.length > 0; at += 1) {
    for (const sentence of sharedSentences(undecided, at)) shared.add(sentence);
    undecided = undecided.filter(({ sentences }) => shared.has(sentences[at] ?? ""));
    for (const { number } of undecided) chosen[number] = at + 1;
  }
  return chosen;
}

/** The description that is shown: none where every sentence is one that many notes have. */
export function describedHead(notes: NoteList, sentences: Sentences, number: number): NoteHead {
  const at = sentences[number] ?? 0;
  if (at === 0) return notes.head(number);
  const { standIns, ...note } = notes.note(number);
  return { ...note, description: standIns[at - 1] ?? "" };
}

/** The same of a note as a whole. */
export function describedNote(notes: NoteList, sentences: Sentences, number: number): StoredNote {
  const note = notes.note(number);
  const at = sentences[number] ?? 0;
  return at === 0 ? note : { ...note, description: note.standIns[at - 1] ?? "" };
}

interface Undecided {
  readonly number: number;
  readonly name: string;
  readonly sentences: readonly string[];
}

/** Notes without a description of their own whose first sentence others may have too. */
function suspects(notes: NoteList): readonly Undecided[] {
  const hashes = new Int32Array(notes.size);
  const counts = new Map<number, number>();
  for (let number = 0; number < notes.size; number += 1) {
    if (!notes.has(number)) continue;
    const { bytes, description } = notes.namePlaces(number);
    const hash = hashOf(bytes, description[0], description[1]);
    hashes[number] = hash;
    if (hash !== 0) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  const found: Undecided[] = [];
  for (let number = 0; number < notes.size; number += 1) {
    if ((counts.get(hashes[number]!) ?? 0) < BOILERPLATE_NOTES) continue;
    const { name, description, declares, standIns } = notes.note(number);
    if (!declares.description) found.push({ number, name, sentences: [description, ...standIns] });
  }
  return found;
}

/** Those that notes of many names have in this place. */
function sharedSentences(notes: readonly Undecided[], at: number): readonly string[] {
  const names = new Map<string, Set<string>>();
  for (const { name, sentences } of notes) {
    const sentence = sentences[at];
    if (sentence === undefined) continue;
    const known = names.get(sentence);
    if (known === undefined) names.set(sentence, new Set([name]));
    else known.add(name);
  }
  return [...names].filter(([, { size }]) => size >= BOILERPLATE_NOTES).map(([sentence]) => sentence);
}

/** 0 for nothing, and for nothing else. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  if (start === end) return 0;
  let value = 0x811c9dc5;
  for (let at = start; at < end; at += 1) value = Math.imul(value ^ bytes[at]!, 0x01000193);
  return value | 1;
}
