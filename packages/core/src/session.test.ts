import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { createBodyCache } from "./body-cache.js";
import { estimate } from "./counters.js";
import { createLedger } from "./ledger.js";
import { LEVELS } from "./level.js";
import { createMemorySessionStore } from "./memory-session-store.js";
import { nodeId } from "./node.js";
import { loadO200k } from "./o200k.js";
import { newSessionId, SESSION_ID_PATTERN, type SessionEntry, type SessionId } from "./session.js";
import { tokens } from "./tokens.js";

const a = nodeId("note:a");
const entry = (loaded: SessionEntry["loaded"], graphId = "g"): SessionEntry => ({
  graphId,
  operation: "node",
  at: 0,
  tokensUsed: tokens(1),
  tokenBudget: null,
  loaded,
  skipped: [],
});

test("R2.1 a ledger only rises, in whatever order levels come", () => {
  const level = fc.constantFrom(...LEVELS);
  fc.assert(
    fc.property(fc.array(level, { minLength: 1 }), (levels) => {
      const ledger = createLedger();
      let highest = -1;
      for (const next of levels) {
        ledger.raise(a, next);
        highest = Math.max(highest, next);
        expect(ledger.seen(a)).toBe(highest);
      }
      expect(createLedger(ledger.entries()).entries()).toEqual(ledger.entries());
    }),
    { numRuns: propertyRuns() },
  );
});

describe("R2.7 session ids", () => {
  test("are random, and never the same twice", () => {
    const ids = new Set(Array.from({ length: 1000 }, newSessionId));
    expect(ids.size).toBe(1000);
    for (const id of ids) expect(id).toMatch(SESSION_ID_PATTERN);
  });

  test("cost the same whichever digits they have, so that they change no other byte of an answer", async () => {
    const real = await loadO200k();
    const ids = Array.from({ length: 500 }, newSessionId);
    expect(new Set(ids.map((id) => estimate.count(`[session ${id}]`))).size).toBe(1);
    expect(new Set(ids.map((id) => real.count(`[session ${id}]`))).size).toBe(1);
  });
});

describe("the memory store", () => {
  test("keeps what was seen per graph and merges by maximum, as parallel calls need", async () => {
    const store = createMemorySessionStore();
    const session = await store.create("me");
    await Promise.all([4, 1, 3].map((level) => store.commit(session, "me", entry([{ id: a, level: level as 1 }]))));
    await store.commit(session, "me", entry([{ id: a, level: 0 }], "other"));
    expect(await store.seen(session, "me", { graphId: "g", ids: [a] })).toEqual(new Map([[a, 4]]));
    expect(await store.seen(session, "me", { graphId: "other", ids: [a] })).toEqual(new Map([[a, 0]]));
  });

  test("does not know another caller's session, and says so as of one that never was", async () => {
    const store = createMemorySessionStore();
    const session = await store.create("me");
    for (const [id, caller] of [
      [session, "you"],
      [newSessionId(), "me"],
    ] as const) {
      expect(await store.seen(id, caller, { graphId: "g", ids: [a] })).toBeUndefined();
      expect(await store.commit(id, caller, entry([]))).toBe(false);
      expect(await store.record(id, caller)).toBeUndefined();
      expect(await store.end(id, caller)).toBe(false);
    }
    expect(await store.end(session, "me")).toBe(true);
  });

  test("forgets a session that was not used for long, and tells", async () => {
    let now = 0;
    const ended: SessionId[] = [];
    const store = createMemorySessionStore({ idleMilliseconds: 100, now: () => now });
    store.onEnd?.((id) => ended.push(id));
    const [kept, idle] = [await store.create("me"), await store.create("me")];
    now = 90;
    await store.commit(kept, "me", entry([]));
    now = 150;
    expect(await store.record(idle, "me")).toBeUndefined();
    expect(await store.record(kept, "me")).toMatchObject({ createdAt: 0, expiresAt: 250 });
    now = 400;
    await store.create("me");
    expect(ended).toEqual([idle, kept]);
  });

  test("is bounded in number and in bytes: the least recently used one goes first", async () => {
    const ended: SessionId[] = [];
    const few = createMemorySessionStore({ maxSessions: 2 });
    few.onEnd?.((id) => ended.push(id));
    const first = await few.create("me");
    await few.create("me");
    await few.create("me");
    expect(ended).toEqual([first]);

    const small = createMemorySessionStore({ maxBytes: 20_000 });
    const greedy = await small.create("me");
    const many = Array.from({ length: 1000 }, (_, index) => ({ id: nodeId(`note:${index}`), level: 1 as const }));
    await small.commit(greedy, "me", entry(many));
    expect(await small.record(greedy, "me")).toBeUndefined();
  });

  test("at the limit, who holds most gives up its own, and a stranger's question keeps nothing alive", async () => {
    const ended: SessionId[] = [];
    const store = createMemorySessionStore({ maxSessions: 4 });
    store.onEnd?.((id) => ended.push(id));
    const mine = await store.create("me");
    const theirs = [await store.create("them"), await store.create("them"), await store.create("them")];
    await store.create("them");
    await store.create("them");
    expect(ended).toEqual(theirs.slice(0, 2));
    expect(await store.record(mine, "them")).toBeUndefined();
    await store.create("a third");
    expect(ended).toEqual(theirs);
    expect(await store.record(mine, "me")).toBeDefined();
  });

  test("past the bytes, who holds most gives up its own, however its sessions grew", async () => {
    const store = createMemorySessionStore({ maxBytes: 40_000 });
    const mine = await store.create("me");
    const theirs = [await store.create("them"), await store.create("them")];
    await store.commit(mine, "me", entry([{ id: nodeId("note:mine"), level: 1 }]));
    // Call by call: no single one is large.
    for (let call = 0; call < 80; call += 1)
      await store.commit(theirs[call % 2]!, "them", entry([{ id: nodeId(`note:${call}`), level: 1 }]));
    expect(await store.record(mine, "me")).toBeDefined();
    const left = await Promise.all(theirs.map((id) => store.record(id, "them")));
    expect(left.filter((record) => record !== undefined)).toHaveLength(1);
  });

  test("sessions that nobody uses count too", async () => {
    const store = createMemorySessionStore({ maxBytes: 10_000 });
    const all = await Promise.all(Array.from({ length: 50 }, () => store.create("me")));
    const left = await Promise.all(all.map((id) => store.record(id, "me")));
    expect(left.filter((record) => record !== undefined)).toHaveLength(9);
    expect(left.at(-1)).toBeDefined();
  });

  test("keeps its estimate: what ends gives back all that it took", async () => {
    const store = createMemorySessionStore({ maxBytes: 40_000, maxEntries: 7, maxRecords: 20 });
    // A hundred times what it may hold at once, one after the other.
    for (let round = 0; round < 100; round += 1) {
      const session = await store.create("me");
      for (let call = 0; call < 40; call += 1)
        await store.commit(session, "me", entry([{ id: nodeId(`note:${call % 50}`), level: 1 }]));
      expect(await store.record(session, "me")).toBeDefined();
      await store.end(session, "me");
    }
  });

  test("remembers calls until they name so many nodes", async () => {
    const store = createMemorySessionStore({ maxRecords: 20 });
    const session = await store.create("me");
    const eight = (call: number) =>
      Array.from({ length: 8 }, (_, index) => ({ id: nodeId(`note:${call}-${index}`), level: 1 as const }));
    for (let call = 0; call < 5; call += 1) await store.commit(session, "me", entry(eight(call)));
    expect(await store.record(session, "me")).toMatchObject({ forgotten: 3, entries: { length: 2 } });
    // The newest is kept, whatever it names.
    await store.commit(session, "me", entry(Array.from({ length: 10 }, (_, call) => eight(call)).flat()));
    expect(await store.record(session, "me")).toMatchObject({ forgotten: 5, entries: { length: 1 } });
  });

  test("remembers a bounded number of calls and counts the rest", async () => {
    const store = createMemorySessionStore({ maxEntries: 3 });
    const session = await store.create("me");
    for (let call = 0; call < 5; call += 1)
      await store.commit(session, "me", entry([{ id: nodeId(`note:${call}`), level: 2 }]));
    const record = await store.record(session, "me");
    expect(record?.entries).toHaveLength(3);
    expect(record?.forgotten).toBe(2);
    expect(await store.seen(session, "me", { graphId: "g", ids: [nodeId("note:0")] })).toEqual(
      new Map([[nodeId("note:0"), 2]]),
    );
  });
});

describe("R3.8 bodies", () => {
  const [one, two] = [newSessionId(), newSessionId()];

  test("are kept per session and gone with it", () => {
    const cache = createBodyCache(10_000);
    cache.set(one, "k", "body of one");
    cache.set(two, "k", "body of two");
    cache.drop(one);
    expect(cache.get(one, "k")).toBeUndefined();
    expect(cache.get(two, "k")).toBe("body of two");
    cache.drop(two);
    expect(cache.bytes).toBe(0);
  });

  test("take no more memory than they may", () => {
    const cache = createBodyCache(10_000);
    for (let index = 0; index < 100; index += 1) cache.set(one, `k${index}`, "x".repeat(1000));
    expect(cache.bytes).toBeLessThanOrEqual(10_000);
    cache.set(one, "huge", "x".repeat(100_000));
    expect(cache.get(one, "huge")).toBeUndefined();
    cache.drop(one);
    expect(cache.bytes).toBe(0);
  });
});
