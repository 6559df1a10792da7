import type { SessionLogEntry } from "@pd/core";
import { describe, expect, test } from "vitest";
import { createCallHistory } from "./call-history.js";

function entry(at: number): SessionLogEntry {
  return { version: 1, at, milliseconds: 1, operation: "scan", input: {}, disclosed: [], omitted: [] };
}

describe("the history of calls", () => {
  test("keeps the latest, and tells who comes later as much as who was there", () => {
    const history = createCallHistory({ calls: 2, bytes: 1e6 });
    const heard: unknown[] = [];
    const stop = history.listen({ tell: (news) => heard.push(news), end: () => heard.push("end") });
    for (const at of [1, 2, 3]) history.add("s", entry(at));
    expect(history.soFar()).toEqual([{ source: "s", entries: [entry(2), entry(3)], trouble: null }]);
    expect(heard).toHaveLength(3);
    stop();
    history.add("s", entry(4));
    history.hangUp();
    expect(heard).toHaveLength(3);
  });

  test("is bounded in bytes, and says of trouble once", () => {
    const history = createCallHistory({ calls: 100, bytes: 250 });
    for (let at = 0; at < 20; at += 1) history.add("s", entry(at));
    const [kept] = history.soFar();
    expect(kept).toMatchObject({ source: "s" });
    expect(kept !== undefined && "entries" in kept ? kept.entries?.length : undefined).toBeLessThan(4);
    const heard: unknown[] = [];
    history.listen({ tell: (news) => heard.push(news), end: () => undefined });
    history.trouble("s", "away");
    history.trouble("s", "away");
    expect(heard).toEqual([{ source: "s", trouble: "away" }]);
  });

  test("a graph's version is told once, and to who comes later", () => {
    const history = createCallHistory();
    const heard: unknown[] = [];
    history.listen({ tell: (news) => heard.push(news), end: () => undefined });
    for (const version of ["1", "1", "2"]) history.version("docs", version);
    expect(heard).toEqual([
      { graph: "docs", version: "1" },
      { graph: "docs", version: "2" },
    ]);
    expect(history.soFar()).toEqual([{ graph: "docs", version: "2" }]);
  });
});
