import { mkdirSync, renameSync, rmSync, utimesSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { combine } from "../../content/combine.js";
import type { StatsData } from "../../operations/stats.js";
import { createMemoryContent } from "../../testing/memory-content.js";
import { resolveOne } from "../../testing/read-one.js";
import { createToolkit } from "../../toolkit/toolkit.js";
import { callerOf, type OpenedVault, type TemporaryVault, temporaryVault } from "../testing/temporary-vault.js";

async function open({ call }: OpenedVault, reference: string, level: number) {
  const answer = await call("node", { nodes: reference, level });
  return answer.nodes[0];
}

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
    for (const reference of [
      "note:my-note",
      "Named",
      "named",
      "Other",
      "a/My note.md",
      "a/My note",
      "My note",
      "[[Named]]",
      "![[Other|x]]",
      "./a/My note.md",
    ])
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
    expect((await call("node", { nodes: "a", level: 4, graphId: "two" })).nodes[0]?.content).toEqual({
      full: "Second.",
    });
    await expect(call("scan", { graphId: "three" })).rejects.toMatchObject({ code: "graph-unknown" });
    expect(() => createToolkit({ mounts: [{ content: one.vault }, { content: one.vault }] })).toThrow("one");
  });

  test("a folder's name becomes an id that a request can have", async () => {
    const temporary = temporaryVault();
    const { openVault } = await import("../open-vault.js");
    for (const [name, expected] of [
      ["My Notes", "my-notes"],
      ["🎉", "vault"],
      ["日本語", "日本語"],
      [`a${"𝒜".repeat(63)}`, undefined],
      [".dot", "dot"],
    ] as const) {
      mkdirSync(temporary.path(name));
      const vault = await openVault(temporary.path(name), { cache: false });
      if (expected !== undefined) expect(vault.id).toBe(expected);
      expect(() => createToolkit({ mounts: [{ content: vault }] })).not.toThrow();
    }
  });

  test("stats and validate agree, and say what is where", async () => {
    const { call } = await temporaryVault({
      ...files,
      "alone.md": "",
      "x.md": "[[y]]",
      "y.md": "[[x]] [[nobody]]",
    }).open();
    const { data } = await call<StatsData>("stats");
    expect(data).toMatchObject({
      nodes: 7,
      links: 7,
      brokenLinks: 1,
      byType: [
        { name: "note", count: 5 },
        { name: "Concept", count: 1 },
        { name: "concept", count: 1 },
      ],
      orphans: { count: 1, nodes: [{ id: "note:alone", level: 0 }] },
      // Whatever it is called: two links make no map.
      mocs: { count: 0, nodes: [] },
    });
    const codes = ((await call("validate")).data as { findings: { code: string; file: string }[] }).findings;
    expect(codes.filter(({ code }) => code === "circular-pair").map(({ file }) => file)).toEqual(["x.md"]);
  });

  test("H8 stats names types and domains as nodes do, without tag letters", async () => {
    const tags = "\u{e006f}\u{e0062}\u{e0065}\u{e0079}";
    const { call } = await temporaryVault({ "a.md": `---\ntype: größe${tags}\ndomain: 風${tags}\n---\n` }).open();
    const { data } = await call<StatsData>("stats");
    expect(data).toMatchObject({ byType: [{ name: "größe\ufffd" }], byDomain: [{ name: "風\ufffd" }] });
    expect(JSON.stringify(data)).not.toContain(tags);
  });

  test.each(["stats", "validate"])("%s of an empty folder says that its figures are of nothing", async (operation) => {
    const { call } = await temporaryVault({}).open();
    expect((await call(operation)).notices).toMatchObject([{ code: "nothing-here" }]);
    const full = await temporaryVault(files).open();
    expect((await full.call(operation)).notices ?? []).toEqual([]);
  });

  test("whoever looks for something in an empty folder is not told to use other words", async () => {
    const { call } = await temporaryVault({}).open();
    expect((await call("scan")).notices).toMatchObject([{ code: "nothing-here" }]);
    expect((await call("search", { query: "words" })).notices).toMatchObject([{ code: "nothing-here" }]);
    const full = await temporaryVault(files).open();
    expect((await full.call("search", { query: "zzzzqqqq" })).notices).toMatchObject([{ code: "nothing-found" }]);
  });
});

describe("paging", () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}.md`, `Text ${at}. [[n${at % 7}]]`]));

  async function all(
    { call }: OpenedVault,
    between: (page: number) => Promise<void> = async () => undefined,
    input: object = {},
  ) {
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

  const changes: readonly (readonly [string, (vault: TemporaryVault) => void])[] = [
    ["a note came", ({ write }) => write("Élan.md", "Neu. [[n5]] [[n12]]")],
    ["a note is gone", ({ path }) => rmSync(path("n3.md"))],
    ["a note was renamed", ({ path }) => renameSync(path("n3.md"), path("später.md"))],
    ["a body has other words of the same length", ({ write }) => write("n3.md", "Wïnd. [[n3]]")],
  ];

  test.each(changes)("a cursor is stale once %s, in this process and in the next", async (_, change) => {
    const temporary = temporaryVault({ ...many(20), "n3.md": "Tëxt. [[n3]]" });
    const opened = await temporary.open();
    const { cursor } = await opened.call("scan", { limit: 10 });
    change(temporary);
    await opened.vault.refresh();
    await expect(opened.call("scan", { limit: 10, cursor })).rejects.toMatchObject({
      code: "cursor-stale",
      where: "cursor",
      fix: "Ask again without cursor.",
    });
    await opened.vault.close();
    for (const cache of [undefined, false] as const) {
      const next = await temporary.open(cache === undefined ? {} : { cache });
      await expect(next.call("scan", { limit: 10, cursor })).rejects.toMatchObject({ code: "cursor-stale" });
    }
  });

  test("a cursor is stale with another query or filter, and in another vault", async () => {
    const opened = await temporaryVault(many(20)).open();
    const other = await temporaryVault({ ...many(20), "mehr.md": "Mehr." }).open();
    const { cursor } = await opened.call("scan", { limit: 5, query: "text" });
    expect((await opened.call("scan", { limit: 9, query: "text", cursor })).nodes).toHaveLength(9);
    for (const input of [{}, { query: "texts" }, { query: "text", path: "n" }, { query: "text", tag: "größe" }])
      await expect(opened.call("scan", { limit: 5, ...input, cursor })).rejects.toMatchObject({ code: "cursor-stale" });
    await expect(other.call("scan", { limit: 5, query: "text", cursor })).rejects.toMatchObject({
      code: "cursor-stale",
    });
  });

  test("a list that was begun before bodies were read goes on after that, alone and combined", async () => {
    const temporary = temporaryVault(many(40));
    const { vault, call } = await temporary.open({ cache: false });
    const first = await call("scan", { limit: 30 });
    const both = combine("both", [vault, createMemoryContent([{ id: "note:zoë", name: "Zoë", body: "" }], "b")]);
    const { next } = await (await both.open()).graph.page({ limit: 30 });
    await vault.ready();
    expect((await call("scan", { limit: 30, cursor: first.cursor })).nodes).toHaveLength(10);
    expect((await (await both.open()).graph.page({ limit: 30, cursor: next })).ids).toHaveLength(11);
  });

  test("a cursor fits into a request however long names are, and one that is none is refused", async () => {
    const name = "𝒜".repeat(60);
    const files = Object.fromEntries(
      Array.from({ length: 6 }, (_, at) => [`${name}${at}.md`, `---\ntype: ${"𝒯".repeat(60)}\n---\n`]),
    );
    const opened = await temporaryVault(files).open();
    const first = await opened.call("scan", { limit: 4 });
    expect(first.cursor?.length).toBeLessThanOrEqual(200);
    expect((await opened.call("scan", { limit: 4, cursor: first.cursor })).nodes).toHaveLength(2);
    await expect(opened.call("scan", { cursor: "nonsense" })).rejects.toMatchObject({ code: "input-invalid" });
    await expect(opened.call("scan", { cursor: "999999999~gone" })).rejects.toMatchObject({ code: "input-invalid" });
    const beyond = String(first.cursor).replace(/^\d+/u, "999999999");
    await expect(opened.call("scan", { limit: 4, cursor: beyond })).rejects.toMatchObject({ code: "cursor-stale" });
  });
});

describe("R3.5 a walk that begins at a section", () => {
  const files = {
    "Städte.md":
      "# Städte\n\nZur [[Burg]].\n\n## Häfen am Meer\n\nSieh [[Kai]].\n\n### Tief\n\n[[Mole]]\n\n## Leer\n\nNichts.\n",
    "Burg.md": "Alt.",
    "Kai.md": "Am Wasser. [[Kran]]",
    "Mole.md": "Lang.",
    "Kran.md": "Hoch.",
    "Führer.md": "Von [[Städte#Häfen am Meer]].",
    "Ander.md": "Von [[Städte#Leer]] und [[Städte]].",
  };
  const walked = async (start: string, input: object = {}) => {
    const { call } = await temporaryVault(files).open();
    const { nodes } = await call("traverse", { start, ...input });
    return nodes.map(({ id, hop, why }) => [id, hop, why?.find(({ field }) => field === "link")?.via]);
  };

  test("goes along the links in its text and below it, and those that name it", async () => {
    const section = "note:städte#häfen-am-meer";
    expect(await walked("Städte#Häfen am Meer", { maxDepth: 1 })).toEqual([
      [section, 0, undefined],
      ["note:führer", 1, section],
      ["note:kai", 1, section],
      ["note:mole", 1, section],
    ]);
    const deeper = await walked("[[Städte#Häfen am Meer]]", { query: "Kran" });
    expect(deeper.map(([id]) => id)).toContain("note:kran");
    // The note holds the section: its text is not said twice.
    expect(deeper.map(([id]) => id)).not.toContain("note:städte");
  });

  test("goes along its note's links where it has none of its own, and where it is named alone along that one", async () => {
    const { call } = await temporaryVault({ ...files, "Ander.md": "Fern." }).open();
    const { nodes } = await call("traverse", { start: "Städte#Leer", maxDepth: 1 });
    expect(nodes.map(({ id }) => id).sort()).toEqual([
      "note:burg",
      "note:führer",
      "note:kai",
      "note:mole",
      "note:städte#leer",
    ]);
    expect((await walked("Städte#Leer", { maxDepth: 1 })).map(([id]) => id)).toEqual([
      "note:städte#leer",
      "note:ander",
    ]);
  });

  test("the same in combined vaults", async () => {
    const { vault } = await temporaryVault(files).open();
    const other = createMemoryContent([{ id: "note:kai", name: "Kai", body: "" }], "b");
    const { graph } = await combine("both", [vault, other]).open();
    const section = (await resolveOne(graph, "Städte#Häfen am Meer"))!;
    const edges = await graph.neighbours([section]);
    expect(edges.map(({ from, to }) => [from, to])).toContainEqual([section, `${vault.id}/note:kai`]);
  });
});
