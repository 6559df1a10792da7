import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { compiledInversion } from "./compiled-postings.js";
import { createForwardField } from "./forward-field.js";
import { type InversionInput, invertPlainly, type Postings } from "./postings.js";

function finished(steps: Generator<void, Postings>): Postings {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

interface Field {
  /** The terms of each document of each note. */
  readonly notes: readonly (readonly (readonly number[])[])[];
  readonly terms: number;
}

function inputOf({ notes, terms }: Field, backwards: boolean): InversionInput {
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

const term = fc.oneof(fc.nat(3), fc.nat(40), fc.nat(5000), fc.nat(100_000));
const fields = fc.array(fc.array(fc.array(term, { maxLength: 300 }), { maxLength: 4 }), { maxLength: 40 });

test("a compiled inversion gives the same postings, to the byte", () => {
  fc.assert(
    fc.property(fields, fc.boolean(), fc.constantFrom(30, 100_001), (notes, backwards, terms) => {
      const input = inputOf({ notes, terms }, backwards);
      expect(finished(compiledInversion(input)!)).toEqual(finished(invertPlainly(input)));
    }),
    { numRuns: propertyRuns(0.5) },
  );
});

test("so it does for many notes, long lists and large counts", () => {
  const notes = Array.from({ length: 70_000 }, (_, note) => [
    note % 9000 === 7
      ? Array.from({ length: 90_000 }, (_, at) => at % 31_000)
      : [note % 7 === 0 ? 1 : 30_500, note % 613],
    ...(note % 1000 === 3 ? [new Array<number>(700).fill(2)] : []),
  ]);
  const input = inputOf({ notes, terms: 31_000 }, false);
  const postings = finished(compiledInversion(input)!);
  const expected = finished(invertPlainly(input));
  const bytesOf = (array: Uint8Array | Uint32Array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength);
  for (const array of ["terms", "starts", "bytes", "frequencies", "lengths"] as const)
    expect(Buffer.compare(bytesOf(postings[array]), bytesOf(expected[array])), array).toBe(0);
});
