import { allBelow, areSpans, isAscending } from "../postings/array-checks.js";
import {
  type ArrayKind,
  arrayChunks,
  type BinaryArray,
  type Chunks,
  joinChunks,
  unpackArrays,
} from "../postings/binary-arrays.js";
import type { Vocabulary } from "../postings/vocabulary.js";
import { createPassageIndex, type PassageIndex } from "./passage-index.js";
import { PASSAGE_FIELDS, type PassageSegment } from "./segment.js";
import { compactPassages } from "./update.js";

const ARRAYS_BEFORE = 12;
const ARRAYS_A_FIELD = 9;
const KINDS: readonly ArrayKind[] = [
  ...new Array<ArrayKind>(ARRAYS_BEFORE).fill(4),
  ...PASSAGE_FIELDS.flatMap(() => [4, 4, 4, 1, 4, 4, 1, 4, 4] as const),
];

/** The whole index as bytes: terms by their hashes, never text. The caller adds a checksum. */
export function passageIndexToBytes(index: PassageIndex): Uint8Array {
  return joinChunks(passageIndexToChunks(index));
}

/** The same in pieces that are views on the index. */
export function passageIndexToChunks(index: PassageIndex): Chunks {
  const { base, dead } = compactPassages(index).parts;
  const { vocabulary, grams } = base;
  return arrayChunks([
    Uint32Array.of(base.notes, base.passages),
    dead,
    base.firstPassage,
    base.passageCount,
    base.digests,
    vocabulary.low,
    vocabulary.high,
    usableSlots(vocabulary),
    grams.vocabulary.low,
    grams.vocabulary.high,
    grams.starts,
    grams.terms,
    ...PASSAGE_FIELDS.flatMap((field) => {
      const { starts, ends, lengths, bytes } = base.forward[field]!;
      const lists = base.postings[field]!;
      return [starts, ends, lengths, bytes, lists.terms, lists.starts, lists.bytes, lists.frequencies, lists.lengths];
    }),
  ]);
}

/** A table that went on growing holds numbers that this vocabulary does not have. */
function usableSlots({ count, slots }: Vocabulary): Uint32Array {
  return slots.some((entry) => entry > count) ? slots.map((entry) => (entry > count ? 0xffffffff : entry)) : slots;
}

/** The index back, as views on the bytes. Throws a `RangeError` where they cannot be an index; readers keep within bounds whatever lists hold. */
export function passageIndexFromBytes(bytes: Uint8Array): PassageIndex {
  const arrays = unpackArrays(bytes, KINDS);
  const words = (at: number) => arrays[at] as Uint32Array;
  const [notes = 0, passages = 0] = words(0);
  const [dead, firstPassage, passageCount, digests] = [words(1), words(2), words(3), words(4)];
  check(isAscending(dead) && (dead.at(-1) ?? -1) < notes, "removed notes");
  check(firstPassage.length === notes && passageCount.length === notes && digests.length === 2 * passages, "notes");
  for (let note = 0; note < notes; note++) check(firstPassage[note]! + passageCount[note]! <= passages, "notes");
  const vocabulary = { count: words(5).length, low: words(5), high: words(6), slots: words(7) };
  check(vocabulary.high.length === vocabulary.count && isPowerOfTwo(vocabulary.slots.length), "vocabulary");
  const grams = { vocabulary: tableOf(words(8), words(9)), starts: words(10), terms: words(11) };
  check(grams.starts.length === grams.vocabulary.count + 1 && isAscending(grams.starts), "letters");
  check((grams.starts.at(-1) ?? 0) === grams.terms.length && allBelow(grams.terms, vocabulary.count), "letters");
  const at = (field: number, place: number): BinaryArray => arrays[ARRAYS_BEFORE + field * ARRAYS_A_FIELD + place]!;
  const base: PassageSegment = {
    notes,
    passages,
    firstPassage,
    passageCount,
    digests,
    vocabulary,
    grams,
    forward: PASSAGE_FIELDS.map((field) => forwardOf((place) => at(field, place), passages)),
    postings: PASSAGE_FIELDS.map((field) => postingsOf((place) => at(field, place), passages, vocabulary.count)),
  };
  return createPassageIndex({ base, dead, deltaNodes: new Uint32Array(0) });
}

function forwardOf(at: (place: number) => BinaryArray, passages: number): PassageSegment["forward"][number] {
  const [starts, ends, lengths] = [at(0) as Uint32Array, at(1) as Uint32Array, at(2) as Uint32Array];
  const bytes = at(3) as Uint8Array;
  check(starts.length === passages && ends.length === passages && lengths.length === passages, "passages");
  check(areSpans(starts, ends, bytes.length), "passages");
  return { starts, ends, lengths, bytes };
}

function postingsOf(
  at: (place: number) => BinaryArray,
  passages: number,
  words: number,
): PassageSegment["postings"][number] {
  const [terms, starts, bytes] = [at(4) as Uint32Array, at(5) as Uint32Array, at(6) as Uint8Array];
  const [frequencies, lengths] = [at(7) as Uint32Array, at(8) as Uint32Array];
  check(isAscending(terms) && allBelow(terms, words) && frequencies.length === terms.length, "lists");
  check(starts.length === terms.length + 1 && isAscending(starts) && starts.at(-1) === bytes.length, "lists");
  check(lengths.length === passages && allBelow(frequencies, passages + 1), "lists");
  return { terms, starts, bytes, frequencies, lengths };
}

/** A table that was saved without its slots. */
function tableOf(low: Uint32Array, high: Uint32Array): Vocabulary {
  check(low.length === high.length, "letters");
  let size = 256;
  while (size < low.length * 2) size *= 2;
  const slots = new Uint32Array(size);
  for (let term = 0; term < low.length; term++) {
    let slot = low[term]! & (size - 1);
    while (slots[slot] !== 0) slot = (slot + (high[term]! | 1)) & (size - 1);
    slots[slot] = term + 1;
  }
  return { count: low.length, low, high, slots };
}

function isPowerOfTwo(value: number): boolean {
  return value > 0 && (value & (value - 1)) === 0;
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new RangeError(`The saved index of passages has wrong ${what}`);
}
