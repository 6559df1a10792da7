import { perField, type Segment } from "../terms/segment.js";
import { areSpans, isAscending } from "./array-checks.js";
import {
  type ArrayKind,
  arrayChunks,
  type BinaryArray,
  type Chunks,
  joinChunks,
  unpackArrays,
} from "./binary-arrays.js";
import { FIELD_NUMBERS, isPerUnit } from "./field.js";
import { compactIndex } from "./index-update.js";
import { createSearchIndex, type SearchIndex } from "./search-index.js";
import { rememberTotals, totalsOf } from "./statistics.js";

/** Raised whenever the same text gives another index: by other terms, or by other bytes. */
export const INDEX_FORMAT = 1;

const ARRAYS_BEFORE = 6;
const ARRAYS_A_FIELD = 9;
const KINDS: readonly ArrayKind[] = [
  ...([4, 4, 4, 4, 4, 4] as const),
  ...FIELD_NUMBERS.flatMap(() => [4, 4, 4, 1, 4, 4, 1, 4, 4] as const),
];

/** The whole index as bytes: terms by their hashes, never text. The caller adds a checksum. */
export function indexToBytes(index: SearchIndex): Uint8Array {
  return joinChunks(indexToChunks(index));
}

/** The same in pieces that are views on the index. */
export function indexToChunks(index: SearchIndex): Chunks {
  const { base, dead } = compactIndex(index).parts;
  const { length, units } = totalsOf(base);
  return arrayChunks([
    Uint32Array.from([...length, ...units]),
    dead,
    base.firstUnit,
    base.vocabulary.low,
    base.vocabulary.high,
    usableSlots(base),
    ...FIELD_NUMBERS.flatMap((field) => {
      const { starts, ends, lengths, bytes } = base.forward[field]!;
      const lists = base.postings[field]!;
      return [starts, ends, lengths, bytes, lists.terms, lists.starts, lists.bytes, lists.frequencies, lists.lengths];
    }),
  ]);
}

/** A table that went on growing holds numbers that this vocabulary does not have. */
function usableSlots({ vocabulary: { count, slots } }: Segment): Uint32Array {
  return slots.some((entry) => entry > count) ? slots.map((entry) => (entry > count ? 0xffffffff : entry)) : slots;
}

/**
 * The index back, as views on the bytes. Throws a `RangeError` where they cannot be an index. What lies inside lists is not looked at:
 * readers keep within bounds whatever they find there.
 */
export function indexFromBytes(bytes: Uint8Array): SearchIndex {
  const arrays = unpackArrays(bytes, KINDS);
  const words = (at: number) => arrays[at] as Uint32Array;
  const [totals, dead, firstUnit, low, high, slots] = [words(0), words(1), words(2), words(3), words(4), words(5)];
  const notes = firstUnit.length - 1;
  const count = low.length;
  check(notes >= 0 && firstUnit[0] === 0 && isAscending(firstUnit), "units");
  check(totals.length === 2 * FIELD_NUMBERS.length, "sums");
  check(isAscending(dead) && (dead.at(-1) ?? -1) < notes, "removed notes");
  check(high.length === count && isPowerOfTwo(slots.length), "vocabulary");
  const fieldArrays = (field: number, at: number): BinaryArray => arrays[ARRAYS_BEFORE + field * ARRAYS_A_FIELD + at]!;
  const field = (number: number, at: number) => fieldArrays(number, at) as Uint32Array;

  const forward = perField((number) => {
    const documents = isPerUnit(number) ? firstUnit[notes]! : notes;
    const [starts, ends, lengths, list] = [
      field(number, 0),
      field(number, 1),
      field(number, 2),
      fieldArrays(number, 3),
    ];
    check(starts.length === documents && ends.length === documents && lengths.length === documents, "documents");
    check(areSpans(starts, ends, list.length), "documents");
    return { starts, ends, lengths, bytes: list as Uint8Array };
  });
  const postings = perField((number) => {
    const [terms, starts, list] = [field(number, 4), field(number, 5), fieldArrays(number, 6)];
    const [frequencies, lengths] = [field(number, 7), field(number, 8)];
    check(
      starts.length === terms.length + 1 && frequencies.length === terms.length && lengths.length === notes,
      "lists",
    );
    // Terms out of order are not found, and nothing worse.
    check(isAscending(starts) && starts.at(-1)! <= list.length, "lists");
    return { terms, starts, bytes: list as Uint8Array, frequencies, lengths };
  });
  const base: Segment = { notes, firstUnit, vocabulary: { count, low, high, slots }, forward, postings };
  rememberTotals(base, {
    length: perField((number) => totals[number]!),
    units: perField((number) => totals[FIELD_NUMBERS.length + number]!),
  });
  return createSearchIndex({ base, dead, deltaNodes: new Uint32Array(0) });
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new RangeError(`The saved index is damaged: its ${what} do not agree`);
}

function isPowerOfTwo(length: number): boolean {
  return length > 0 && (length & (length - 1)) === 0;
}
