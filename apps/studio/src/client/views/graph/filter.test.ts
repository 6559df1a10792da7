import { describe, expect, test } from "vitest";
import { graphData } from "../../state/graph-data.js";
import { passing } from "./filter.js";
import { SMALL_GRAPH } from "./small-graph.js";

const graph = graphData(SMALL_GRAPH);

describe("filters", () => {
  test("each that is given has to pass", () => {
    const pass = (filter: object) => [...passing(graph, filter, new Map())];
    expect(pass({})).toEqual([1, 1, 1, 1]);
    expect(pass({ type: "guide" })).toEqual([0, 0, 1, 1]);
    expect(pass({ tag: "ground" })).toEqual([0, 1, 0, 1]);
    expect(pass({ tag: "ground", domain: "shed" })).toEqual([0, 0, 0, 1]);
    expect(pass({ type: "no such type" })).toEqual([0, 0, 0, 0]);
    expect(pass({ onlySeen: true })).toEqual([0, 0, 0, 0]);
  });
});
