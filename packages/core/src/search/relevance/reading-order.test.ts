import * as fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { createSegmentBuilder } from "../postings/index-builder.js";
import { indexOf } from "../postings/index-update.js";
import { buildAdjacency } from "./adjacency.js";
import { termScores } from "./explanation.js";
import { queryTerms } from "./query-terms.js";
import { type Read, type ReadingOptions, readingOrder } from "./reading-order.js";
import { sharedNames } from "./shared-names.js";
import { FIELD_SCORING, READING } from "./weights.js";

const encoder = new TextEncoder();

interface Vault {
  readonly notes: readonly (readonly [name: string, body: string])[];
  readonly links?: readonly (readonly [from: number, to: number])[];
}

function open({ notes, links = [] }: Vault) {
  const builder = createSegmentBuilder();
  for (const [name] of notes) builder.add({ names: [name], description: "", tags: [], headings: [""] });
  for (const [note, [, body]] of notes.entries()) builder.setBody(note, 0, encoder.encode(body));
  const [from, to] = [links.map(([source]) => source), links.map(([, target]) => target)];
  return { index: indexOf(builder), adjacency: buildAdjacency(notes.length, { from, to, kind: links.map(() => 0) }) };
}

// In a vault of a few notes every name is in a large share of them.
const FEW: ReadingOptions = { ...READING, sharedNames: { ...READING.sharedNames, mostShare: 0.5 } };

function read(vault: Vault, text: string, more: { limit?: number; start?: readonly number[]; mask?: Uint8Array } = {}) {
  const { index, adjacency } = open(vault);
  const query = index.bind(queryTerms(text));
  const scores = index.score(query, FIELD_SCORING);
  return readingOrder({ index, adjacency, query, scoring: FIELD_SCORING, scores, limit: 10, ...more }, FEW);
}

const nodes = (order: readonly Read[]) => order.map(({ node }) => node);

/** The question names the journal; who its association's president was is told elsewhere, without a link. */
const TWO_STEPS: Vault = {
  notes: [
    ["Journal of Tides", "A journal that the Harbour Society edits in the city."],
    ["Journal of Stones", "A journal on stones and on nothing else that matters."],
    ["Ada Winter", "She was first president of the Harbour Society before the war."],
    ["Cooking", "Salt and pepper, said the president of the kitchen."],
    ["Gardens", "Roses, lilies and a bench for the evening sun."],
    ["Rivers", "Water flows down; boats float on it all day long."],
  ],
};

describe("reading order", () => {
  test("the second note of an answer is found by a rare name that the first one mentions", () => {
    const order = read(TWO_STEPS, "Who was president of the society that edits the Journal of Tides?");
    expect(nodes(order).slice(0, 2)).toEqual([0, 2]);
  });

  test("or by a link, and it says who led there", () => {
    const vault: Vault = {
      notes: [
        ["Tides", "See the moon."],
        ["Moon", "It is round."],
        ["Stones", "Heavy."],
      ],
      links: [[0, 1]],
    };
    expect(read(vault, "tides")).toMatchObject([
      { node: 0, hop: 0 },
      { node: 1, hop: 1, via: 0 },
    ]);
  });

  test("what is said already counts less: a note with the other half of the question comes before a repetition", () => {
    const vault: Vault = {
      notes: [
        ["a", "tides tides tides and more about it all in one place"],
        ["b", "tides tides and more about it all in one other place"],
        ["c", "volcano somewhere and more about it in a third place here"],
        ["d", "filler text"],
      ],
    };
    expect(nodes(read(vault, "tides volcano"))[1]).not.toBe(1);
    expect(nodes(read(vault, "tides volcano")).slice(0, 2).sort()).toContain(2);
  });

  test("reading may begin at given nodes: they lead on and are not given back", () => {
    const vault: Vault = {
      notes: [
        ["Tides", "x"],
        ["Moon", "y"],
        ["Far", "z"],
      ],
      links: [
        [0, 1],
        [1, 2],
      ],
    };
    expect(read(vault, "", { start: [0] })).toMatchObject([
      { node: 1, hop: 1, via: 0 },
      { node: 2, hop: 2, via: 1 },
    ]);
  });

  test("a filter holds for hits and for what they lead to", () => {
    const vault: Vault = {
      notes: [
        ["Tides", "x"],
        ["Moon", "y"],
      ],
      links: [[0, 1]],
    };
    expect(nodes(read(vault, "tides", { mask: Uint8Array.of(1, 0) }))).toEqual([0]);
  });

  const WORDS = ["tide", "moon", "stone", "Harbour", "Winter", "boat"];
  const note = fc.tuple(
    fc.constantFrom(...WORDS),
    fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => `x ${words.join(" ")}`),
  );
  const vaults = fc.record({
    notes: fc.array(note, { minLength: 1, maxLength: 10 }),
    links: fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 12 }),
  });

  test("each node comes once, and a shorter order is the beginning of a longer one", () => {
    fc.assert(
      fc.property(vaults, fc.nat(6), (vault, limit) => {
        const whole = nodes(read(vault, "tide moon Winter", { limit: 100 }));
        expect(new Set(whole).size).toBe(whole.length);
        expect(nodes(read(vault, "tide moon Winter", { limit }))).toEqual(whole.slice(0, limit));
      }),
      { numRuns: propertyRuns(0.3) },
    );
  });

  test("bounds change nothing: the order is that of weighing every candidate at every step", () => {
    fc.assert(
      fc.property(vaults, (vault) => {
        const { index, adjacency } = open(vault);
        const query = index.bind(queryTerms("tide moon stone"));
        const scores = index.score(query, FIELD_SCORING);
        const options = { ...READING, names: 0 };
        const order = readingOrder({ index, adjacency, query, scoring: FIELD_SCORING, scores, limit: 100 }, options);

        const counts = query.terms.map(() => 1);
        const reached = vault.notes.map(() => 0);
        const rest = new Set(vault.notes.keys());
        const own = (node: number) => termScores(index, query, FIELD_SCORING, node);
        const worth = (node: number) => own(node).reduce((sum, score, at) => sum + score * counts[at]!, reached[node]!);
        const value = (node: number) =>
          worth(node) / (index.parts.base.postings[4]!.lengths[node]! + 10) ** options.length;
        const top = Math.max(...vault.notes.map((_, node) => scores.of(node)));
        for (const [place, { node, score }] of order.entries()) {
          expect(score).toBeCloseTo(worth(node), 9);
          for (const other of rest) expect(value(other)).toBeLessThanOrEqual(value(node) + 1e-9);
          rest.delete(node);
          for (const [at, each] of own(node).entries()) if (each > 0) counts[at] = options.covered;
          if (place >= options.leaders) continue;
          const trusted = score * Math.min(1, score / top) ** options.trust;
          const { out, in: into } = adjacency;
          const shares = new Map<number, number>();
          for (const other of new Set(out.targets.subarray(out.starts[node], out.starts[node + 1])))
            shares.set(other, options.out);
          for (const other of new Set(into.targets.subarray(into.starts[node], into.starts[node + 1])))
            shares.set(other, (shares.get(other) ?? 0) + options.in);
          for (const [other, share] of shares) reached[other] = Math.max(reached[other]!, trusted * share);
        }
        for (const other of rest) expect(worth(other)).toBe(0);
      }),
      { numRuns: propertyRuns(0.3) },
    );
  });
});

describe("shared names", () => {
  const { index } = open(TWO_STEPS);
  const options = { names: 10, mostShare: 0.5, mostNotes: 100 };

  test("two notes that mention a rare name share it; common words and the query's own do not count", () => {
    expect([...sharedNames(index, 0, index.bind([]), options).keys()]).toEqual([2]);
    expect([...sharedNames(index, 0, index.bind(queryTerms("harbour society")), options).keys()]).toEqual([]);
  });

  test("a word is a name if it is written like one anywhere in the note", () => {
    const filler = ["a b c", "d e f", "g h i"].map((text) => [text, text] as const);
    const { index: once } = open({
      notes: [["x", "Harbour is wide. We like Harbour."], ["y", "to the harbour"], ...filler],
    });
    const { index: never } = open({
      notes: [["x", "Harbour is wide. We like it."], ["y", "to the harbour"], ...filler],
    });
    expect([...sharedNames(once, 0, once.bind([]), options).keys()]).toEqual([1]);
    expect([...sharedNames(never, 0, never.bind([]), options).keys()]).toEqual([]);
  });

  test("a name that many have joins nothing", () => {
    expect(sharedNames(index, 0, index.bind([]), { ...options, mostNotes: 1 }).size).toBe(0);
  });
});
