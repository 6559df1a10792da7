import { describe, expect, test } from "vitest";
import { seedLayout } from "./seed-layout.js";
import { SMALL_GRAPH } from "./small-graph.js";

describe("the first layout", () => {
  test("is the same each time, and no two nodes share a place", () => {
    const [one, two] = [seedLayout(SMALL_GRAPH), seedLayout(SMALL_GRAPH)];
    expect(one).toEqual(two);
    const places = [...one.x].map((x, index) => `${x} ${one.y[index]}`);
    expect(new Set(places).size).toBe(4);
    expect(places.join()).not.toContain("NaN");
  });
});
