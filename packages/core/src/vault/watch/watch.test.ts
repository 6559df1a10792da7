import { EventEmitter } from "node:events";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import type { WalkedFolder } from "../load/walk.js";
import { type OpenedVault, temporaryFolder, temporaryVault } from "../testing/temporary-vault.js";
import { type FolderWatch, type WatchFolder, watchFolders } from "./watch.js";

const soon = { timeout: 60_000, interval: 20 };

async function ids({ call }: OpenedVault): Promise<readonly string[]> {
  return (await call("scan", { limit: 100 })).nodes.map((node) => node.id).sort();
}

test("new, changed, renamed and deleted files and folders are noticed", { timeout: 600_000 }, async () => {
  const temporary = temporaryVault({ "a.md": "First.", "sub/b.md": "[[a]]" });
  const opened = await temporary.open({ watch: true });
  const becomes = (...expected: string[]) => vi.waitFor(async () => expect(await ids(opened)).toEqual(expected), soon);
  const text = async (name: string) => (await opened.call("node", { nodes: name, level: 4 })).nodes[0]?.content;

  temporary.write("c.md", "New.");
  await becomes("note:a", "note:b", "note:c");
  temporary.write("a.md", "Changed and longer.");
  await vi.waitFor(async () => expect(await text("a")).toEqual({ full: "Changed and longer." }), soon);
  renameSync(temporary.path("c.md"), temporary.path("d.md"));
  await becomes("note:a", "note:b", "note:d");
  temporary.write("new/deep/e.md", "[[a]]");
  await becomes("note:a", "note:b", "note:d", "note:e");
  temporary.write("new/deep/f.md", "In a folder that was not there.");
  await becomes("note:a", "note:b", "note:d", "note:e", "note:f");
  renameSync(temporary.path("new"), temporary.path("moved"));
  await vi.waitFor(async () => expect((await opened.call("scan", { path: "moved/" })).nodes).toHaveLength(2), soon);
  temporary.write("moved/deep/g.md", "In a folder that moved.");
  await becomes("note:a", "note:b", "note:d", "note:e", "note:f", "note:g");
  // Deleted and made again at once: the old watch is of a folder that is no more.
  rmSync(temporary.path("sub"), { recursive: true });
  mkdirSync(temporary.path("sub"));
  await becomes("note:a", "note:d", "note:e", "note:f", "note:g");
  temporary.write("sub/h.md", "");
  await becomes("note:a", "note:d", "note:e", "note:f", "note:g", "note:h");
  rmSync(temporary.path("moved"), { recursive: true });
  rmSync(temporary.path("d.md"));
  await becomes("note:a", "note:h");
});

test("what changed between the first look and the first watch is noticed too", async () => {
  const temporary = temporaryVault({ "a.md": "First.", "b.md": "" });
  const opened = await temporary.open({
    watch: true,
    onProgress: () => temporary.write("late.md", "Written while it loaded."),
  });
  await vi.waitFor(async () => expect(await ids(opened)).toEqual(["note:a", "note:b", "note:late"]), soon);
});

test("after close nothing fires and nothing is left open", async () => {
  const temporary = temporaryVault({ "a.md": "", "sub/b.md": "" });
  const watches = () => process.getActiveResourcesInfo().filter((name) => name === "FSEventWrap").length;
  const before = watches();
  const { vault } = await temporary.open({ watch: true });
  temporary.write("c.md", "");
  await vault.close();
  const said = temporary.events.length;
  temporary.write("d.md", "");
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(temporary.events.length).toBe(said);
  expect(watches()).toBe(before);
});

describe("the watch itself", () => {
  const folders = (...paths: string[]): readonly WalkedFolder[] => paths.map((path) => ({ path, notes: [] }));

  interface Fake {
    readonly watch: FolderWatch;
    readonly open: Map<string, { readonly emitter: EventEmitter; readonly touch: () => void }>;
    readonly changes: () => number;
    readonly degraded: string[];
  }

  function fake(refuse: (path: string) => string | undefined = () => undefined): Fake {
    const root = temporaryFolder();
    for (const name of ["a", "b"]) mkdirSync(`${root}/${name}`);
    const open: Fake["open"] = new Map();
    const degraded: string[] = [];
    let changes = 0;
    const watchFolder: WatchFolder = (path, onChange) => {
      const name = path.slice(root.length + 1);
      const code = refuse(name);
      if (code !== undefined) throw Object.assign(new Error(code), { code });
      const emitter = new EventEmitter();
      open.set(name, { emitter, touch: onChange });
      return Object.assign(emitter, { close: () => void open.delete(name) }) as unknown as ReturnType<WatchFolder>;
    };
    const watch = watchFolders({
      root,
      watchFolder,
      pauseMilliseconds: 20,
      patienceMilliseconds: 100,
      pollMilliseconds: 30,
      onChange: () => (changes += 1),
      onDegraded: (reason, poll) => degraded.push(`${reason} ${poll}`),
    });
    return { watch, open, changes: () => changes, degraded };
  }

  test.each(["ENOSPC", "EMFILE"])("falls back to polling on %s, says so once, and stops when closed", async (code) => {
    const { watch, open, changes, degraded } = fake((name) => (name === "b" ? code : undefined));
    watch.follow(folders("", "a", "b", "c"));
    expect(degraded).toEqual([`${code} 30`]);
    expect(open.size).toBe(0);
    watch.follow(folders("", "a", "b"));
    expect(degraded).toHaveLength(1);
    await vi.waitFor(() => expect(changes()).toBeGreaterThan(2), soon);
    watch.close();
    const last = changes();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(changes()).toBe(last);
  });

  test("a folder that is gone or closed to us is no reason to stop watching the others", () => {
    const { watch, open, degraded } = fake((name) => (name === "a" ? "EACCES" : name === "c" ? "ENOENT" : undefined));
    watch.follow(folders("", "a", "b", "c"));
    expect([...open.keys()]).toEqual(["", "b"]);
    open.get("b")?.emitter.emit("error", Object.assign(new Error(), { code: "EPERM" }));
    expect([...open.keys()]).toEqual([""]);
    expect(degraded).toEqual([]);
    open.get("")?.emitter.emit("error", Object.assign(new Error(), { code: "ENOSPC" }));
    expect(degraded).toEqual(["ENOSPC 30"]);
    watch.close();
  });

  test("a burst is one change, and one that never ends is passed on all the same", async () => {
    const { watch, open, changes } = fake();
    watch.follow(folders("", "a"));
    await vi.waitFor(() => expect(changes()).toBe(1), soon);
    for (let at = 0; at < 50; at += 1) open.get("a")?.touch();
    await vi.waitFor(() => expect(changes()).toBe(2), soon);
    const endless = setInterval(() => open.get("a")?.touch(), 5);
    await vi.waitFor(() => expect(changes()).toBeGreaterThan(3), soon);
    clearInterval(endless);
    watch.close();
  });

  test("folders that are gone are let go, and a vault that vanished is looked for until it is back", async () => {
    let there = true;
    const { watch, open, changes } = fake(() => (there ? undefined : "ENOENT"));
    watch.follow(folders("", "a", "b"));
    watch.follow(folders("", "b"));
    expect([...open.keys()]).toEqual(["", "b"]);
    await vi.waitFor(() => expect(changes()).toBe(1), soon);
    there = false;
    open.clear();
    watch.follow([]);
    watch.follow(folders(""));
    await vi.waitFor(() => expect(changes()).toBe(2), soon);
    watch.close();
  });
});
