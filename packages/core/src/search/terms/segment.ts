import { FIELD_NUMBERS, type FieldNumber, isPerUnit } from "../postings/field.js";
import type { ForwardField } from "../postings/forward-field.js";
import type { Postings } from "../postings/postings.js";
import type { Vocabulary } from "../postings/vocabulary.js";

/** Some notes' terms, both ways. Never written to once made; all of it is typed arrays. */
export interface Segment {
  readonly notes: number;
  /** Where a note's units begin; one more than `notes`, so that the last has an end. */
  readonly firstUnit: Uint32Array;
  readonly vocabulary: Vocabulary;
  /** By field number. */
  readonly forward: readonly ForwardField[];
  readonly postings: readonly Postings[];
}

/** The documents of a note in a field: its units, or itself. */
export function documentsOf(
  { firstUnit }: { readonly firstUnit: ArrayLike<number> },
  field: FieldNumber,
  note: number,
): readonly [from: number, to: number] {
  return isPerUnit(field) ? [firstUnit[note]!, firstUnit[note + 1]!] : [note, note + 1];
}

export function perField<Value>(make: (field: FieldNumber) => Value): readonly Value[] {
  return FIELD_NUMBERS.map(make);
}
