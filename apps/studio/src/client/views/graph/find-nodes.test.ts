import { describe, expect, test } from "vitest";
import { graphData } from "../../state/graph-data.js";
import { findNodes } from "./find-nodes.js";
import { SMALL_GRAPH } from "./small-graph.js";

const graph = graphData(SMALL_GRAPH);

describe("finding by name", () => {
  test("beginnings first, then words, then anywhere, then ids", () => {
    expect(findNodes(graph, "soil", 9).map(({ name }) => name)).toEqual(["Soil", "Rose soil", "Subsoil"]);
    expect(findNodes(graph, "D", 9).map(({ name }) => name)).toEqual(["Water"]);
    expect(findNodes(graph, "  ", 9)).toEqual([]);
    expect(findNodes(graph, "soil", 1)).toHaveLength(1);
  });
});
