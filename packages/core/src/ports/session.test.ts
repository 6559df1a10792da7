import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test, vi } from "vitest";
import { createBodyCache } from "../gate/body-cache.js";
import { LEVELS } from "../model/level.js";
import { nodeId } from "../model/node.js";
import { newSessionId, OWN_SESSION_ID_DIGITS, SESSION_ID_DIGITS, SESSION_ID_PATTERN } from "../model/session-id.js";
import { tokens } from "../model/tokens.js";
import { o200k } from "../o200k/index.js";
import { createLedger } from "../sessions/ledger.js";
import { createMemorySessionStore } from "../sessions/memory-session-store.js";
import type { SessionCommit, SessionEntry, SessionId, SessionStore } from "./session.js";

const a = nodeId("note:a");
const entry = (loaded: SessionEntry["loaded"], graphId = "g"): SessionCommit => ({
  graphId,
  operation: "node",
  at: 0,
  tokensUsed: tokens(1),
  tokenBudget: null,
  loaded,
  skipped: [],
  digests: new Map(),
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
        expect(ledger.seen(a)?.level).toBe(highest);
      }
      expect(createLedger(ledger.entries()).entries()).toEqual(ledger.entries());
    }),
    { numRuns: propertyRuns() },
  );
});

describe.each([SESSION_ID_DIGITS, OWN_SESSION_ID_DIGITS, 20])("R2.7 session ids of %i digits", (digits) => {
  test("are random, of that length, and hardly ever the same", () => {
    const ids = new Set(Array.from({ length: 1000 }, () => newSessionId(digits)));
    expect(ids.size).toBeGreaterThan(997);
    for (const id of ids) {
      expect(id).toMatch(SESSION_ID_PATTERN);
      expect(id).toHaveLength("pds_".length + digits);
    }
  });

  test("cost the same whichever digits they have, so that they change no other byte of an answer", async () => {
    const ids = Array.from({ length: 500 }, () => newSessionId(digits));
    expect(new Set(ids.map((id) => o200k.count(`[session ${id}]`))).size).toBe(1);
  });

  test("are made by a store that is told so, and are free", async () => {
    const store = createMemorySessionStore({ idDigits: digits });
    const id = await store.create("me");
    expect(id).toHaveLength("pds_".length + digits);
    expect(await store.record(id, "me")).toMatchObject({ id });
  });
});

test.each([8, 40, 9.5, Number.NaN])("R2.7 a store refuses ids of %d digits", (idDigits) => {
  expect(() => createMemorySessionStore({ idDigits })).toThrow("digits cannot make a session id");
});

test("R2.7 an id that is taken is not given twice", async () => {
  const draws = [7n, 7n, 8n];
  const random = vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    (array as unknown as BigUint64Array).set([0n, draws.shift() ?? 9n]);
    return array;
  });
  const store = createMemorySessionStore({ idDigits: 9 });
  expect([await store.create("me"), await store.create("you")]).toEqual(["pds_000000007", "pds_000000008"]);
  random.mockRestore();
});

describe("the memory store", () => {
  test("keeps what was seen per graph and merges by maximum, as parallel calls need", async () => {
    const store = createMemorySessionStore();
    const session = await store.create("me");
    await Promise.all([4, 1, 3].map((level) => store.commit(session, "me", entry([{ id: a, level: level as 1 }]))));
    await store.commit(session, "me", entry([{ id: a, level: 0 }], "other"));
    expect(await store.seen(session, "me", { graphId: "g", ids: [a] })).toEqual(
      new Map([[a, { level: 4, digests: {} }]]),
    );
    expect(await store.seen(session, "me", { graphId: "other", ids: [a] })).toEqual(
      new Map([[a, { level: 0, digests: {} }]]),
    );
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

  test("is bounded in number and in bytes", async () => {
    const ended: SessionId[] = [];
    const few = createMemorySessionStore({ maxSessions: 2 });
    few.onEnd?.((id) => ended.push(id));
    await few.create("me");
    const second = await few.create("me");
    await few.create("me");
    expect(ended).toEqual([second]);

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
    theirs.push(await store.create("them"), await store.create("them"));
    expect(ended).toEqual([theirs[1], theirs[2]]);
    expect(await store.record(mine, "them")).toBeUndefined();
    await store.create("a third");
    expect(ended).toEqual([theirs[1], theirs[2], theirs[3]]);
    expect(await store.record(mine, "me")).toBeDefined();
  });

  describe("R2.7 where many programs are one caller, as without a token", () => {
    const everybody = "http";
    const called = async (store: SessionStore, times: number) => {
      const session = await store.create(everybody);
      for (let call = 0; call < times; call += 1)
        await store.commit(session, everybody, entry([{ id: nodeId(`note:São Paulo ${call}`), level: 1 }]));
      return session;
    };
    const isKept = async (store: SessionStore, session: SessionId) =>
      (await store.record(session, everybody)) !== undefined;

    test("new sessions, however many, end none that was called again", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 2, max: 5 }), { minLength: 1, maxLength: 10 }),
          fc.integer({ min: 0, max: 200 }),
          async (inUse, flood) => {
            const store = createMemorySessionStore({ maxSessions: 20 });
            const sessions = await Promise.all(inUse.map((times) => called(store, times)));
            for (let made = 0; made < flood; made += 1) await called(store, 1);
            for (const session of sessions) expect(await isKept(store, session)).toBe(true);
          },
        ),
        { numRuns: propertyRuns(0.1) },
      );
    });

    test("1,100 new sessions do not end one that was made before them and called once", async () => {
      const store = createMemorySessionStore();
      const stranger = await called(store, 1);
      for (let made = 0; made < 1100; made += 1) await called(store, 1);
      expect(await isKept(store, stranger)).toBe(true);
    });

    test("one that is made in the middle of a flood has half of the room's time to call again", async () => {
      const store = createMemorySessionStore({ maxSessions: 20 });
      for (let made = 0; made < 100; made += 1) await called(store, 1);
      const newcomer = await called(store, 1);
      for (let made = 0; made < 9; made += 1) await called(store, 1);
      expect(await isKept(store, newcomer)).toBe(true);
      await store.commit(newcomer, everybody, entry([]));
      for (let made = 0; made < 100; made += 1) await called(store, 1);
      expect(await isKept(store, newcomer)).toBe(true);
    });

    test("only more than half of the room in sessions that were called again since ends one in use", async () => {
      const store = createMemorySessionStore({ maxSessions: 20 });
      const inUse = await called(store, 3);
      for (let made = 0; made < 9; made += 1) await called(store, 2);
      for (let made = 0; made < 100; made += 1) await called(store, 1);
      expect(await isKept(store, inUse)).toBe(true);
      for (let made = 0; made < 20; made += 1) await called(store, 2);
      expect(await isKept(store, inUse)).toBe(false);
    });

    test("large sessions that were called once do not take the room of one in use", async () => {
      const store = createMemorySessionStore({ maxBytes: 400_000 });
      const inUse = await called(store, 3);
      const large = Array.from({ length: 300 }, (_, at) => ({ id: nodeId(`note:大 ${at}`), level: 1 as const }));
      for (let made = 0; made < 50; made += 1) {
        const session = await store.create(everybody);
        await store.commit(session, everybody, entry(large));
      }
      expect(await isKept(store, inUse)).toBe(true);
    });
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
      new Map([[nodeId("note:0"), { level: 2, digests: {} }]]),
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
