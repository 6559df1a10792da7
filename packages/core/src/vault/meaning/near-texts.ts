import { nearestRows } from "../../search/vectors/nearest-rows.js";
import { type Nearness, nearnessOf } from "../../search/vectors/nearness.js";
import type { CodedVector, VectorTable } from "../../search/vectors/vector-table.js";
import { MEANING_WEIGHTS } from "../../search/vectors/weights.js";
import type { VaultState } from "../vault-state.js";
import type { NoteVectors, NumberedTable } from "./note-vectors.js";
import type { TextRows } from "./text-rows.js";

/** How near the texts of a version are to each wording of a question. */
export interface Near {
  notes(wording: string): Nearness | undefined;
  passages(wording: string): Nearness | undefined;
  /** Texts that have a vector, of all. */
  readonly made: number;
  readonly all: number;
}

export interface NearInput {
  readonly table: VectorTable;
  readonly places: TextRows;
  readonly notes: NoteVectors;
}

/** Each is found when it is asked for: a search needs no passages. */
export function nearTo(state: VaultState, vectors: ReadonlyMap<string, CodedVector>, input: NearInput): Near {
  const { made, all } = input.places;
  const notes = kept(vectors, (vector) => nearNotes(state, vector, input.notes));
  const passages = kept(vectors, (vector, wording) => nearPassages(state, vector, { ...input, near: notes(wording)! }));
  return { made, all, notes, passages };
}

function kept(
  vectors: ReadonlyMap<string, CodedVector>,
  make: (vector: CodedVector, wording: string) => Nearness,
): (wording: string) => Nearness | undefined {
  const known = new Map<string, Nearness>();
  return (wording) => {
    const vector = vectors.get(wording);
    if (vector === undefined) return undefined;
    const made = known.get(wording) ?? make(vector, wording);
    known.set(wording, made);
    return made;
  };
}

function nearNotes({ notes }: VaultState, vector: CodedVector, { heads, means }: NoteVectors): Nearness {
  const near = new Float32Array(notes.size);
  const { head } = MEANING_WEIGHTS;
  addNear(near, vector, heads, head);
  addNear(near, vector, means, 1 - head);
  return nearnessIn(near);
}

function addNear(near: Float32Array, vector: CodedVector, table: NumberedTable, weight: number): void {
  const nearest = nearestRows(vector, table);
  for (const [at, row] of nearest.rows.entries())
    near[table.notes[row]!]! += weight * nearnessOf(nearest.similarities[at]!, nearest);
}

function nearPassages(
  { passages }: VaultState,
  vector: CodedVector,
  { table, places, near: ofNotes }: NearInput & { readonly near: Nearness },
): Nearness {
  const nearest = nearestRows(vector, table);
  const byRow = new Float32Array(table.rows);
  for (const [at, row] of nearest.rows.entries()) byRow[row] = nearnessOf(nearest.similarities[at]!, nearest);
  const near = new Float32Array(passages.passages);
  const { ofNote } = MEANING_WEIGHTS;
  for (let passage = 0; passage < near.length; passage += 1) {
    const row = places.passages[passage]!;
    if (row >= 0) near[passage] = (1 - ofNote) * byRow[row]! + ofNote * ofNotes.of(passages.noteOf[passage]!);
  }
  return nearnessIn(near);
}

function nearnessIn(near: Float32Array): Nearness {
  const found: number[] = [];
  for (let number = 0; number < near.length; number += 1) if (near[number]! > 0) found.push(number);
  return { found, of: (number) => near[number] ?? 0 };
}
