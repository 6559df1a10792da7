import { createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { expect, test } from "vitest";
import { compact } from "../content/compact.js";
import { openPostgres } from "../content/open-postgres.js";
import { openStore } from "../store/store.js";
import { describeOnPostgres, temporaryFolder } from "../testing/on-postgres.js";
import { once } from "../testing/throwaway-cluster.js";
import { syncFolder } from "./sync-folder.js";

const FILES = {
  "moc.md": "---\ntype: moc\n---\n# Karte\n\n[[Hafen]], [[Brücke]] and [港口](orte/port.md).\n",
  "orte/hafen.md":
    "---\nextends: [Brücke]\n---\n# Hafen\n\nShips wait for the tide.\n\n## Kran\n\nA crane lifts 箱子. See [[Brücke#Bögen]].\n",
  "orte/brücke.md": "# Brücke\n\nA bridge over the river.\n\n## Bögen\n\nSeven arches.\n",
  "orte/port.md": "# 港口\n\n船在这里等待潮汐。\n",
  "secret.md": "---\npublish: false\n---\n# Secret\n\nzqhidden\n",
};

const CALLS = [
  ["scan", { limit: 20 }],
  ["search", { query: "tide ships" }],
  ["query", { query: "bridge", top: 2 }],
  ["node", { nodes: ["Hafen", "[[Brücke#Bögen]]"], level: 4 }],
  ["node", { nodes: ["Hafen", "Karte"], level: 2 }],
  ["context", { query: "what lifts boxes?" }],
  ["context", { query: "潮汐", format: "text" }],
  ["stats", {}],
] as const;

/** Where the write-ahead log is: what a statement writes moves it. */
async function walPosition(url: string): Promise<bigint> {
  const [row] = await once(
    url,
    (sql) => sql<{ at: string }[]>`select (pg_current_wal_insert_lsn() - '0/0')::text as at`,
  );
  return BigInt(row!.at);
}

describeOnPostgres("a sync", ({ migrated, cluster }) => {
  test("R6.1 of a folder gives its answers byte for byte, from rows, from a snapshot, and from a snapshot with changes since", async () => {
    const url = await migrated();
    const folder = temporaryFolder(FILES);
    const store = openStore({ url });
    for (const step of ["rows", "snapshot", "changes"]) {
      if (step === "changes") {
        folder.write("orte/brücke.md", "# Brücke\n\nA bridge, moved.\n\n## Bögen\n\nEight arches, 八.\n");
        folder.write("neu.md", "# Neu\n\nTo [[Hafen]].\n");
        folder.remove("orte/port.md");
      }
      await syncFolder(store, { folder: folder.root, graph: "orte" });
      if (step === "snapshot") await compact(store, "orte");
      const content = openPostgres({ url, graph: "orte" });
      const vault = await openVault(folder.root, { id: "orte", cache: false });
      const [here, there] = [vault, content].map((one) => createToolkit({ mounts: [{ content: one }] }));
      for (const [name, input] of CALLS)
        expect(JSON.stringify(await there!.call(name, input)), `${step} ${name}`).toBe(
          JSON.stringify(await here!.call(name, input)),
        );
      await content.close();
      await vault.close();
    }
    await store.close();
    folder.removeAll();
  });

  test("that finds nothing changed writes nothing: no version, no row, no log", async () => {
    const url = await migrated();
    const folder = temporaryFolder(FILES);
    const store = openStore({ url });
    const options = { folder: folder.root, graph: "orte" };
    expect(await syncFolder(store, options)).toMatchObject({ version: 1, added: 4, changed: 0, removed: 0, notes: 4 });
    await once(cluster().url(), (sql) => sql`checkpoint`);
    const before = await walPosition(url);
    expect(await syncFolder(store, options)).toMatchObject({
      version: 1,
      added: 0,
      changed: 0,
      removed: 0,
      unchanged: 4,
    });
    expect(Number((await walPosition(url)) - before)).toBe(0);
    folder.write("neu.md", "# Neu\n\nOne more.\n");
    expect(await syncFolder(store, options)).toMatchObject({ version: 2, added: 1, unchanged: 4 });
    folder.remove("neu.md");
    expect(await syncFolder(store, options)).toMatchObject({ version: 3, removed: 1, notes: 4 });
    await store.close();
    folder.removeAll();
  });

  test("of one changed note writes one row and little log, however many notes there are", async () => {
    const url = await migrated();
    const written: number[] = [];
    for (const count of [50, 500]) {
      const folder = temporaryFolder(
        Object.fromEntries(
          Array.from({ length: count }, (_, at) => [`n${at}.md`, `# Note ${at}\n\n${"words and more. ".repeat(60)}`]),
        ),
      );
      const store = openStore({ url });
      const options = { folder: folder.root, graph: `of-${count}` };
      await syncFolder(store, options);
      // The second change: the first after a checkpoint writes whole pages.
      for (const round of [1, 2]) {
        folder.write("n7.md", `# Note 7\n\nround ${round} 漢字\n`);
        const before = await walPosition(url);
        expect(await syncFolder(store, options)).toMatchObject({ added: 0, changed: 1, unchanged: count - 1 });
        if (round === 2) written.push(Number((await walPosition(url)) - before));
      }
      await store.close();
      folder.removeAll();
    }
    for (const bytes of written) expect(bytes).toBeLessThan(30_000);
  });

  test("whose connection is cut, again and again, loses nothing and comes to an end", async () => {
    const url = await migrated();
    const folder = temporaryFolder();
    for (let at = 0; at < 900; at += 1) folder.write(`n${String(at).padStart(3, "0")}.md`, `# Note ${at}\n`);
    const store = openStore({ url });
    const options = { folder: folder.root, graph: "cut" };
    const cutOff = () =>
      once(
        cluster().url(),
        (sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pd'`,
      );
    const outcomes: string[] = [];
    for (const at of [0, 210, 450, 650, 850]) {
      let cutting: Promise<unknown> | undefined;
      const onProgress = (done: number) => {
        if (done >= at) cutting ??= cutOff();
      };
      outcomes.push(
        await syncFolder(store, { ...options, onProgress }).then(
          () => "done",
          (error: { code: string }) => error.code,
        ),
      );
      await cutting;
    }
    expect(outcomes.filter((outcome) => outcome !== "done" && outcome !== "store-unreachable")).toEqual([]);
    expect(outcomes).toContain("store-unreachable");
    const last = await syncFolder(store, options);
    expect(last.notes).toBe(900);
    const content = openPostgres({ url, graph: "cut" });
    expect((await content.open()).graph.size).toBe(900);
    await content.close();
    await store.close();
    folder.removeAll();
  });

  test("by several writers at once: one writes, the others find it done, and none waits for ever", async () => {
    const url = await migrated();
    const folder = temporaryFolder(
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`n${at}.md`, `# Note ${at}\n`])),
    );
    const stores = Array.from({ length: 4 }, () => openStore({ url }));
    const all = await Promise.all(stores.map((store) => syncFolder(store, { folder: folder.root, graph: "many" })));
    expect(all.map(({ added }) => added).sort((a, b) => a - b)).toEqual([0, 0, 0, 300]);
    expect(new Set(all.map(({ version }) => version))).toEqual(new Set([1]));
    for (const store of stores) await store.close();
    folder.removeAll();
  });

  test("that was cut off leaves the graph as it was, and the next one goes on from its rows", async () => {
    const url = await migrated();
    const folder = temporaryFolder({ "a.md": "# A\n\nOld.\n" });
    const store = openStore({ url });
    await syncFolder(store, { folder: folder.root, graph: "cut" });
    for (let at = 0; at < 450; at += 1) folder.write(`n${String(at).padStart(3, "0")}.md`, `# Note ${at}\n`);
    folder.write("a.md", "# A\n\nNew.\n");
    const controller = new AbortController();
    const cut = syncFolder(store, {
      folder: folder.root,
      graph: "cut",
      signal: controller.signal,
      onProgress: (done) => done === 420 && controller.abort(),
    });
    await expect(cut).rejects.toMatchObject({ code: "cancelled" });
    const content = openPostgres({ url, graph: "cut" });
    const toolkit = createToolkit({ mounts: [{ content }] });
    expect(JSON.stringify(await toolkit.call("node", { nodes: "A", level: 4 }))).toContain("Old.");
    expect((await content.open()).graph.size).toBe(1);
    const pending = await once(url.replace("//server@", "//pd@"), async (sql) => {
      await sql`select set_config('pd.tenant', 'default', false)`;
      return sql`select path from pd.note where graph = 'cut' and born = 2`;
    });
    expect(pending.length).toBeGreaterThanOrEqual(200);
    // One that was left behind is not wanted any more.
    folder.remove(pending.map((row) => String(row["path"])).find((path) => path.startsWith("n"))!);
    expect(await syncFolder(store, { folder: folder.root, graph: "cut" })).toMatchObject({
      version: 2,
      added: 449,
      changed: 1,
    });
    expect(JSON.stringify(await toolkit.call("node", { nodes: "A", level: 4 }))).toContain("New.");
    expect((await content.open()).graph.size).toBe(450);
    await content.close();
    await store.close();
    folder.removeAll();
  });

  test("R3.9 a request goes on seeing its version while others sync: no torn read", async () => {
    const url = await migrated();
    const folder = temporaryFolder();
    const store = openStore({ url });
    const writeAll = (round: number) => {
      for (let at = 0; at < 5; at += 1) folder.write(`n${at}.md`, `# Note ${at}\n\nround ${round}\n`);
    };
    writeAll(0);
    await syncFolder(store, { folder: folder.root, graph: "torn" });
    const contents = [openPostgres({ url, graph: "torn" }), openPostgres({ url, graph: "torn" })];
    const nodes = Array.from({ length: 5 }, (_, at) => `Note ${at}`);
    let isDone = false;
    const reading = contents.map(async (content) => {
      const toolkit = createToolkit({ mounts: [{ content }] });
      let reads = 0;
      for (; !isDone || reads < 20; reads += 1) {
        const answer = await toolkit.call("node", { nodes, level: 4 });
        const rounds = new Set(JSON.stringify(answer).match(/round \d+/gu));
        expect([...rounds]).toHaveLength(1);
        expect(answer.omitted).toEqual([]);
      }
      return reads;
    });
    for (let round = 1; round <= 20; round += 1) {
      writeAll(round);
      await syncFolder(store, { folder: folder.root, graph: "torn" });
    }
    isDone = true;
    for (const reads of await Promise.all(reading)) expect(reads).toBeGreaterThanOrEqual(20);
    for (const content of contents) await content.close();
    await store.close();
    folder.removeAll();
  });

  test("of a folder that lost all its notes is refused, unless that is said", async () => {
    const url = await migrated();
    const folder = temporaryFolder({ "a.md": "# A\n" });
    const store = openStore({ url });
    const options = { folder: folder.root, graph: "lost" };
    await syncFolder(store, options);
    folder.remove("a.md");
    await expect(syncFolder(store, options)).rejects.toMatchObject({ code: "sync-refused" });
    expect((await syncFolder(store, { ...options, empty: true })).removed).toBe(1);
    await store.close();
    folder.removeAll();
  });
});
