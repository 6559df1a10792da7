import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ValidateData } from "../operations/validate.js";
import { createToolkit } from "../toolkit/toolkit.js";
import { openVault } from "../vault/open-vault.js";
import { temporaryFolder, temporaryVault } from "../vault/testing/temporary-vault.js";

const DOCS = {
  "Start.md":
    "# Start\n\nSiehe [[Größe]], [[wiki/三#数]], [Maß](../wiki/tief/Ma%C3%9F.md#ende), ![[Bild]] und [[nirgends]].\n\n[fort](../fort/x.md)\n",
  "Größe.md": "# Größe\n\nDie eigene zuerst.\n",
  "Allein.md": "# Allein\n\nNur von drüben erreicht.\n",
};
const WIKI = {
  "Größe.md": "# Größe im Wiki\n\nDie andere.\n",
  "三.md": "---\nextends: [Start]\n---\n# 三\n\n## 数\n\n三は数である。\n",
  "tief/Maß.md": "# Maß\n\n[zurück](../../docs/Allein.md) und [[Geheim]].\n",
  "Bild.md": "# Bild\n\nEin Bild.\n",
  "Geheim.md": "---\npublish: false\n---\n# Geheim\n",
};

async function both(docs: Readonly<Record<string, string>> = DOCS, wiki: Readonly<Record<string, string>> = WIKI) {
  const folder = temporaryFolder();
  for (const [name, files] of Object.entries({ docs, wiki }))
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  const open = (name: string) => openVault(join(folder, name), { cache: false });
  return createToolkit({ mounts: [{ content: await open("docs") }, { content: await open("wiki") }] });
}

const all = { graphId: "all" } as const;

describe("R3.2 graphId all", () => {
  test("is every content as one, and each result says which it is from", async () => {
    const toolkit = await both();
    const { nodes, graphId } = await toolkit.call("scan", { ...all, limit: 50 });
    expect(graphId).toBe("all");
    expect(nodes.map(({ path }) => path).sort()).toEqual(
      [
        "docs/Allein.md",
        "docs/Größe.md",
        "docs/Start.md",
        "wiki/Bild.md",
        "wiki/Größe.md",
        "wiki/tief/Maß.md",
        "wiki/三.md",
      ].sort(),
    );
    for (const node of nodes) {
      const { nodes: again } = await toolkit.call("node", { ...all, nodes: node.path ?? "" });
      expect(again[0]?.id).toBe(node.id);
    }
    const passage = (await toolkit.call("context", { ...all, query: "数である" })).nodes[0];
    expect(passage?.path).toBe("wiki/三.md");
  });

  test("a path that names a vault filters by it, one that names none is tried in each", async () => {
    const toolkit = await both();
    const paths = async (path: string, query?: string) => {
      const { nodes } = await toolkit.call("scan", { ...all, path, ...(query === undefined ? {} : { query }) });
      return nodes.map((node) => node.path).sort();
    };
    expect(await paths("wiki/tief")).toEqual(["wiki/tief/Maß.md"]);
    expect(await paths("./wiki/tief", "zurück")).toEqual(["wiki/tief/Maß.md"]);
    expect(await paths("tief/")).toEqual(["wiki/tief/Maß.md"]);
    expect(await paths("docs")).toEqual(["docs/Allein.md", "docs/Größe.md", "docs/Start.md"]);
  });

  test("with one content it means that one; an unknown id is told all there are", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "a.md"), "# Eins\n");
    const alone = createToolkit({ mounts: [{ content: await openVault(folder, { id: "eins", cache: false }) }] });
    expect(await alone.call("scan", all)).toMatchObject({ graphId: "eins", nodes: [{ name: "Eins" }] });
    await expect((await both()).call("scan", { graphId: "x" })).rejects.toMatchObject({
      code: "graph-unknown",
      fix: "Known graphs: docs, wiki, all.",
    });
  });
});

describe("R3.3 links from one vault into another", () => {
  test("lead there by name, by the vault's name and by path, and its own vault comes first", async () => {
    const toolkit = await both();
    const { nodes } = await toolkit.call("node", { ...all, nodes: "Start", level: 2, links: "all" });
    const [start] = nodes;
    const links = start?.level === 2 ? start.links : [];
    expect(links.map(({ target, relation }) => [target, relation])).toEqual([
      ["docs/note:größe", "references"],
      ["note:三", "references"],
      ["note:maß", "references"],
      ["note:bild", "embeds"],
    ]);
    expect(links[2]).toMatchObject({ name: "Maß" });
  });

  test("are neighbours both ways, and declared relations are links too", async () => {
    const toolkit = await both();
    const { nodes } = await toolkit.call("traverse", { ...all, start: "Allein", maxDepth: 1 });
    expect(nodes.map(({ id }) => id)).toContain("note:maß");
    const three = await toolkit.call("node", { ...all, nodes: "三", level: 2, links: "all" });
    expect(three.nodes).toMatchObject([{ links: [{ target: "note:start", relation: "extends" }] }]);
  });

  test("are no faults in the whole; what nobody has, or somebody hides, stays broken", async () => {
    const toolkit = await both();
    const broken = async (graphId: string) => {
      const { data } = await toolkit.call("validate", { graphId, limit: 100, tokenBudget: Number.POSITIVE_INFINITY });
      const { findings } = data as ValidateData;
      return {
        links: findings.filter(({ code }) => code === "broken-link").map(({ file, line }) => `${file}:${line}`),
        orphans: findings.filter(({ code }) => code === "orphan").map(({ file }) => file),
      };
    };
    expect(await broken("docs")).toEqual({
      links: ["Start.md:3", "Start.md:3", "Start.md:3", "Start.md:3", "Start.md:5"],
      orphans: ["Allein.md"],
    });
    expect(await broken("all")).toEqual({
      links: ["docs/Start.md:3", "docs/Start.md:5", "wiki/tief/Maß.md:3"],
      orphans: ["wiki/Größe.md"],
    });
    const [own, whole] = [await toolkit.call("stats", { graphId: "docs" }), await toolkit.call("stats", all)];
    expect([own.data?.brokenLinks, whole.data?.brokenLinks, whole.data?.links]).toEqual([5, 3, 6]);
  });

  test("follow what is written anew", async () => {
    const [one, other] = [temporaryVault({ "A.md": "[[Neu]]" }), temporaryVault({ "B.md": "# B\n" })];
    const contents = [await one.open({ id: "one" }), await other.open({ id: "other" })].map(({ vault }) => vault);
    const toolkit = createToolkit({ mounts: contents.map((content) => ({ content })) });
    expect((await toolkit.call("stats", all)).data?.links).toBe(0);
    other.write("Neu.md", "# Neu\n");
    await contents[1]?.refresh();
    expect((await toolkit.call("stats", all)).data?.links).toBe(1);
  });
});
