import { rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { NodeId } from "../model/node.js";
import { type OpenedVault, temporaryVault } from "./testing/temporary-vault.js";

const id = (text: string) => text as NodeId;

async function open({ call }: OpenedVault, reference: string, level: number) {
  const answer = await call("node", { nodes: reference, level });
  return answer.nodes[0];
}

describe("R3.9 one version a request", () => {
  test("a body that changed since it was indexed is omitted, and comes after a refresh", async () => {
    const temporary = temporaryVault({ "a.md": "# A\n\nOld text.", "b.md": "Other." });
    const opened = await temporary.open();
    await opened.vault.ready();
    temporary.write("a.md", "# A\n\nNew and longer text.");
    for (const level of [3, 4]) {
      const { nodes, omitted } = await opened.call("node", { nodes: ["a", "b"], level });
      // What is known of it from the index, and none of its text.
      const known = level === 3 ? [["note:a", 1]] : [];
      expect(nodes.map((node) => [node.id, node.level])).toEqual([...known, ["note:b", level]]);
      expect(omitted).toEqual([expect.objectContaining({ id: "note:a", reason: "changed", level })]);
    }
    expect(await opened.vault.refresh()).toBe(true);
    expect((await open(opened, "a", 4))?.content).toEqual({ full: "# A\n\nNew and longer text." });
    expect(await opened.vault.refresh()).toBe(false);
  });

  test("so is one that was replaced by a file of the same size and time", async () => {
    const temporary = temporaryVault({ "a.md": "Old." });
    const opened = await temporary.open();
    const { atimeMs, mtimeMs } = statSync(temporary.path("a.md"));
    writeFileSync(temporary.path("b.tmp"), "New.");
    utimesSync(temporary.path("b.tmp"), atimeMs / 1000, mtimeMs / 1000);
    const { renameSync } = await import("node:fs");
    renameSync(temporary.path("b.tmp"), temporary.path("a.md"));
    expect((await opened.call("node", { nodes: "a", level: 4 })).omitted[0]?.reason).toBe("changed");
  });

  test("a note that takes the id of another does not show that one's previews", async () => {
    const temporary = temporaryVault({ ".pdignore": "b/", "a/x.md": "", "b/x.md": "" });
    const [a, b] = [temporary.path("a/x.md"), temporary.path("b/x.md")];
    // Two files that only the inode tells apart, as far as the system's clock is coarse.
    for (let tries = 0; tries < 100; tries += 1) {
      writeFileSync(a, "# X\n\nAlpha.");
      writeFileSync(b, "# X\n\nBravo.");
      for (const path of [a, b]) utimesSync(path, 1000, 1000);
      if (statSync(a).ctimeMs === statSync(b).ctimeMs) break;
    }
    const opened = await temporary.open();
    const previews = async () => (await opened.call("node", { nodes: "x", level: 3, previews: "all" })).nodes[0];
    expect((await previews())?.content).toMatchObject({ sections: [{ preview: "Alpha." }] });
    temporary.write(".pdignore", "a/");
    await opened.vault.refresh();
    expect((await previews())?.content).toMatchObject({ sections: [{ preview: "Bravo." }] });
  });

  test("one that is gone is omitted as unreadable, and after a refresh unknown", async () => {
    const temporary = temporaryVault({ "a.md": "Text.", "b.md": "" });
    const opened = await temporary.open();
    rmSync(temporary.path("a.md"));
    expect((await opened.call("node", { nodes: "a", level: 4 })).omitted[0]?.reason).toBe("unreadable");
    await opened.vault.refresh();
    await expect(opened.call("node", { nodes: "a" })).rejects.toMatchObject({ code: "node-unknown" });
  });

  test("a reading keeps its version while the vault goes on", async () => {
    const temporary = temporaryVault({ "a.md": "[[b]]", "b.md": "" });
    const { vault } = await temporary.open();
    const before = await vault.open();
    rmSync(temporary.path("b.md"));
    temporary.write("c.md", "");
    await vault.refresh();
    const after = await vault.open();
    expect(after.version).not.toBe(before.version);
    expect((await before.graph.page({ limit: 10 })).ids.toSorted()).toEqual(["note:a", "note:b"]);
    expect((await after.graph.page({ limit: 10 })).ids.toSorted()).toEqual(["note:a", "note:c"]);
    expect(await before.graph.neighbours([id("note:a")])).toHaveLength(1);
    expect(await after.graph.neighbours([id("note:a")])).toEqual([]);
  });

  test("refreshes asked for at once are one, and each sees what was there when it was asked for", async () => {
    const temporary = temporaryVault({ "a.md": "" });
    const { vault, call } = await temporary.open();
    temporary.write("b.md", "");
    expect(await Promise.all([vault.refresh(), vault.refresh(), vault.refresh()])).toContain(true);
    expect((await call("scan")).nodes).toHaveLength(2);
    expect(temporary.events.filter(({ kind }) => kind === "vault-changed")).toHaveLength(1);
  });

  test("closing while it is being indexed is quiet, and what waits is told", async () => {
    const temporary = temporaryVault(
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`n${at}.md`, "text ".repeat(3000)])),
    );
    const { vault, call } = await temporary.open();
    const waiting = call("search", { query: "text" });
    const outcome = waiting.then(
      () => "answered",
      (error: { code: string }) => error.code,
    );
    await vault.close();
    expect(["answered", "cancelled"]).toContain(await outcome);
    expect(await vault.refresh()).toBe(false);
    await vault.close();
    expect(temporary.events.filter(({ kind }) => kind === "vault-failed")).toEqual([]);
  });
});
