import { describe, expect, test } from "vitest";
import { SMALL_GRAPH } from "../views/graph/small-graph.js";
import { graphData } from "./graph-data.js";

const graph = graphData(SMALL_GRAPH);

describe("a graph of columns", () => {
  test("R1.3, R1.9 a section or a passage is found at its note, and what is not there is not found", () => {
    expect(graph.find("b#testing")?.name).toBe("Soil");
    expect(graph.find("b@12-18")?.name).toBe("Soil");
    expect(graph.find("z")).toBeUndefined();
    expect(graph.tokensOfAll).toBe(100);
  });

  test("links are known from both ends", () => {
    expect(graph.neighbours(1).map(({ index, direction, relation }) => [index, direction, relation])).toEqual([
      [0, "from", "references"],
      [2, "to", "references"],
      [3, "from", "clusters"],
    ]);
  });
});
