import { connect, createServer, type Socket } from "node:net";
import { createToolkit, isPdError } from "@pd/core";
import { expect, test } from "vitest";
import { compact } from "../content/compact.js";
import { openPostgres } from "../content/open-postgres.js";
import { postgresSessions } from "../sessions/postgres-sessions.js";
import { syncFolder } from "../sync/sync-folder.js";
import { describeOnPostgres, temporaryFolder } from "../testing/on-postgres.js";
import { once } from "../testing/throwaway-cluster.js";
import { migrate } from "./migrate.js";
import { MIGRATIONS } from "./migrations.js";
import { openStore } from "./store.js";

/** A network between pd and the database that can stop passing anything on. */
async function stallingProxy(port: number) {
  const sockets = new Set<Socket>();
  let isStalled = false;
  const server = createServer((client) => {
    const behind = connect(port, "127.0.0.1");
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => isStalled || to.write(bytes));
      from.on("error", () => undefined);
      from.on("close", () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    stall(now: boolean) {
      isStalled = now;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const codeOf = async (call: Promise<unknown>) =>
  call.then(
    () => "answered",
    (error: unknown) => (isPdError(error) ? error.code : error),
  );

describeOnPostgres("faults", ({ migrated, cluster }) => {
  test("a server that is killed costs a typed error in time, and the next call after its return works; nothing is lost", async () => {
    const url = await migrated();
    const folder = temporaryFolder({ "a.md": "# A\n\nrund 0\n" });
    const store = openStore({ url });
    await syncFolder(store, { folder: folder.root, graph: "k" });
    await compact(store, "k");
    const content = openPostgres({ url, graph: "k" });
    const sessions = postgresSessions({ url });
    const toolkit = createToolkit({ mounts: [{ content }], sessions });
    const session = await sessions.create("process");
    for (let round = 1; round <= 3; round += 1) {
      await toolkit.call("node", { nodes: "A", level: 4, session });
      folder.write("a.md", `# A\n\nrund ${round}\n`);
      const syncing = syncFolder(store, { folder: folder.root, graph: "k" }).catch(() => undefined);
      await cluster().kill();
      await syncing;
      expect(await codeOf(toolkit.call("node", { nodes: "A" }))).toBe("store-unreachable");
      expect(await codeOf(sessions.create("me"))).toBe("store-unreachable");
      await cluster().start();
      const answer = await toolkit.call("node", { nodes: "A", level: 4, session });
      expect(JSON.stringify(answer)).toMatch(new RegExp(`rund (?:${round - 1}|${round})`, "u"));
      await syncFolder(store, { folder: folder.root, graph: "k" });
      expect(JSON.stringify(await toolkit.call("node", { nodes: "A", level: 4, session }))).toContain(`rund ${round}`);
      expect((await sessions.record(session, "process"))?.entries).toHaveLength(3 * round);
    }
    for (const closing of [content, sessions, store]) await closing.close();
    folder.removeAll();
  }, 120_000);

  test("a network that passes nothing on costs a time-out, and the next call connects anew", async () => {
    const url = await migrated();
    const folder = temporaryFolder({ "a.md": "# A\n" });
    const proxy = await stallingProxy(cluster().port);
    const through = url.replace(`:${cluster().port}`, `:${proxy.port}`);
    const store = openStore({ url });
    await syncFolder(store, { folder: folder.root, graph: "s" });
    const content = openPostgres({ url: through, graph: "s", timeoutMilliseconds: 500 });
    await content.ready();
    proxy.stall(true);
    expect(await codeOf(content.open())).toBe("store-timeout");
    const controller = new AbortController();
    const cancelled = codeOf(content.open({ signal: controller.signal }));
    controller.abort();
    expect(["cancelled", "store-timeout"]).toContain(await cancelled);
    proxy.stall(false);
    expect((await content.open()).graph.size).toBe(1);
    await content.close();
    await store.close();
    proxy.close();
    folder.removeAll();
  });

  test("no connection left, no tables, no such database and a wrong role are typed errors that tell no password", async () => {
    const url = await migrated();
    const empty = await cluster().database();
    const owner = url.replace("//server@", "//pd@");
    await once(owner, (sql) => sql.unsafe("alter role server connection limit 0"));
    const answers = [
      ["store-refused", url],
      ["schema-missing", empty],
      ["store-refused", url.replace(/\/pd_\d+$/u, "/nowhere")],
      ["store-refused", url.replace("//server@", "//nobody:geheim123@")],
      ["store-unreachable", "postgres://x:geheim123@127.0.0.1:1/x"],
    ] as const;
    for (const [code, address] of answers) {
      const content = openPostgres({ url: address, graph: "g" });
      const error: unknown = await content.open().catch((thrown: unknown) => thrown);
      expect(error, address).toMatchObject({ code });
      expect(JSON.stringify(error) + String(error)).not.toContain("geheim123");
      await content.close();
    }
    await once(owner, (sql) => sql.unsafe("alter role server connection limit -1"));
    expect(() => openStore({ url: "http://user:geheim123@x" })).toThrow(/^(?!.*geheim123)/u);
  });

  test("tables move forward only: twice is once, two at once are one, and a newer version is refused by all", async () => {
    const url = await cluster().database();
    const stores = [openStore({ url }), openStore({ url })] as const;
    const both = await Promise.all(stores.map((store) => migrate(store)));
    expect(both.map(({ before }) => before).sort()).toEqual([0, MIGRATIONS.length]);
    await once(url, (sql) => sql`insert into pd.schema_version (version) values (${MIGRATIONS.length + 1})`);
    const folder = temporaryFolder({ "a.md": "# A\n" });
    const content = openPostgres({ url, graph: "g" });
    expect(await codeOf(migrate(stores[0]))).toBe("schema-newer");
    expect(await codeOf(content.open())).toBe("schema-newer");
    expect(await codeOf(syncFolder(stores[0], { folder: folder.root, graph: "g" }))).toBe("schema-newer");
    for (const closing of [...stores, content]) await closing.close();
    folder.removeAll();
  });

  test("a snapshot that is damaged, or of another version of pd, is passed over: the notes are what counts", async () => {
    const url = await migrated();
    const folder = temporaryFolder({ "a.md": "# A\n\nText 漢.\n" });
    const store = openStore({ url });
    await syncFolder(store, { folder: folder.root, graph: "d" });
    expect(await compact(store, "d")).toMatchObject({ notes: 1, isBusy: false });
    await store.run((sql) => sql`update pd.snapshot set bytes = substr(bytes, 1, 100)`);
    const content = openPostgres({ url, graph: "d" });
    expect((await content.open()).graph.size).toBe(1);
    await content.close();
    await store.close();
    folder.removeAll();
  });
});
