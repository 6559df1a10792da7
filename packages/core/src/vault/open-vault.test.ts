import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { estimate } from "../counters.js";
import { bytes } from "../counters.js";
import type { NodeId } from "../node.js";
import type { StatsData } from "../operations/stats.js";
import { createToolkit } from "../toolkit.js";
import { type OpenedVault, callerOf, temporaryVault } from "./temporary-vault.js";

const id = (text: string) => text as NodeId;

async function open({ call }: OpenedVault, reference: string, level: number) {
  const answer = await call("node", { nodes: reference, level });
  return answer.nodes[0];
}

describe("R1.3 sections are nodes of their own", () => {
  const text = "---\nname: Guide\n---\nLead text.\n\n# Usage\n\nFirst.\n\n### Deep\n\nDeeper.\n\n## Usage\n\nSecond.\n\n# C#\n\nSharp.\n# 用法\n";
  const body = text.slice(text.indexOf("Lead"));

  test.each([
    ["Guide#^lead", "note:guide#^lead", "Lead text.\n\n"],
    ["note:guide#usage", "note:guide#usage", body.slice(body.indexOf("# Usage"), body.indexOf("# C#"))],
    ["[[Guide#Usage]]", "note:guide#usage", body.slice(body.indexOf("# Usage"), body.indexOf("# C#"))],
    ["note:guide#Usage", "note:guide#usage", body.slice(body.indexOf("# Usage"), body.indexOf("# C#"))],
    ["guide.md#deep", "note:guide#deep", "### Deep\n\nDeeper.\n\n"],
    ["[[guide#Usage#Deep|x]]", "note:guide#deep", "### Deep\n\nDeeper.\n\n"],
    ["note:guide#usage-1", "note:guide#usage-1", "## Usage\n\nSecond.\n\n"],
    ["[[Guide#C#]]", "note:guide#c", "# C#\n\nSharp.\n"],
    ["Guide#用法", "note:guide#用法", "# 用法\n"],
    ["guide", "note:guide", body],
  ])("%s is %s", async (reference, expected, content) => {
    const node = await open(await temporaryVault({ "guide.md": text }).open(), reference, 4);
    expect(node).toMatchObject({ id: expected, level: 4, type: expected.includes("#") ? "section" : "note" });
    expect(node?.content).toEqual({ full: content });
  });

  test("what no section is called is not found", async () => {
    const { call } = await temporaryVault({ "guide.md": text }).open();
    for (const reference of ["guide#nope", "note:guide#", "guide#usage-2", "#usage"])
      if (reference !== "note:guide#")
        await expect(call("node", { nodes: reference })).rejects.toMatchObject({ code: "node-unknown" });
  });

  test("two long headings that begin alike are two sections", async () => {
    const [one, two] = [`${"very ".repeat(40)}one`, `${"very ".repeat(40)}two`];
    const opened = await temporaryVault({ "a.md": `# ${one}\n\nFirst.\n\n# ${two}\n\nSecond.\n` }).open();
    expect((await open(opened, `[[a#${two}]]`, 4))?.content).toEqual({ full: `# ${two}\n\nSecond.\n` });
    expect((await open(opened, `[[a#${one}]]`, 4))?.content).toEqual({ full: `# ${one}\n\nFirst.\n\n` });
  });

  test("R1.7 level 3 previews what stands under each heading", async () => {
    const node = await open(await temporaryVault({ "guide.md": text }).open(), "guide", 3);
    expect(node?.content).toEqual({
      sections: [
        { heading: "", depth: 0, preview: "Lead text." },
        { heading: "Usage", depth: 1, preview: "First." },
        { heading: "Deep", depth: 3, preview: "Deeper." },
        { heading: "Usage", depth: 2, preview: "Second." },
        { heading: "C#", depth: 1, preview: "Sharp." },
        { heading: "用法", depth: 1, preview: "" },
      ],
    });
    expect(JSON.stringify(await open(await temporaryVault({ "guide.md": text }).open(), "guide", 2))).not.toContain("First");
  });

  test("a section's summary says not a word of its text", async () => {
    const { vault } = await temporaryVault({ "guide.md": text }).open();
    const { graph } = await vault.open();
    expect(await graph.summaries([id("note:guide#deep"), id("note:nobody"), id("note:guide#nope")])).toEqual([
      { id: "note:guide#deep", name: "Deep", type: "section", domain: "general", description: "Section of Guide", tags: [] },
    ]);
  });
});

describe("R2.6 prices", () => {
  const files = {
    "plain.md": "# Plain\n\nSome \"quoted\" text.\n\n## Part\n\nMore\ttext.\n",
    "front.md": "\uFEFF---\nname: Front\n---\n漢字の本文。\r\n",
    "empty.md": "",
    "code.md": "```js\nconst x = { a: [1, 2, 3] };\n```\n",
  };

  test("a note's price is what its body costs, as text and as JSON, by any counter", async () => {
    const { vault } = await temporaryVault(files).open();
    await vault.ready();
    const { graph, source } = await vault.open();
    for (const counter of [estimate, bytes]) {
      for (const note of ["note:plain", "note:front", "note:empty", "note:code", "note:plain#part", "note:plain#plain"].map(id)) {
        const content = await source.content(note);
        const [price] = await graph.prices([{ id: note }], counter);
        const least = content === "" ? 1 : 0;
        expect([note, price?.text]).toEqual([note, Math.max(counter === estimate ? least : 0, counter.count(content))]);
        expect(price?.json).toBe(Math.max(counter === estimate ? least : 0, counter.count(JSON.stringify(content))));
      }
    }
    expect(await graph.prices([{ id: id("note:nobody") }], estimate)).toEqual([]);
  });

  test("what cannot be read any more has a price that is not too low", async () => {
    const temporary = temporaryVault(files);
    const { vault } = await temporary.open();
    await vault.ready();
    const { graph, source } = await vault.open();
    const content = await source.content(id("note:plain#part"));
    rmSync(temporary.path("plain.md"));
    const [price] = await graph.prices([{ id: id("note:plain#part") }], bytes);
    expect(price?.text).toBeGreaterThanOrEqual(bytes.count(content));
    expect(price?.json).toBeGreaterThanOrEqual(bytes.count(JSON.stringify(content)));
  });
});

describe("R3.5 finding", () => {
  const files = {
    "a/one.md": "---\ntype: Concept\ntags: [area/work]\n---\nAbout budgets.",
    "a/two.md": "---\ntype: concept\ndomain: B\n---\nAbout budgets too. #Area",
    "b/three.md": "About ledgers. [[one]] [[two]]",
    "b/Map.md": "[[one]] [[two]] [[three]]",
  };

  test.each([
    [{ type: "concept" }, ["a/one", "a/two"]],
    [{ type: "CONCEPT", domain: "b" }, ["a/two"]],
    [{ domain: "b" }, ["a/two", "b/Map", "b/three"]],
    [{ tag: "area" }, ["a/one", "a/two"]],
    [{ tag: "#area/work" }, ["a/one"]],
    [{ tag: "are" }, []],
    [{ path: "b/" }, ["b/Map", "b/three"]],
    [{ path: "./a/o" }, ["a/one"]],
    [{ path: "/b" }, ["b/Map", "b/three"]],
    [{ path: "../" }, []],
    [{ type: "__proto__" }, []],
    [{ query: "budgets", path: "a" }, ["a/one", "a/two"]],
  ])("%j gives %j", async (filter, expected) => {
    const { call } = await temporaryVault(files).open();
    const { nodes, notices } = await call("scan", filter);
    const names = expected.map((path) => path.slice(2).toLowerCase());
    expect(nodes.map((node) => node.id.replace(/^.*:/u, "")).sort()).toEqual(names.sort());
    expect(notices?.map(({ code }) => code)).toEqual(expected.length === 0 ? ["nothing-found"] : undefined);
  });

  test("R3.6 an empty query ranks maps and hubs, nothing is an empty answer with a notice", async () => {
    const { call } = await temporaryVault(files).open();
    expect((await call("scan")).nodes[0]?.id).toBe("note:map");
    const none = await call("search", { query: "xylophone" });
    expect([none.nodes, none.notices?.[0]?.code]).toEqual([[], "nothing-found"]);
    const { nodes } = await call("search", { query: "ledger" });
    expect(nodes[0]?.id).toBe("note:three");
    expect(nodes[0]).toMatchObject({ level: 1, why: expect.arrayContaining([{ field: "body" }]) });
  });

  test("R1.6 a node goes by id, name, alias, path and wikilink", async () => {
    const opened = await temporaryVault({ "a/My note.md": "---\nname: Named\naliases: [Other]\n---\n" }).open();
    for (const reference of ["note:my-note", "Named", "named", "Other", "a/My note.md", "a/My note", "My note", "[[Named]]", "![[Other|x]]", "./a/My note.md"])
      expect([reference, (await open(opened, reference, 0))?.id]).toEqual([reference, "note:my-note"]);
    for (const reference of ["../a/My note.md", "/etc/passwd", "constructor", "__proto__", "[[]]", "#"])
      await expect(open(opened, reference, 4)).rejects.toMatchObject({ code: "node-unknown" });
  });

  test("several vaults, each with an id", async () => {
    const [one, two] = [
      await temporaryVault({ "a.md": "First." }).open({ id: "one" }),
      await temporaryVault({ "a.md": "Second." }).open({ id: "two" }),
    ];
    const call = callerOf(one.vault, two.vault);
    expect((await call("scan")).graphId).toBe("one");
    expect((await call("node", { nodes: "a", level: 4, graphId: "two" })).nodes[0]?.content).toEqual({ full: "Second." });
    await expect(call("scan", { graphId: "three" })).rejects.toMatchObject({ code: "graph-unknown" });
    expect(() => createToolkit({ mounts: [{ content: one.vault }, { content: one.vault }] })).toThrow("one");
  });

  test("a folder's name becomes an id that a request can have", async () => {
    const temporary = temporaryVault();
    const { openVault } = await import("./open-vault.js");
    for (const [name, expected] of [["My Notes", "my-notes"], ["🎉", "vault"], ["日本語", "日本語"], [`a${"𝒜".repeat(63)}`, undefined], [".dot", "dot"]] as const) {
      mkdirSync(temporary.path(name));
      const vault = await openVault(temporary.path(name), { cache: false });
      if (expected !== undefined) expect(vault.id).toBe(expected);
      expect(() => createToolkit({ mounts: [{ content: vault }] })).not.toThrow();
    }
  });

  test("stats and validate agree, and say what is where", async () => {
    const { call } = await temporaryVault({ ...files, "alone.md": "", "x.md": "[[y]]", "y.md": "[[x]] [[nobody]]" }).open();
    const { data } = await call<StatsData>("stats");
    expect(data).toMatchObject({
      nodes: 7,
      links: 7,
      brokenLinks: 1,
      byType: [{ name: "note", count: 5 }, { name: "Concept", count: 1 }, { name: "concept", count: 1 }],
      orphans: { count: 1, nodes: [{ id: "note:alone", level: 0 }] },
      mocs: { count: 1, nodes: [{ id: "note:map" }] },
    });
    const codes = ((await call("validate")).data as { findings: { code: string; file: string }[] }).findings;
    expect(codes.filter(({ code }) => code === "circular-pair").map(({ file }) => file)).toEqual(["x.md"]);
  });
});

describe("paging", () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}.md`, `Text ${at}. [[n${at % 7}]]`]));

  async function all({ call }: OpenedVault, between: (page: number) => Promise<void> = async () => undefined, input: object = {}) {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 50; page += 1) {
      const answer = await call("scan", { limit: 7, ...input, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...answer.nodes.map((node) => node.id));
      cursor = answer.cursor;
      if (cursor === undefined) break;
      await between(page);
    }
    return seen;
  }

  test.each([{}, { query: "text" }, { path: "n1" }])("nothing twice and nothing lost: %j", async (input) => {
    const opened = await temporaryVault(many(40)).open();
    const whole = (await opened.call("scan", { limit: 1000, ...input })).nodes.map((node) => node.id);
    expect(await all(opened, undefined, input)).toEqual(whole);
    expect(new Set(whole).size).toBe("path" in input ? 11 : 40);
  });

  test("a cursor survives a refresh and a restart where nothing moved", async () => {
    const temporary = temporaryVault(many(40));
    let opened = await temporary.open();
    const whole = (await opened.call("scan", { limit: 1000 })).nodes.map((node) => node.id);
    const call = (operation: string, input?: object) => opened.call(operation, input);
    const seen = await all({ vault: opened.vault, call } as OpenedVault, async (page) => {
      if (page === 1) {
        const later = Date.now() / 1000 + 10;
        utimesSync(temporary.path("n3.md"), later, later);
        expect(await opened.vault.refresh()).toBe(true);
      }
      if (page === 3) {
        await opened.vault.close();
        opened = await temporary.open();
      }
    });
    expect(seen).toEqual(whole);
  });

  test("when the last node of a page is gone the listing goes on at its place", async () => {
    const temporary = temporaryVault(many(20));
    const opened = await temporary.open();
    const first = await opened.call("scan", { limit: 10 });
    rmSync(temporary.path(`${first.nodes.at(-1)?.name}.md`));
    await opened.vault.refresh();
    const second = await opened.call("scan", { limit: 20, cursor: first.cursor });
    expect(second.nodes.length).toBeGreaterThanOrEqual(9);
    const shown = new Set(first.nodes.map((node) => node.id));
    expect(second.nodes.filter((node) => shown.has(node.id)).length).toBeLessThanOrEqual(1);
  });

  test("a cursor fits into a request however long names are, and one that is none is refused", async () => {
    const name = "𝒜".repeat(60);
    const files = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`${name}${at}.md`, `---\ntype: ${"𝒯".repeat(60)}\n---\n`]));
    const opened = await temporaryVault(files).open();
    const first = await opened.call("scan", { limit: 4 });
    expect(first.cursor?.length).toBeLessThanOrEqual(200);
    expect((await opened.call("scan", { limit: 4, cursor: first.cursor })).nodes).toHaveLength(2);
    await expect(opened.call("scan", { cursor: "nonsense" })).rejects.toMatchObject({ code: "input-invalid" });
    expect((await opened.call("scan", { cursor: "999999999~gone" })).nodes).toEqual([]);
  });
});

describe("R3.9 one version a request", () => {
  test("a body that changed since it was indexed is omitted, and comes after a refresh", async () => {
    const temporary = temporaryVault({ "a.md": "# A\n\nOld text.", "b.md": "Other." });
    const opened = await temporary.open();
    await opened.vault.ready();
    temporary.write("a.md", "# A\n\nNew and longer text.");
    for (const level of [3, 4]) {
      const { nodes, omitted } = await opened.call("node", { nodes: ["a", "b"], level });
      expect(nodes.map((node) => node.id)).toEqual(["note:b"]);
      expect(omitted).toEqual([expect.objectContaining({ id: "note:a", reason: "changed" })]);
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
    const temporary = temporaryVault(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`n${at}.md`, "text ".repeat(3000)])));
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
