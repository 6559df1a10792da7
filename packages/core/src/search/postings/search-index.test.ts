import * as fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { explain, termScores } from "../relevance/explanation.js";
import { queryTerms } from "../relevance/query-terms.js";
import { FIELD_NUMBERS } from "./field.js";
import { createSegmentBuilder, type NoteFields } from "./index-builder.js";
import { indexFromBytes, indexToBytes } from "./index-bytes.js";
import { compactIndex, indexOf, isCrowded, type NoteChange, updateIndex } from "./index-update.js";
import type { FieldScoring, SearchIndex } from "./search-index.js";

const encoder = new TextEncoder();
const SATURATION = { k1: 1.2, b: 0.75 };
const SCORING: FieldScoring = { weights: [1, 0.5, 0.5, 0.4, 1, 0.25], saturation: FIELD_NUMBERS.map(() => SATURATION) };

interface Sample extends NoteFields {
  readonly linkTexts: readonly string[];
  readonly body: readonly string[];
}

function sample(part: Partial<Sample> = {}): Sample {
  return { names: [], description: "", tags: [], headings: [""], linkTexts: [], body: [""], ...part };
}

function build(samples: readonly Sample[]): SearchIndex {
  const builder = createSegmentBuilder();
  for (const each of samples) builder.add(each);
  for (const [note, { linkTexts, body }] of samples.entries()) {
    builder.setLinkTexts(note, linkTexts);
    for (const [unit, text] of body.entries()) builder.setBody(note, unit, encoder.encode(text));
  }
  return indexOf(builder);
}

function changeOf(node: number, each: Sample): NoteChange {
  return { node, fields: each, linkTexts: each.linkTexts, body: each.body.map((text) => encoder.encode(text)) };
}

function search(index: SearchIndex, text: string, limit = 10, mask?: Uint8Array) {
  return index.score(index.bind(queryTerms(text)), SCORING).best(limit, mask);
}

const nodes = (index: SearchIndex, text: string) => search(index, text).map(({ node }) => node);

const WORDS = ["alpha", "beta", "gamma", "delta", "kappa", "lambda", "sigma", "omega"];
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(" "));
const note: fc.Arbitrary<Sample> = fc
  .record({
    names: fc.array(text, { maxLength: 2 }),
    description: text,
    tags: fc.array(text, { maxLength: 2 }),
    headings: fc.array(text, { minLength: 1, maxLength: 3 }),
    linkTexts: fc.array(text, { maxLength: 2 }),
    bodies: fc.array(text, { minLength: 3, maxLength: 3 }),
  })
  .map(({ bodies, ...rest }) => ({ ...rest, body: bodies.slice(0, rest.headings.length) }));
const corpus = fc.array(note, { minLength: 1, maxLength: 12 });

/** BM25 as the books have it, from the texts: what the index must agree with. */
function oracle(samples: readonly Sample[], query: string): readonly number[] {
  const words = (value: string) => value.split(" ").filter((word) => word !== "");
  const fields = (each: Sample) => [
    each.names,
    [each.description],
    each.tags,
    each.headings,
    each.body,
    [...new Set(each.linkTexts)],
  ];
  const texts = samples.map((each) => fields(each).map((field) => field.flatMap(words)));
  return texts.map((own) => {
    let score = 0;
    for (const term of new Set(words(query))) {
      for (const field of FIELD_NUMBERS) {
        const mean = Math.max(1, texts.reduce((sum, each) => sum + each[field]!.length, 0) / samples.length);
        const frequency = texts.filter((each) => each[field]!.includes(term)).length;
        const count = own[field]!.filter((word) => word === term).length;
        if (count === 0) continue;
        const widest = Math.max(
          ...FIELD_NUMBERS.map((each) => texts.filter((note) => note[each]!.includes(term)).length),
        );
        const inverse = (notes: number) => Math.log(1 + (samples.length - notes + 0.5) / (notes + 0.5));
        const rarity = Math.sqrt(inverse(frequency) * inverse(widest));
        score +=
          (SCORING.weights[field]! * rarity * count * 2.2) /
          (count + 1.2 * (0.25 + (0.75 * own[field]!.length) / mean));
      }
    }
    return score;
  });
}

describe("search", () => {
  test("A text longer than any before it is found by its own words", () => {
    const long = `${"filler ".repeat(300)}needle`;
    const index = build([sample({ names: ["haystack"] }), sample({ linkTexts: [long] })]);
    expect(nodes(index, "needle")).toEqual([1]);
  });

  test("R3.6 BM25 per field, summed, agrees with the definition", () => {
    fc.assert(
      fc.property(corpus, text, (samples, query) => {
        const index = build(samples);
        const scores = index.score(index.bind(queryTerms(query)), SCORING);
        for (const [node, expected] of oracle(samples, query).entries())
          expect(scores.of(node)).toBeCloseTo(expected, 9);
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("the best are those of a full sort, ties by number, and a mask leaves out the rest", () => {
    fc.assert(
      fc.property(
        corpus,
        text,
        fc.nat(6),
        fc.uint8Array({ minLength: 12, maxLength: 12, max: 1 }),
        (samples, query, limit, mask) => {
          const index = build(samples);
          const scores = index.score(index.bind(queryTerms(query)), SCORING);
          const all = samples
            .map((_, node) => ({ node, score: scores.of(node) }))
            .filter(({ node, score }) => score > 0 && mask[node] === 1);
          all.sort((one, other) => other.score - one.score || one.node - other.node);
          expect(scores.best(limit, mask)).toEqual(all.slice(0, limit));
        },
      ),
      { numRuns: propertyRuns(0.5) },
    );
  });

  test("an explanation's fields add up to the score, and so do its terms", () => {
    fc.assert(
      fc.property(corpus, text, (samples, query) => {
        const index = build(samples);
        const bound = index.bind(queryTerms(query));
        const scores = index.score(bound, SCORING);
        for (const node of samples.keys()) {
          const { fields, units } = explain(index, bound, SCORING, node);
          const terms = termScores(index, bound, SCORING, node);
          expect(fields.reduce((sum, part) => sum + part, 0)).toBeCloseTo(scores.of(node), 9);
          expect(terms.reduce((sum, part) => sum + part, 0)).toBeCloseTo(scores.of(node), 9);
          expect(units.length).toBe(samples[node]!.headings.length);
        }
      }),
      { numRuns: propertyRuns(0.3) },
    );
  });

  test("the section that answers has the highest unit score", () => {
    const index = build([
      sample({
        headings: ["", "Install", "Use"],
        body: ["Lead.", "Run the installer.", "Set the token budget first."],
      }),
      sample({ body: ["budget"] }),
    ]);
    const bound = index.bind(queryTerms("token budget"));
    const { units } = explain(index, bound, SCORING, 0);
    expect(units.map((score) => score > 0)).toEqual([false, false, true]);
    const [first, second] = bound.terms.map(({ term }) => term.frequency);
    expect(first).toBeLessThanOrEqual(second!);
  });

  test("stop words count only where there is nothing else", () => {
    const index = build([sample({ body: ["the who"] }), sample({ body: ["gate keeper"] })]);
    expect(nodes(index, "who is the gate keeper")).toEqual([1]);
    expect(nodes(index, "the who")).toEqual([0]);
  });

  test("a query of any length is bounded, and one with nothing known finds nothing", () => {
    const index = build([sample({ body: ["alpha"] })]);
    expect(nodes(index, `${"unknown words ".repeat(2000)}`)).toEqual([]);
    expect(index.bind(queryTerms(Array.from({ length: 900 }, () => "alpha").join(" "))).terms.length).toBe(1);
  });

  test("bodies may come later and in any order; what was made before stays as it was", () => {
    const builder = createSegmentBuilder();
    builder.add(sample({ names: ["First"] }));
    builder.add(sample({ names: ["Second"] }));
    const early = indexOf(builder);
    builder.setBody(1, 0, encoder.encode("alpha"));
    builder.setBody(0, 0, encoder.encode("alpha beta"));
    const late = indexOf(builder);
    expect(nodes(early, "alpha")).toEqual([]);
    expect(nodes(early, "first")).toEqual([0]);
    expect(nodes(late, "alpha")).toEqual([1, 0]);
    expect(nodes(late, "first")).toEqual([0]);
  });
});

describe("updating", () => {
  const changes = fc.array(fc.tuple(fc.nat(14), fc.option(note)), { maxLength: 6 });

  test("an updated index scores to the bit as one that is built anew", () => {
    fc.assert(
      fc.property(corpus, fc.array(changes, { maxLength: 3 }), text, (samples, rounds, query) => {
        let index = build(samples);
        const now = new Map<number, Sample>(samples.entries());
        for (const round of rounds) {
          const known = new Map(round);
          const changed = [...known].flatMap(([node, each]) => (each === null ? [] : [changeOf(node, each)]));
          const removed = [...known].flatMap(([node, each]) => (each === null ? [node] : []));
          index = updateIndex(index, { changed, removed });
          for (const [node, each] of known) each === null ? now.delete(node) : now.set(node, each);
        }
        const alive = [...now.keys()].sort((one, other) => one - other);
        const fresh = build(alive.map((node) => now.get(node)!));
        const expected = search(fresh, query, 20).map(({ node, score }) => ({ node: alive[node], score }));
        expect(search(index, query, 20)).toEqual(expected);
        expect(search(compactIndex(index), query, 20)).toEqual(expected);
        expect(search(indexFromBytes(indexToBytes(index)), query, 20)).toEqual(expected);
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });

  test("readers keep the version they have", () => {
    const before = build([sample({ body: ["alpha"] }), sample({ body: ["beta"] })]);
    const after = updateIndex(before, { changed: [changeOf(0, sample({ body: ["gamma"] }))], removed: [1] });
    expect(nodes(before, "alpha")).toEqual([0]);
    expect(nodes(before, "beta")).toEqual([1]);
    expect(nodes(after, "alpha beta")).toEqual([]);
    expect(nodes(after, "gamma")).toEqual([0]);
  });

  test("what a change does not give stays: new link texts keep name and body", () => {
    const before = build([
      sample({ names: ["Gate"], headings: ["", "Use"], body: ["alpha", "beta"], linkTexts: ["door"] }),
    ]);
    const after = updateIndex(before, { changed: [{ node: 0, linkTexts: ["entrance"] }], removed: [] });
    for (const query of ["gate", "alpha", "beta", "use", "entrance"]) expect(nodes(after, query)).toEqual([0]);
    expect(nodes(after, "door")).toEqual([]);
    expect(explain(after, after.bind(queryTerms("beta")), SCORING, 0).units.map((score) => score > 0)).toEqual([
      false,
      true,
    ]);
  });

  test("an index is crowded when many notes changed", () => {
    const before = build(Array.from({ length: 100 }, () => sample()));
    const change = (count: number) => ({
      changed: Array.from({ length: count }, (_, node) => changeOf(node, sample({ names: ["x"] }))),
      removed: [],
    });
    expect(isCrowded(updateIndex(before, change(1)))).toBe(false);
    expect(isCrowded(updateIndex(before, change(100)))).toBe(true);
  });
});

describe("bytes", () => {
  test("a saved index is the same index", () => {
    fc.assert(
      fc.property(corpus, text, (samples, query) => {
        const index = build(samples);
        expect(search(indexFromBytes(indexToBytes(index)), query)).toEqual(search(index, query));
      }),
      { numRuns: propertyRuns(0.3) },
    );
  });

  test("it needs no aligned buffer", () => {
    const bytes = indexToBytes(build([sample({ body: ["alpha"] })]));
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(nodes(indexFromBytes(shifted.subarray(3)), "alpha")).toEqual([0]);
  });

  test("R7.3 tables that contradict each other are refused", () => {
    const bytes = indexToBytes(build([sample({ body: ["alpha beta gamma"] }), sample({ body: ["beta"] })]));
    const words = new Uint32Array(bytes.buffer);
    const arrays = words[1]!;
    // Turning any two neighbours round in an ascending table must not go unnoticed; the body's list starts are one.
    const kinds = [4, 4, 4, 4, 4, 4, ...FIELD_NUMBERS.flatMap(() => [4, 4, 4, 1, 4, 4, 1, 4, 4])];
    let at = Math.ceil((4 * (2 + arrays)) / 8) * 8;
    for (const [place, kind] of kinds.entries()) {
      const length = words[2 + place]!;
      if (place === 6 + 4 * 9 + 5) {
        const damaged = bytes.slice();
        const starts = new Uint32Array(damaged.buffer, at, length);
        starts[1] = 1000;
        expect(() => indexFromBytes(damaged)).toThrow(RangeError);
      }
      at = Math.ceil((at + length * kind) / 8) * 8;
    }
    expect(at).toBe(bytes.length);
  });

  test("R7.3 damaged bytes are refused or give some answer: no crash, no endless loop, no node that is not there", () => {
    const samples = Array.from({ length: 40 }, (_, at) =>
      sample({
        names: [WORDS[at % 8]!],
        headings: ["", WORDS[at % 3]!],
        body: [WORDS.slice(0, at % 8).join(" "), "alpha"],
      }),
    );
    const good = indexToBytes(build(samples));
    const damage = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(damage, fc.option(fc.nat(good.length)), (places, cut) => {
        const bytes = good.slice(0, cut ?? good.length);
        for (const [at, value] of places) if (at < bytes.length) bytes[at] = value;
        let index: SearchIndex;
        try {
          index = indexFromBytes(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          return;
        }
        const bound = index.bind(queryTerms(WORDS.join(" ")));
        const found = index.score(bound, SCORING).best(100);
        expect(found.every(({ node }) => node >= 0 && node < index.size)).toBe(true);
        expect(new Set(found.map(({ node }) => node)).size).toBe(found.length);
        for (const { node } of found) explain(index, bound, SCORING, node);
      }),
      { numRuns: propertyRuns() },
    );
  });
});
