import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ANSWER_VERSION, type NodeId, nodeId, SESSION_LOG_VERSION, type SessionCommit, type Tokens } from "@pd/core";
import { describe, expect, test } from "vitest";
import { temporaryPlace } from "../testing/temporary-place.js";
import { openFileSession } from "./file-session-store.js";
import { KEPT_VERSION } from "./kept-session.js";

const [a, b] = [nodeId("note:a"), nodeId("note:b")];

function entry(loaded: readonly { id: NodeId; level: 0 | 1 | 2 | 3 | 4 }[], graphId = "docs"): SessionCommit {
  const about = { graphId, operation: "node", at: 1, tokensUsed: 5 as Tokens, tokenBudget: null, loaded, skipped: [] };
  return { ...about, digests: new Map(loaded.map(({ id, level }) => [id, { [level]: `of ${id}` }])) };
}

const seen = async (file: string, ids: readonly NodeId[] = [a, b], graphId = "docs") => {
  const store = openFileSession(file);
  const found = (await store.seen(store.session, "cli", { graphId, ids })) ?? new Map();
  return Object.fromEntries([...found].map(([id, { level }]) => [id, level]));
};

describe("a session in a file", () => {
  test("lasts from one opening to the next, and levels only go up", async () => {
    const file = temporaryPlace().path("s.json");
    const first = openFileSession(file);
    expect(first.isContinued).toBe(false);
    await first.commit(first.session, "cli", entry([{ id: a, level: 3 }]));
    await first.commit(
      first.session,
      "cli",
      entry([
        { id: a, level: 1 },
        { id: b, level: 2 },
      ]),
    );
    const second = openFileSession(file);
    expect([second.session, second.isContinued]).toEqual([first.session, true]);
    expect(await seen(file)).toEqual({ "note:a": 3, "note:b": 2 });
    expect(await seen(file, [a], "other")).toEqual({});
    expect(await second.record(second.session, "cli")).toMatchObject({
      id: first.session,
      entries: [{}, {}],
      forgotten: 0,
    });
  });

  test("keeps digests of what was shown, level by level (R2.7), and no call's entry has them too", async () => {
    const file = temporaryPlace().path("s.json");
    const first = openFileSession(file);
    await first.commit(first.session, "cli", entry([{ id: a, level: 1 }]));
    await first.commit(first.session, "cli", entry([{ id: a, level: 4 }]));
    const second = openFileSession(file);
    expect(await second.seen(second.session, "cli", { graphId: "docs", ids: [a] })).toEqual(
      new Map([[a, { level: 4, digests: { 1: "of note:a", 4: "of note:a" } }]]),
    );
    expect(JSON.stringify(await second.record(second.session, "cli"))).not.toContain("digests");
  });

  test("is for this user alone, and leaves nothing beside it", async () => {
    const file = temporaryPlace().path("s.json");
    const store = openFileSession(file);
    await store.commit(store.session, "cli", entry([{ id: a, level: 1 }]));
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readdirSync(dirname(file)).sort()).toEqual([".git", "s.json"]);
  });

  test("commits at the same time add to each other", async () => {
    const file = temporaryPlace().path("s.json");
    const begun = openFileSession(file);
    await begun.commit(begun.session, "cli", entry([]));
    const ids = Array.from({ length: 24 }, (_, number) => nodeId(`note:${number}`));
    await Promise.all(
      ids.map((id) => {
        const store = openFileSession(file);
        return store.commit(store.session, "cli", entry([{ id, level: 2 }]));
      }),
    );
    expect(Object.keys(await seen(file, ids))).toHaveLength(24);
  });

  test("begins anew once it was not used for long", async () => {
    const file = temporaryPlace().path("s.json");
    let time = 0;
    const options = { now: () => time, idleMilliseconds: 1000 };
    const first = openFileSession(file, options);
    await first.commit(first.session, "cli", entry([{ id: a, level: 4 }]));
    time = 1000;
    expect(openFileSession(file, options).isContinued).toBe(true);
    time = 1001;
    const anew = openFileSession(file, options);
    expect(anew.isContinued).toBe(false);
    expect(anew.session).not.toBe(first.session);
    await anew.commit(anew.session, "cli", entry([{ id: b, level: 1 }]));
    expect(await seen(file)).toEqual({});
  });

  test("another id is nobody's", async () => {
    const store = openFileSession(temporaryPlace().path("s.json"));
    const other = openFileSession(temporaryPlace().path("t.json")).session;
    expect(await store.seen(other, "cli", { graphId: "docs", ids: [a] })).toBeUndefined();
    expect(await store.commit(other, "cli", entry([]))).toBe(false);
    expect(await store.record(other, "cli")).toBeUndefined();
    expect(await store.end(other, "cli")).toBe(false);
  });

  test("remembers the last 500 calls, and of the others what they showed", async () => {
    const file = temporaryPlace().path("s.json");
    const store = openFileSession(file);
    const many = Array.from({ length: 500 }, () => entry([{ id: b, level: 1 }]));
    await store.commit(store.session, "cli", entry([{ id: a, level: 4 }]));
    const kept = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...kept, entries: [kept.entries[0], ...many.slice(1)] }));
    await store.commit(store.session, "cli", entry([{ id: b, level: 2 }]));
    expect(await store.record(store.session, "cli")).toMatchObject({ forgotten: 1 });
    expect(await seen(file)).toEqual({ "note:a": 4, "note:b": 2 });
  });
});

describe("a file that is no session", () => {
  test.each([
    "hello",
    "{}",
    "[]",
    "null",
    '{"pd":"session","version":3}',
    '{"pd":"session","version":2}',
    '{"pd":"session","version":2,"id":"pds_1","createdAt":0,"usedAt":0,"seen":[],"entries":[],"forgotten":0}',
    `{"pd":"session","version":2,"id":"pds_${"1".repeat(39)}","createdAt":0,"usedAt":0,"seen":[["docs",[["note:a",{"level":9,"digests":{}}]]]],"entries":[],"forgotten":0}`,
    `{"pd":"session","version":2,"id":"pds_${"1".repeat(39)}","createdAt":0,"usedAt":0,"seen":[["docs",[["note:a",{"level":1,"digests":{"1":7}}]]]],"entries":[],"forgotten":0}`,
    `{"pd":"session","version":2,"id":"pds_${"1".repeat(39)}","createdAt":0,"usedAt":0,"seen":[],"entries":[{}],"forgotten":0}`,
  ])("is refused and left as it is: %s", (text) => {
    const place = temporaryPlace({ "s.json": text });
    expect(() => openFileSession(place.path("s.json"))).toThrow(expect.objectContaining({ code: "session-unknown" }));
    expect(readFileSync(place.path("s.json"), "utf8")).toBe(text);
  });

  test("an empty one, as mktemp makes it, is a new session", () => {
    expect(openFileSession(temporaryPlace({ "s.json": "" }).path("s.json")).isContinued).toBe(false);
  });

  test("where it cannot be written, that is said", async () => {
    const store = openFileSession(temporaryPlace().path("no/such/folder/s.json"));
    await expect(store.commit(store.session, "cli", entry([]))).rejects.toMatchObject({
      code: "session-unknown",
      where: "--session",
    });
  });
});

test("a lock that a killed process left is taken away", async () => {
  const place = temporaryPlace({ "s.json.lock": "" });
  const old = Date.now() / 1000 - 60;
  utimesSync(place.path("s.json.lock"), old, old);
  const store = openFileSession(place.path("s.json"));
  expect(await store.commit(store.session, "cli", entry([{ id: a, level: 1 }]))).toBe(true);
  expect(readdirSync(place.folder)).not.toContain("s.json.lock");
});

test("docs/formats.md has the versions that are written", () => {
  const page = readFileSync(new URL("../../../../docs/formats.md", import.meta.url), "utf8");
  const versionIn = (row: string) =>
    Number(/\| (\d+) \|/.exec(page.split("\n").find((line) => line.startsWith(row)) ?? "")?.[1]);
  expect(versionIn("| answer on the wire")).toBe(ANSWER_VERSION);
  expect(versionIn("| [[Session logs")).toBe(SESSION_LOG_VERSION);
  expect(versionIn("| session file")).toBe(KEPT_VERSION);
});
