import { o200k } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES, readContent } from "@pd/core/testing";
import { describe, expect, test } from "vitest";
import { graphColumns } from "./graph-columns.js";

const content = createMemoryContent(ENFORCEMENT_NODES);

describe("a graph as columns", () => {
  test("has every node and price, and not a word of any description or body (R1.4)", async () => {
    const columns = await graphColumns(content, { counter: o200k });
    expect(columns.ids).toHaveLength(ENFORCEMENT_NODES.length);
    expect(columns.tokens.every((tokens) => tokens > 0)).toBe(true);
    const said = JSON.stringify(columns);
    const reading = await content.open();
    for (const { id, description } of await reading.graph.summaries(columns.ids)) {
      expect(said).not.toContain(description);
      expect(said).not.toContain((await readContent(reading.source, id)).slice(0, 60));
    }
  });
});
