import { createMemorySessionStore, type NodeId, nodeId, type SessionCommit, type SessionId, tokens } from "@pd/core";
import { expect, test } from "vitest";
import { describeOnPostgres } from "../testing/on-postgres.js";
import { postgresSessions } from "./postgres-sessions.js";

const ids = Array.from({ length: 6 }, (_, at) => nodeId(`note:n${at}-漢`));

function commitOf(levels: ReadonlyMap<NodeId, number>, more: Partial<SessionCommit> = {}): SessionCommit {
  return {
    graphId: "g",
    operation: "node",
    at: 1,
    tokensUsed: tokens(3),
    tokenBudget: null,
    loaded: [...levels].map(([id, level]) => ({ id, level: level as 1 })),
    skipped: [],
    digests: new Map([...levels].map(([id, level]) => [id, { [level]: `sha256:${level}`, version: "v1" }])),
    ...more,
  };
}

describeOnPostgres("sessions in PostgreSQL", ({ migrated }) => {
  test("R2.7 give what sessions in memory give, for the same calls in the same order", async () => {
    const url = await migrated();
    let now = 1000;
    const settings = { now: () => now, idleMilliseconds: 100, maxEntries: 3 };
    const stores = [createMemorySessionStore(settings), postgresSessions({ url, ...settings })] as const;
    const seen = await Promise.all(
      stores.map(async (store) => {
        now = 1000;
        const results: unknown[] = [];
        const session = await store.create("me");
        expect(session).toMatch(/^pds_[0-9]{39}$/);
        const look = async (caller = "me") => {
          const found = await store.seen(session, caller, { graphId: "g", ids });
          results.push(found === undefined ? "unknown" : [...found].sort(([a], [b]) => (a < b ? -1 : 1)));
          const record = await store.record(session, caller);
          results.push(record === undefined ? "unknown" : { ...record, id: "" });
        };
        await look();
        results.push(
          await store.commit(
            session,
            "me",
            commitOf(
              new Map([
                [ids[0]!, 4],
                [ids[1]!, 1],
              ]),
            ),
          ),
        );
        results.push(
          await store.commit(
            session,
            "me",
            commitOf(
              new Map([
                [ids[0]!, 1],
                [ids[2]!, 3],
              ]),
            ),
          ),
        );
        await look();
        results.push(
          await store.commit(session, "me", commitOf(new Map(), { skipped: [{ id: ids[3]!, reason: "budget" }] })),
        );
        results.push(
          await store.commit(
            session,
            "me",
            commitOf(new Map([[ids[0]!, 2]]), { digests: new Map([[ids[0]!, { 2: "other", version: "v2" }]]) }),
          ),
        );
        results.push(await store.commit(session, "me", commitOf(new Map([[ids[4]!, 0]]), { graphId: "other" })));
        await look();
        await look("you");
        results.push(await store.commit(session, "you", commitOf(new Map())), await store.end(session, "you"));
        return { results, store, session };
      }),
    );
    expect(seen[1]!.results).toEqual(seen[0]!.results);
    for (const { store, session } of seen) {
      now += 101;
      expect(await store.record(session, "me")).toBeUndefined();
      expect(await store.commit(session, "me", commitOf(new Map()))).toBe(false);
      expect(await store.end(session, "me")).toBe(false);
      const fresh = await store.create("me");
      expect(await store.end(fresh, "me")).toBe(true);
      expect(await store.seen(fresh, "me", { graphId: "g", ids })).toBeUndefined();
      now = 1000;
    }
    await stores[1].close();
  });

  test("R2.1 merge by maximum whatever several servers commit at once, and none waits for another for ever", async () => {
    const url = await migrated();
    const servers = Array.from({ length: 4 }, () => postgresSessions({ url }));
    const session: SessionId = await servers[0]!.create("me");
    const highest = new Map<NodeId, number>();
    const commits = Array.from({ length: 60 }, (_, at) => {
      const some = ids.filter((_, place) => (at + place) % 3 !== 0);
      const levels = new Map((at % 2 === 0 ? some : some.toReversed()).map((id, place) => [id, (at * 7 + place) % 5]));
      for (const [id, level] of levels) highest.set(id, Math.max(highest.get(id) ?? 0, level));
      return servers[at % servers.length]!.commit(session, "me", commitOf(levels));
    });
    expect(new Set(await Promise.all(commits))).toEqual(new Set([true]));
    const found = await servers[2]!.seen(session, "me", { graphId: "g", ids });
    for (const [id, level] of highest) expect(found?.get(id)?.level).toBe(level);
    expect((await servers[1]!.record(session, "me"))?.entries).toHaveLength(60);
    for (const server of servers) await server.close();
  });
});
