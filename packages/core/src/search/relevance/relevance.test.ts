import { describe, expect, test } from "vitest";
import { createSegmentBuilder } from "../postings/index-builder.js";
import { indexOf } from "../postings/index-update.js";
import { buildAdjacency } from "./adjacency.js";
import { createRelevance } from "./relevance.js";

const encoder = new TextEncoder();

/** 0 Gate, 1 Budgets (linked from Gate), 2 Index (links to all), 3 Weather. */
function relevance(mapOf: readonly number[] = [2]) {
  const builder = createSegmentBuilder();
  const notes = [
    ["Gate", "The one place that discloses.", "It fits a plan into what is left."],
    ["Budgets", "Ceilings in tokens.", "Hard, never exceeded."],
    ["Index", "Everything.", ""],
    ["Weather", "Rain and sun.", "Clouds."],
  ] as const;
  for (const [name, description] of notes) builder.add({ names: [name], description, tags: [], headings: [""] });
  for (const [note, [, , body]] of notes.entries()) builder.setBody(note, 0, encoder.encode(body));
  builder.setLinkTexts(1, ["money"]);
  const adjacency = buildAdjacency(4, { from: [0, 2, 2, 2], to: [1, 0, 1, 3], kind: [0, 1, 1, 1] });
  const maps = Uint8Array.from({ length: 4 }, (_, node) => (mapOf.includes(node) ? 1 : 0));
  return createRelevance({ index: indexOf(builder), adjacency, maps });
}

describe("relevance", () => {
  test("R3.6 every score explains itself: by field, best first, or by the neighbour that led there", () => {
    const [gate, ...rest] = relevance().rank("gate plan", { limit: 10 });
    expect(gate).toMatchObject({ node: 0, why: [{ field: "name" }, { field: "body" }] });
    const budgets = rest.find(({ node }) => node === 1);
    expect(budgets?.why).toEqual([{ field: "link", via: 0 }]);
  });

  test("the text of inbound links is a field of its own", () => {
    expect(relevance().rank("money", { limit: 1, expansion: false })).toMatchObject([
      { node: 1, why: [{ field: "link" }] },
    ]);
  });

  test("R3.6 an empty query ranks maps of content and hubs", () => {
    expect(
      relevance()
        .rank("", { limit: 4 })
        .map(({ node }) => node),
    ).toEqual([2, 0, 1, 3]);
    expect(
      relevance([3])
        .rank(" ?! ", { limit: 2 })
        .map(({ node }) => node),
    ).toEqual([3, 2]);
  });

  test("the order alone is that of the ranking", () => {
    for (const query of ["gate tokens", ""]) {
      const ranked = relevance().rank(query, { limit: 10 });
      const ordered = relevance().order(query, { limit: 10 });
      expect(ordered.map(({ node, score }) => [node, score])).toEqual(ranked.map(({ node, score }) => [node, score]));
    }
  });

  test("reading gives reasons and hops with the order", () => {
    const [first, second] = relevance().read("gate plan", { limit: 2 });
    expect(first).toMatchObject({ node: 0, hop: 0 });
    expect(second?.why.some(({ via }) => via === 0)).toBe(second?.hop === 1);
    expect(
      relevance()
        .read("", { limit: 2 })
        .map(({ node }) => node),
    ).toEqual([2, 0]);
  });

  test("no result is empty", () => {
    expect(relevance().rank("xylophone", { limit: 10 })).toEqual([]);
  });

  test("a filter holds for hits, for neighbours and for an empty query", () => {
    const mask = Uint8Array.of(0, 1, 0, 1);
    expect(
      relevance()
        .rank("gate budgets", { limit: 10, mask })
        .map(({ node }) => node),
    ).toEqual([1]);
    expect(
      relevance()
        .rank("", { limit: 10, mask })
        .map(({ node }) => node),
    ).toEqual([1, 3]);
  });

  test("the same question gives the same answer", () => {
    const engine = relevance();
    expect(engine.rank("gate tokens", { limit: 10 })).toEqual(engine.rank("gate tokens", { limit: 10 }));
  });
});
