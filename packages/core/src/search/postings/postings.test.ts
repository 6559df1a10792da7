import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { MOST_COUNTED } from "../terms/term-list.js";
import { createForwardField } from "./forward-field.js";
import { type InversionInput, invert, LARGE_COUNT, type Postings, visitList } from "./postings.js";
import { varintAt, varintEnd } from "./varint.js";

function finished(steps: Generator<void, Postings>): Postings {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The terms of each document of each note. */
type Notes = readonly (readonly (readonly number[])[])[];

function inputOf(notes: Notes, terms: number, backwards: boolean): InversionInput {
  const forward = createForwardField();
  const first = [0];
  for (const documents of notes) first.push(first.at(-1)! + documents.length);
  const numbers = notes.flatMap((documents, note) => documents.map((_, at) => [note, at] as const));
  for (const [note, at] of backwards ? numbers.reverse() : numbers)
    forward.set(
      first[note]! + at,
      Uint32Array.from(notes[note]![at]!, (term) => term * 2),
    );
  return { forward: forward.freeze(first.at(-1)!), notes: notes.length, terms, bounds: Uint32Array.from(first) };
}

/** The notes of each term, made the slow way. */
function expectedLists(notes: Notes, terms: number): Map<number, number[]> {
  const lists = new Map<number, number[]>();
  notes.forEach((documents, note) => {
    for (const term of new Set(documents.flat())) {
      if (term < terms) lists.set(term, [...(lists.get(term) ?? []), note]);
    }
  });
  return lists;
}

/** The counts of a list: in the lowest bits of each entry, or in a byte after it. */
function countsOf({ bytes, starts }: Postings, list: number): number[] {
  const counts: number[] = [];
  for (let at = starts[list]!; at < starts[list + 1]!; ) {
    const value = varintAt(bytes, at, bytes.length);
    at = varintEnd;
    counts.push((value & LARGE_COUNT) === LARGE_COUNT ? bytes[at++]! : (value & LARGE_COUNT) + 1);
  }
  return counts;
}

const term = fc.oneof(fc.nat(3), fc.nat(40), fc.nat(5000), fc.nat(100_000));
const fields = fc.array(fc.array(fc.array(term, { maxLength: 300 }), { maxLength: 4 }), { maxLength: 40 });

test("a term's list has the notes that have the term, in whichever order documents were set", () => {
  fc.assert(
    fc.property(fields, fc.boolean(), fc.constantFrom(30, 100_001), (notes, backwards, terms) => {
      const postings = finished(invert(inputOf(notes, terms, backwards)));
      const expected = expectedLists(notes, terms);
      expect([...postings.terms]).toEqual([...expected.keys()].sort((a, b) => a - b));
      for (const [list, each] of postings.terms.entries()) {
        const found: number[] = [];
        visitList(postings, each, (note) => found.push(note));
        expect(found).toEqual(expected.get(each));
        expect(postings.frequencies[list]).toBe(found.length);
        const times = found.map((note) => notes[note]!.flat().filter((one) => one === each).length);
        expect(countsOf(postings, list)).toEqual(times.map((count) => Math.min(count, MOST_COUNTED)));
      }
      expect([...postings.lengths]).toEqual(notes.map((documents) => documents.flat().length));
    }),
    { numRuns: propertyRuns(0.2) },
  );
});

test("so it has in a field of many notes, long lists and large counts", () => {
  const notes = Array.from({ length: 20_000 }, (_, note) => [
    note % 9000 === 7
      ? Array.from({ length: 90_000 }, (_, at) => at % 31_000)
      : [note % 7 === 0 ? 1 : 30_500, note % 613],
    ...(note % 1000 === 3 ? [new Array<number>(700).fill(2)] : []),
  ]);
  const postings = finished(invert(inputOf(notes, 31_000, false)));
  const found: number[] = [];
  visitList(postings, 2, (note) => found.push(note));
  const expected = notes.flatMap((documents, note) => (documents.some((terms) => terms.includes(2)) ? [note] : []));
  expect(found).toEqual(expected);
  expect(countsOf(postings, 2)).toEqual(
    expected.map((note) => Math.min(MOST_COUNTED, notes[note]!.flat().filter((one) => one === 2).length)),
  );
  expect(postings.frequencies[0]).toBe(notes.filter((documents) => documents[0]!.includes(0)).length);
});
