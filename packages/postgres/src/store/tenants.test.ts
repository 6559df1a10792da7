import { createToolkit, type Level, nodeId, type SessionCommit, tokens } from "@pd/core";
import { expect, test } from "vitest";
import { openPostgres } from "../content/open-postgres.js";
import { postgresSessions } from "../sessions/postgres-sessions.js";
import { syncFolder } from "../sync/sync-folder.js";
import { describeOnPostgres, temporaryFolder } from "../testing/on-postgres.js";
import { once } from "../testing/throwaway-cluster.js";
import { TENANT_TABLES } from "./migrations.js";
import { openStore } from "./store.js";

const commit: SessionCommit = {
  graphId: "notes",
  operation: "node",
  at: 1,
  tokensUsed: tokens(1),
  tokenBudget: null,
  loaded: [{ id: nodeId("note:zqalpha"), level: 4 as Level }],
  skipped: [],
  digests: new Map(),
};

describeOnPostgres("tenants", ({ migrated }) => {
  test("see nothing of each other: no node, count, name, suggestion, session or error text", async () => {
    const url = await migrated();
    const [alpha, beta] = [
      temporaryFolder({ "zqalpha.md": "# zqalpha 秘密\n\nzqbody\n" }),
      temporaryFolder({ "b.md": "# Beta\n" }),
    ];
    for (const [tenant, folder] of [
      ["alpha", alpha],
      ["beta", beta],
    ] as const) {
      const store = openStore({ url, tenant });
      await syncFolder(store, { folder: folder.root, graph: "notes" });
      if (tenant === "alpha") await syncFolder(store, { folder: folder.root, graph: "zqonly" });
      await store.close();
    }
    const [own, other] = [postgresSessions({ url, tenant: "alpha" }), postgresSessions({ url, tenant: "beta" })];
    const session = await own.create("me");
    await own.commit(session, "me", commit);
    const said: string[] = [];
    const content = openPostgres({ url, tenant: "beta", graph: "notes" });
    const toolkit = createToolkit({ mounts: [{ content }], sessions: other });
    const inputs = [
      ["scan", {}],
      ["search", { query: "zqalpha 秘密" }],
      ["search", { query: "zqalphb" }],
      ["context", { query: "zqbody" }],
      ["node", { nodes: "zqalpha", level: 4 }],
      ["node", { nodes: "note:zqalpha#x" }],
      ["traverse", { start: "zqalpha.md" }],
      ["scan", { session }],
      ["stats", {}],
      ["validate", {}],
    ] as const;
    for (let round = 0; round < 100; round += 1) {
      const [name, input] = inputs[round % inputs.length]!;
      said.push(JSON.stringify(await toolkit.call(name, input).catch((error: Error) => [error.message, error])));
    }
    const { graph, source } = await content.open();
    said.push(
      JSON.stringify([await graph.beginning("zq", 10), await source.content([{ id: nodeId("note:zqalpha") }])]),
    );
    const missing = openPostgres({ url, tenant: "beta", graph: "zqonly" });
    await expect(missing.open()).rejects.toMatchObject({ code: "graph-missing" });
    // What was asked for may be named in an error; what the other tenant has may not.
    for (const text of said) expect(text.replaceAll(/zqalph[ab]/gu, "")).not.toMatch(/zq|秘密.{0,20}path/u);
    expect(await graph.beginning("", 10)).toEqual(["note:b"]);
    expect(graph.size).toBe(1);
    expect(await other.record(session, "me")).toBeUndefined();
    expect(await other.commit(session, "me", commit)).toBe(false);
    expect(await other.end(session, "me")).toBe(false);
    expect(await own.seen(session, "me", { graphId: "notes", ids: [nodeId("note:zqalpha")] })).toHaveProperty(
      "size",
      1,
    );
    for (const closing of [content, missing, own, other]) await closing.close();
    for (const folder of [alpha, beta]) folder.removeAll();
  });

  test("are kept apart by the database itself: a statement that forgets the tenant sees its own rows, and without a tenant it fails", async () => {
    const url = await migrated();
    const folder = temporaryFolder({ "a.md": "# A\n" });
    for (const tenant of ["alpha", "beta"]) {
      const store = openStore({ url, tenant });
      await syncFolder(store, { folder: folder.root, graph: "notes" });
      await store.close();
      const sessions = postgresSessions({ url, tenant });
      await sessions.commit(await sessions.create("me"), "me", commit);
      await sessions.close();
    }
    for (const role of ["server", "pd_owner"]) {
      await once(url, async (sql) => {
        if (role === "server") await expect(sql`select * from pd.note`).rejects.toMatchObject({ code: "42704" });
        await sql`select set_config('pd.tenant', 'alpha', false)`;
        for (const table of TENANT_TABLES.filter((one) => one !== "snapshot")) {
          const rows = await sql<{ tenant: string }[]>`select tenant from pd.${sql(table)}`;
          expect(
            rows.map(({ tenant }) => tenant),
            table,
          ).toEqual(["alpha"]);
        }
        await expect(sql`insert into pd.graph values ('beta', 'x', 1, '{}')`).rejects.toMatchObject({ code: "42501" });
        await expect(sql`update pd.note set tenant = 'beta'`).rejects.toMatchObject({ code: "42501" });
        expect((await sql`delete from pd.graph where tenant = 'beta'`).count).toBe(0);
      });
    }
    folder.removeAll();
  });

  test("texts are found by the key under the policy too: no plan scans the table", async () => {
    const url = await migrated();
    const folder = temporaryFolder(
      Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`n${at}.md`, `# Note ${at}\n`])),
    );
    const store = openStore({ url });
    await syncFolder(store, { folder: folder.root, graph: "plans" });
    await store.close();
    await once(url.replace("//server@", "//pd@"), (sql) => sql`analyze pd.note`);
    const plan = await once(url, async (sql) => {
      await sql`select set_config('pd.tenant', 'default', false)`;
      return sql`explain select bytes from pd.note where tenant = 'default' and graph = 'plans' and path = any(${["n1.md", "n2.md"]}) and born <= 1 and (died is null or died > 1)`;
    });
    const lines = plan.map((row) => String(Object.values(row)[0])).join("\n");
    expect(lines).toMatch(/note_pkey/);
    expect(lines).not.toMatch(/Seq Scan/);
    folder.removeAll();
  });

  test.each(["", "a b", "-a", "x".repeat(64), "a'; drop table pd.note"])(
    "a name that is none is refused: %j",
    (tenant) => {
      expect(() => openStore({ url: "postgres://localhost/x", tenant })).toThrow("tenant");
    },
  );
});
