import type { NodeId, SessionLogEntry } from "@pd/core";
import { describe, expect, test } from "vitest";
import { namesOf } from "./shown-graphs.js";

function entry(graphId: string, ...ids: readonly string[]): SessionLogEntry {
  const disclosed = ids.map((id) => ({ graphId, id: id as NodeId, level: 1 as const, tokens: 1 as never }));
  return { version: 1, at: 0, milliseconds: 1, operation: "node", input: {}, disclosed, omitted: [] };
}

const shown = { graphId: "docs", indexOf: (id: string) => (["a", "b", "c"].includes(id) ? 0 : undefined) };
const served = new Set(["docs", "skills"]);

describe("the names of the graph that is shown", () => {
  test("its own, also before any call", () => {
    expect([...namesOf(shown, [], served)]).toEqual(["docs"]);
  });

  test("another program's name for the same notes, though one of them is gone", () => {
    expect([...namesOf(shown, [entry("notes", "a", "b"), entry("notes", "gone")], served)]).toEqual(["docs", "notes"]);
  });

  test("not a graph of other nodes, and not one that is served here by itself", () => {
    expect([...namesOf(shown, [entry("prompt", "section:task"), entry("skills", "a")], served)]).toEqual(["docs"]);
  });
});
