import * as fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { BODY } from "../postings/field.js";
import { createSegmentBuilder } from "../postings/index-builder.js";
import { indexOf, updateIndex } from "../postings/index-update.js";
import type { SearchIndex } from "../postings/search-index.js";
import { explain, fieldScores, termScores } from "../relevance/explanation.js";
import { queryTerms } from "../relevance/query-terms.js";
import { FIELD_SCORING } from "../relevance/weights.js";
import { createKnownTerms } from "./known-terms.js";

const encoder = new TextEncoder();
const WORDS = ["alpha", "beta", "gamma", "delta", "kappa", "lambda"];
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((list) => list.join(" "));
const notes = fc.array(fc.tuple(words, words, words), { minLength: 1, maxLength: 10 });

type Sample = readonly [name: string, lead: string, rest: string];

const fieldsOf = ([name]: Sample) => ({ names: [name], description: "", tags: [], headings: ["", name] });
const bodyOf = ([, ...sections]: Sample) => sections.map((section) => encoder.encode(section));

function build(samples: readonly Sample[]): SearchIndex {
  const builder = createSegmentBuilder();
  for (const each of samples) builder.add(fieldsOf(each));
  for (const [note, each] of samples.entries())
    for (const [unit, body] of bodyOf(each).entries()) builder.setBody(note, unit, body);
  return indexOf(builder);
}

/** How a query explains each node, without lists to look in and, after scoring, with them. */
function explained(index: SearchIndex, text: string) {
  const query = index.bind(queryTerms(text));
  const look = () =>
    Array.from({ length: index.size }, (_, node) => [
      explain(index, query, FIELD_SCORING, node),
      fieldScores(index, query, FIELD_SCORING, node),
      termScores(index, query, FIELD_SCORING, node),
    ]);
  const before = look();
  index.score(query, FIELD_SCORING);
  return { before, after: look(), lists: query.terms.flatMap(({ term }) => term.lists.filter((list) => list)) };
}

describe("terms an index has met", () => {
  test("R3.6 a score explains itself the same by decoded lists as by the note's own terms", () => {
    fc.assert(
      fc.property(notes, notes, words, (samples, changed, text) => {
        const index = updateIndex(build(samples), {
          changed: changed.map((each, at) => ({
            node: at * 2,
            fields: fieldsOf(each),
            linkTexts: [],
            body: bodyOf(each),
          })),
          removed: [1],
        });
        const { before, after } = explained(index, text);
        expect(after).toEqual(before);
      }),
      { numRuns: propertyRuns(0.3) },
    );
  });

  test("a word that a list cannot count to the end is counted in the note", () => {
    const index = build([
      ["", "alpha ".repeat(200), "alpha ".repeat(200)],
      ["", "alpha", "beta"],
    ]);
    const { before, after, lists } = explained(index, "alpha");
    expect(lists.length).toBeGreaterThan(0);
    expect(after).toEqual(before);
  });

  test("however little is kept, a list is the same, and no more is kept than allowed", () => {
    const limits = fc.record({ entries: fc.nat(12), terms: fc.integer({ min: 1, max: 4 }), longest: fc.nat(5) });
    fc.assert(
      fc.property(notes, limits, fc.array(fc.constantFrom(...WORDS)), (samples, allowed, asked) => {
        const { parts, statistics } = build(samples);
        const tight = createKnownTerms([parts.base], statistics, allowed);
        for (const word of asked) {
          const [hash] = queryTerms(word);
          const term = tight.find(hash!);
          if (term.postings[BODY]! < 0) continue;
          const scoring = { saturation: FIELD_SCORING.saturation[BODY]!, weight: 1, meanLength: 3 };
          const fresh = createKnownTerms([parts.base], statistics);
          const wanted = fresh.list(fresh.find(hash!), 0, BODY, scoring);
          const { length, ...list } = tight.list(term, 0, BODY, scoring);
          expect(length).toBe(wanted.length);
          for (const key of ["notes", "counts", "scores"] as const)
            expect([...list[key].subarray(0, length)]).toEqual([...wanted[key]]);
          const kept = term.lists[BODY]?.length ?? 0;
          expect(kept).toBeLessThanOrEqual(Math.min(allowed.longest, allowed.entries));
        }
      }),
      { numRuns: propertyRuns(0.3) },
    );
  });

  test("a list is kept as it was scored, and scored anew for other weights", () => {
    const { parts, statistics } = build([["", "alpha", "beta"]]);
    const known = createKnownTerms([parts.base], statistics);
    const term = known.find(queryTerms("alpha")[0]!);
    const scoring = { saturation: FIELD_SCORING.saturation[BODY]!, weight: 1, meanLength: 3 };
    const once = known.list(term, 0, BODY, scoring);
    expect(known.list(term, 0, BODY, scoring)).toBe(once);
    expect(known.list(term, 0, BODY, { ...scoring, weight: 2 }).scores[0]).toBe(2 * once.scores[0]!);
  });

  test("terms that share half of their hash are two terms", () => {
    const { parts, statistics } = build([["", "alpha", "beta"]]);
    const known = createKnownTerms([parts.base], statistics);
    const { low, high } = queryTerms("alpha")[0]!;
    expect(known.find({ low, high }).frequency).toBe(1);
    expect(known.find({ low, high: (high ^ 1) >>> 0 }).frequency).toBe(0);
    expect(known.find({ low, high }).frequency).toBe(1);
  });
});
