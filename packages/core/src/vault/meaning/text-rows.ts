import type { VaultState } from "../vault-state.js";
import { headText, passageTexts } from "./embedded-texts.js";
import { digestOf } from "./text-digest.js";
import type { MissingText } from "./vector-maker.js";
import type { VectorRows } from "./vector-rows.js";

/** Which row has the vector of each note's head and of each passage; -1 where there is none yet. */
export interface TextRows {
  /** By note number. */
  readonly heads: Int32Array;
  /** By passage number. */
  readonly passages: Int32Array;
  /** Texts that have one, of all. */
  readonly made: number;
  readonly all: number;
}

/** What tells the texts of a note's passages from those of another version of it, without reading it. */
export function noteKey({ digests, notes, passages }: VaultState, number: number): string {
  const { size } = notes.stamp(number);
  return `${digests[number]!.toString(36)} ${size.toString(36)} ${passages.passagesOf(number).count}`;
}

const heads = new WeakMap<VaultState, Float64Array>();

/** Digests of what level 1 shows of each note: the same for a version of the vault. */
function headDigests(state: VaultState): Float64Array {
  const known = heads.get(state);
  if (known !== undefined) return known;
  const made = new Float64Array(state.notes.size).fill(-1);
  for (let number = 0; number < made.length; number += 1)
    if (state.notes.has(number)) made[number] = digestOf(headText(state, number));
  heads.set(state, made);
  return made;
}

/** Where the vectors of a version's texts are. Reads no file. */
export function textRows(state: VaultState, rows: VectorRows): TextRows {
  const { notes, passages } = state;
  const byHead = new Int32Array(notes.size).fill(-1);
  const byPassage = new Int32Array(passages.passages).fill(-1);
  const digests = headDigests(state);
  let [made, all] = [0, 0];
  for (let number = 0; number < notes.size; number += 1) {
    if (!notes.has(number)) continue;
    const { first, count } = passages.passagesOf(number);
    const texts = rows.textsOf(noteKey(state, number));
    all += count + 1;
    byHead[number] = rows.rowOf(digests[number]!) ?? -1;
    if (byHead[number]! >= 0) made += 1;
    for (let ordinal = 0; ordinal < count && texts !== undefined; ordinal += 1) {
      const row = rows.rowOf(texts[ordinal]!) ?? -1;
      byPassage[first + ordinal] = row;
      if (row >= 0 || texts[ordinal] === NO_TEXT) made += 1;
    }
  }
  return { heads: byHead, passages: byPassage, made, all };
}

/** The digest of a passage that says nothing. */
const NO_TEXT = -1;

/** The texts that have no vector yet, note by note; `undefined` now and then, where there was nothing to send. */
export function* missingTexts(root: string, state: VaultState, rows: VectorRows): Generator<MissingText | undefined> {
  const { notes } = state;
  const digests = headDigests(state);
  const sent = new Set<number>();
  const isMissing = (digest: number) => digest !== NO_TEXT && rows.rowOf(digest) === undefined && !sent.has(digest);
  for (let number = 0; number < notes.size; number += 1) {
    if (!notes.has(number)) continue;
    const head = digests[number]!;
    if (isMissing(head)) yield send(head, headText(state, number));
    const key = noteKey(state, number);
    if (rows.textsOf(key)?.some(isMissing) === false) {
      yield undefined;
      continue;
    }
    const texts = textsIn(root, state, number);
    if (texts === undefined) continue;
    const own = texts.map((text) => (text === "" ? NO_TEXT : digestOf(text)));
    rows.setTexts(key, own);
    for (const [ordinal, digest] of own.entries()) if (isMissing(digest)) yield send(digest, texts[ordinal]!);
  }

  function send(digest: number, text: string): MissingText {
    sent.add(digest);
    return { digest, text };
  }
}

/** Nothing where the file changed meanwhile: the next version of the vault has it. */
function textsIn(root: string, state: VaultState, number: number): readonly string[] | undefined {
  try {
    return passageTexts(root, state, number);
  } catch {
    return undefined;
  }
}
