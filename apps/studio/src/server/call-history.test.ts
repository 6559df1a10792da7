import type { SessionLogEntry } from "@pd/core";
import { describe, expect, test } from "vitest";
import type { News } from "../wire.js";
import { createCallHistory, type Following } from "./call-history.js";

function entry(at: number, input: unknown = {}): SessionLogEntry {
  return { version: 1, at, milliseconds: 1, operation: "scan", input, disclosed: [], omitted: [] };
}

function taken(following: Following): readonly News[] {
  const all: News[] = [];
  for (let news = following.next(); news !== undefined; news = following.next()) all.push(news);
  return all;
}

describe("the history of calls", () => {
  test("keeps the latest, and tells who comes later as much as who was there", () => {
    const history = createCallHistory({ calls: 2, bytes: 1e6 });
    const there = history.follow();
    history.add("s", entry(1));
    expect(taken(there)).toEqual([{ source: "s", entries: [entry(1)] }]);
    for (const at of [2, 3]) history.add("s", entry(at));
    expect(taken(there)).toEqual([{ source: "s", entries: [entry(2), entry(3)] }]);
    expect(taken(history.follow())).toEqual([{ source: "s", entries: [entry(2), entry(3)] }]);
    expect(taken(there)).toEqual([]);
  });

  test("a reader that is too slow hears how many calls it missed", () => {
    const history = createCallHistory({ calls: 2, bytes: 1e6 });
    const slow = history.follow();
    history.add("s", entry(1));
    taken(slow);
    for (const at of [2, 3, 4, 5, 6]) history.add("s", entry(at));
    expect(taken(slow)).toEqual([{ source: "s", entries: [entry(5), entry(6)], missed: 3 }]);
  });

  test("is bounded in bytes, and says of trouble once", () => {
    const history = createCallHistory({ calls: 100, bytes: 250 });
    for (let at = 0; at < 20; at += 1) history.add("s", entry(at));
    const following = history.follow();
    const [kept] = taken(following);
    expect(kept !== undefined && "entries" in kept ? kept.entries?.length : undefined).toBeLessThan(4);
    history.trouble("s", "fort");
    history.trouble("s", "fort");
    expect(taken(following)).toEqual([{ source: "s", trouble: "fort" }]);
    history.trouble("s", null);
    expect(taken(following)).toEqual([{ source: "s", trouble: null }]);
  });

  test("a graph's version is told once, and to who comes later", () => {
    const history = createCallHistory();
    const following = history.follow();
    for (const version of ["1", "1"]) history.version("docs", version);
    expect(taken(following)).toEqual([{ graph: "docs", version: "1" }]);
    history.version("docs", "2");
    expect(taken(following)).toEqual([{ graph: "docs", version: "2" }]);
    expect(taken(history.follow())).toEqual([{ graph: "docs", version: "2" }]);
  });

  test("wakes who waits, and sends everybody away when it hangs up", async () => {
    const history = createCallHistory();
    const following = history.follow();
    const woken = following.more(60_000);
    history.add("s", entry(1));
    expect(await woken).toBe(true);
    expect(await following.more(1)).toBe(false);
    const waiting = following.more(60_000);
    history.hangUp();
    expect([await waiting, following.isOver]).toEqual([true, true]);
    expect(await following.more(60_000)).toBe(true);
  });
});
