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
    expect(history.soFar()[0]?.entries?.length).toBeLessThan(4);
    const heard: unknown[] = [];
    history.listen({ tell: (news) => heard.push(news), end: () => undefined });
    history.trouble("s", "away");
    history.trouble("s", "away");
    expect(heard).toEqual([{ source: "s", trouble: "away" }]);
  });
});
