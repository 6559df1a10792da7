import * as fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { adjacencyFromBytes, adjacencyToBytes, buildAdjacency, degree, type Links } from "./adjacency.js";
import { expand } from "./expansion.js";
import { isMapOfContent, standing } from "./moc.js";
import { personalisedPageRank } from "./page-rank.js";

type Triple = readonly [from: number, to: number, kind: number];

function graph(nodes: number, edges: readonly Triple[]) {
  const part = (at: 0 | 1 | 2) => edges.map((edge) => edge[at]);
  return buildAdjacency(nodes, { from: part(0), to: part(1), kind: part(2) });
}

function triples({ starts, targets, kinds }: Links): readonly Triple[] {
  return Array.from(starts.subarray(1), (end, node) =>
    Array.from(
      targets.subarray(starts[node]!, end),
      (target, at): Triple => [node, target, kinds[starts[node]! + at]!],
    ),
  ).flat();
}

const edges = fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.nat(4)), { maxLength: 40 });

describe("links", () => {
  test("both ways hold every link between two nodes once, neighbours ascending", () => {
    fc.assert(
      fc.property(edges, (list) => {
        const adjacency = graph(10, list);
        const kept = list.filter(([from, to]) => from < 10 && to < 10 && from !== to).map(String);
        const order = (one: Triple, other: Triple) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
        const expected = [...new Set(kept)].map((text) => text.split(",").map(Number) as unknown as Triple).sort(order);
        expect(triples(adjacency.out)).toEqual(expected);
        const turned = expected.map(([from, to, kind]): Triple => [to, from, kind]).sort(order);
        expect(triples(adjacency.in)).toEqual(turned);
        expect(adjacencyFromBytes(adjacencyToBytes(adjacency))).toEqual(adjacency);
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("R7.3 damaged bytes are refused or give links between nodes that exist", () => {
    const good = adjacencyToBytes(
      graph(6, [
        [0, 1, 0],
        [1, 2, 1],
        [5, 0, 2],
      ]),
    );
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), (at, value) => {
        const bytes = good.slice();
        bytes[at] = value;
        try {
          const { out, nodes } = adjacencyFromBytes(bytes);
          expect(out.targets.every((target) => target < nodes)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: propertyRuns() },
    );
  });
});

describe("one hop", () => {
  const adjacency = graph(5, [
    [0, 1, 0],
    [2, 0, 0],
    [0, 3, 0],
    [4, 3, 0],
  ]);
  const own = (node: number) => [10, 1, 2, 0, 9][node]!;

  test("R3.6 a neighbour gets its own score and a share of the hit's, both ways, and remembers the hit", () => {
    const spread = expand(adjacency, [{ node: 0, score: 10 }], own, { seeds: 10, out: 0.5, in: 0.3 });
    expect([...spread]).toEqual([
      [1, { score: 6, via: 0 }],
      [3, { score: 5, via: 0 }],
      [2, { score: 5, via: 0 }],
    ]);
  });

  test("of two hits the better neighbour counts, and only the first few hits spread", () => {
    const hits = [
      { node: 0, score: 10 },
      { node: 4, score: 9 },
    ];
    expect(expand(adjacency, hits, own, { seeds: 2, out: 0.5, in: 0.3 }).get(3)).toEqual({ score: 5, via: 0 });
    expect(expand(adjacency, hits, own, { seeds: 1, out: 0, in: 0 }).size).toBe(0);
  });
});

describe("personalised PageRank", () => {
  test("a rank is a share: near the seeds more than far, in sum at most one", () => {
    const chain = graph(6, [
      [0, 1, 0],
      [1, 2, 0],
      [2, 3, 0],
      [3, 4, 0],
    ]);
    const rank = personalisedPageRank(chain, [{ node: 0, score: 3 }]);
    const at = (node: number) => rank.get(node) ?? 0;
    expect(at(0)).toBeGreaterThan(at(1));
    expect(at(1)).toBeGreaterThan(at(2));
    expect(at(2)).toBeGreaterThan(at(3));
    expect(at(5)).toBe(0);
    const sum = [...rank.values()].reduce((total, share) => total + share, 0);
    expect(sum).toBeGreaterThan(0.99);
    expect(sum).toBeLessThanOrEqual(1 + 1e-9);
  });

  test("agrees with power iteration", () => {
    fc.assert(
      fc.property(edges, (list) => {
        const adjacency = graph(12, list);
        const pushed = personalisedPageRank(adjacency, [{ node: 3, score: 1 }], { damping: 0.6, epsilon: 1e-9 });
        let rank = new Array<number>(12).fill(0);
        const links = (node: number) =>
          [...triples(adjacency.out), ...triples(adjacency.in)].filter(([from]) => from === node);
        const neighbours = rank.map((_, node) => links(node).map(([, to]) => to));
        for (let round = 0; round < 80; round++) {
          const next = rank.map((_, node) => (node === 3 ? (neighbours[3]!.length === 0 ? 1 : 0.4) : 0));
          for (const [node, near] of neighbours.entries())
            for (const to of near) next[to]! += (0.6 * rank[node]!) / near.length;
          rank = next;
        }
        for (const [node, share] of rank.entries()) expect(pushed.get(node) ?? 0).toBeCloseTo(share, 5);
      }),
      { numRuns: propertyRuns(0.2) },
    );
  });
});

describe("maps of content", () => {
  test.each([
    ["moc", false, 0, true],
    ["MOC", false, 0, true],
    ["note", true, 5, true],
    ["note", true, 4, false],
    ["note", false, 50, false],
    ["index", false, 9, false],
  ])("R3.4 type %s, mostly links: %s, %i links: %s", (type, isMostlyLinks, links, expected) => {
    expect(isMapOfContent({ type, isMostlyLinks, links })).toBe(expected);
  });

  test("R3.6 with nothing asked, maps stand before hubs and hubs before the rest", () => {
    const adjacency = graph(4, [
      [1, 0, 0],
      [2, 1, 0],
      [3, 1, 0],
    ]);
    const scores = standing(adjacency, Uint8Array.of(1, 0, 0, 0));
    expect(scores[0]).toBeGreaterThan(scores[1]!);
    expect(scores[1]).toBeGreaterThan(scores[2]!);
    expect(scores[2]).toBe(scores[3]);
    expect(degree(adjacency.in, 1)).toBe(2);
  });
});
