import { describe, expect, test } from "vitest";
import { isPdError } from "../model/errors.js";
import { nodeId } from "../model/node.js";
import { o200k } from "../o200k/index.js";
import type { Content, Cursor, Graph, PageRequest } from "../ports/content.js";
import { ENFORCEMENT_CASES } from "../testing/enforcement-cases.js";
import { ENFORCEMENT_NODES } from "../testing/enforcement-nodes.js";
import { createMemoryContent, type MemoryNode } from "../testing/memory-content.js";
import { readContent, readLinks, resolveOne } from "../testing/read-one.js";
import { runEnforcementCase } from "../testing/run-enforcement-case.js";
import { createToolkit } from "../toolkit/toolkit.js";
import { combine } from "./combine.js";
import { readEach } from "./read-each.js";

const one: readonly MemoryNode[] = [
  {
    id: "note:shared",
    name: "Shared one",
    description: "In the first.",
    body: "first body",
    links: [{ target: "note:a", context: "To a." }],
  },
  { id: "note:a", name: "A", body: "alpha" },
];
const two: readonly MemoryNode[] = [
  {
    id: "note:shared",
    name: "Shared two",
    description: "In the second.",
    body: "second body",
    links: [{ target: "note:b" }],
  },
  { id: "note:b", name: "B", body: "beta", links: [{ target: "note:shared" }] },
];
const both = () => combine("both", [createMemoryContent(one, "first"), createMemoryContent(two, "second")]);
const toolkit = () => createToolkit({ mounts: [{ content: both() }] });

describe("R3.2 combined contents", () => {
  test("prefix an id only where two have it", async () => {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await toolkit().call("scan", { cursor });
      ids.push(...page.nodes.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(ids).toEqual(["first/note:shared", "note:a", "second/note:shared", "note:b"]);
  });

  test("open each under the id they gave out, in full and by name", async () => {
    const { nodes } = await toolkit().call("node", {
      nodes: ["second/note:shared", "first/note:shared", "note:b", "A"],
      level: 4,
    });
    expect(nodes).toMatchObject([
      { id: "second/note:shared", content: { full: "second body" } },
      { id: "first/note:shared", content: { full: "first body" } },
      { id: "note:b", content: { full: "beta" } },
      { id: "note:a", content: { full: "alpha" } },
    ]);
  });

  test("name link targets and neighbours by the ids they give out", async () => {
    const { nodes } = await toolkit().call("node", { nodes: "note:b", level: 2, links: "all" });
    expect(nodes).toMatchObject([{ links: [{ target: "second/note:shared" }] }]);
    const { graph } = await both().open();
    expect(await graph.neighbours([nodeId("note:b")])).toContainEqual({
      from: "note:b",
      to: "second/note:shared",
      relation: "references",
    });
  });

  test("search and sum over all", async () => {
    const { nodes } = await toolkit().call("search", { query: "body" });
    expect(new Set(nodes.map(({ id }) => id))).toEqual(new Set(["first/note:shared", "second/note:shared"]));
    expect(await toolkit().call("stats", {})).toMatchObject({ data: { nodes: 4, links: 3 } });
  });

  test("let go of everything when one cannot be opened", async () => {
    let held = 0;
    const memory = createMemoryContent(one, "first");
    const counting = {
      id: "first",
      async open() {
        held += 1;
        const release = () => {
          held -= 1;
        };
        return { ...(await memory.open()), release };
      },
    };
    const broken = { id: "broken", open: () => Promise.reject(new Error("no")) };
    await expect(combine("x", [counting, broken]).open()).rejects.toThrow("no");
    expect(held).toBe(0);
  });
});

const plain = (...names: readonly string[]): readonly MemoryNode[] =>
  names.map((name) => ({ id: `note:${name}`, name, body: `All about ${name}` }));

async function pagesOf(content: Content, request: PageRequest): Promise<readonly (readonly string[])[]> {
  const { graph } = await content.open();
  const pages: (readonly string[])[] = [];
  let cursor: Cursor | undefined;
  do {
    const page = await graph.page({ ...request, cursor });
    pages.push(page.ids);
    cursor = page.next;
  } while (cursor !== undefined && pages.length < 20);
  return pages;
}

/** The content with some of its graph's answers replaced. */
function changed(content: Content, change: (graph: Graph) => Partial<Graph>): Content {
  return {
    id: content.id,
    async open(options) {
      const reading = await content.open(options);
      return { ...reading, graph: { ...reading.graph, ...change(reading.graph) } };
    },
  };
}

describe("a page of combined contents", () => {
  const three = () =>
    combine("three", [
      createMemoryContent(plain("a1", "a2", "a3"), "a"),
      createMemoryContent([], "empty"),
      createMemoryContent(plain("b1"), "b"),
      createMemoryContent(plain("c1", "c2"), "c"),
    ]);

  test("is filled from one part after the other, and only the last is short", async () => {
    expect(await pagesOf(three(), { limit: 4 })).toEqual([
      ["note:a1", "note:a2", "note:a3", "note:b1"],
      ["note:c1", "note:c2"],
    ]);
    expect(await pagesOf(three(), { limit: 3 })).toEqual([
      ["note:a1", "note:a2", "note:a3"],
      ["note:b1", "note:c1", "note:c2"],
    ]);
    expect(await pagesOf(three(), { limit: 6 })).toHaveLength(1);
  });

  test("is filled even where a part gives less than asked", async () => {
    const slow = changed(createMemoryContent(plain("a1", "a2", "a3"), "a"), ({ page }) => ({
      page: (request, options) => page({ ...request, limit: 1 }, options),
    }));
    const content = combine("both", [slow, createMemoryContent(plain("b1", "b2"), "b")]);
    expect(await pagesOf(content, { limit: 4 })).toEqual([["note:a1", "note:a2", "note:a3", "note:b1"], ["note:b2"]]);
  });

  test("has what a later part matches, and the total of all", async () => {
    const { graph } = await three().open();
    expect(await graph.page({ limit: 5, query: "c2" })).toEqual({ ids: ["note:c2"], total: 1 });
    expect(await graph.page({ limit: 5, type: "moc" })).toEqual({ ids: [], total: 0 });
    expect((await graph.page({ limit: 1 })).total).toBe(6);
    expect((await graph.page({ limit: 1, query: "about" })).total).toBe(6);
  });

  test("goes best first over all parts with a query", async () => {
    const weak = (id: string): MemoryNode => ({ id, name: id, body: "tide" });
    const strong = (id: string): MemoryNode => ({ id, name: "Tide", description: "The tide.", body: "tide" });
    const content = combine("both", [
      createMemoryContent([weak("note:w1"), strong("note:same"), weak("note:w2")], "a"),
      createMemoryContent([weak("note:w3"), strong("note:s2"), weak("note:same")], "b"),
    ]);
    expect(await pagesOf(content, { limit: 2, query: "tide" })).toEqual([
      ["a/note:same", "note:s2"],
      ["note:w1", "note:w2"],
      ["note:w3", "b/note:same"],
    ]);
    expect(await pagesOf(content, { limit: 6, query: "tide" })).toHaveLength(1);
    const alone = combine("alone", [createMemoryContent(plain("a1", "a2", "a3"), "a")]);
    expect(await pagesOf(alone, { limit: 2, query: "about" })).toEqual([["note:a1", "note:a2"], ["note:a3"]]);
  });

  test.each([
    ["1", undefined],
    ["x|", undefined],
    ["4|", undefined],
    ["1000|", undefined],
    ["1|", "about"],
    ["-1", "about"],
    ["1e3", "about"],
    ["1234567890", "about"],
  ])("refuses the cursor %s with the query %s", async (cursor, query) => {
    const { graph } = await three().open();
    await expect(graph.page({ limit: 2, query, cursor: cursor as Cursor })).rejects.toMatchObject({
      code: "input-invalid",
      where: "cursor",
    });
  });

  test.each([undefined, "about"])("a cursor is stale once any part has changed (query %s)", async (query) => {
    const parts = (...first: readonly string[]) =>
      combine("two", [createMemoryContent(plain(...first), "a"), createMemoryContent(plain("b1", "b2", "b3"), "b")]);
    const { graph } = await parts("a1", "a2").open();
    const { next: cursor } = await graph.page({ limit: 3, query });
    expect((await (await parts("a1", "a2").open()).graph.page({ limit: 3, query, cursor })).ids).toHaveLength(2);
    // The first part was walked through already: even so, the list is another one.
    const later = await parts("a0", "a1", "a2").open();
    await expect(later.graph.page({ limit: 3, query, cursor })).rejects.toMatchObject({ code: "cursor-stale" });
  });

  test("a cursor is stale with another query or filter, and its position cannot be made up", async () => {
    const { graph } = await three().open();
    const { next: cursor = "" as Cursor } = await graph.page({ limit: 2 });
    const { next: ranked = "" as Cursor } = await graph.page({ limit: 2, query: "about" });
    const foreign: readonly PageRequest[] = [
      { limit: 2, cursor, query: "about" },
      { limit: 2, cursor, type: "note" },
      { limit: 2, cursor: ranked },
      { limit: 2, cursor: ranked, query: "abouts" },
      { limit: 2, cursor: cursor.replace(/^0/u, "1") as Cursor },
      { limit: 2, cursor: ranked.replace(/^2/u, "5") as Cursor, query: "about" },
    ];
    for (const request of foreign)
      await expect(graph.page(request)).rejects.toMatchObject({ code: "cursor-stale", where: "cursor" });
  });
});

describe("R1.3 sections of combined contents", () => {
  const withSection = (anchor: string, text: string): MemoryNode => ({
    id: "note:shared",
    name: "Shared",
    body: `# Part\n${text}`,
    sections: [{ heading: "Part", depth: 1, preview: text, anchor, text }],
  });
  const alone: MemoryNode = { ...withSection("part", "of one note alone"), id: "note:alone", name: "Alone" };
  // The anchors differ: the note alone must decide about the prefix.
  const first = () => createMemoryContent([withSection("left", "left text"), alone], "first");
  const second = () => createMemoryContent([withSection("right", "right text")], "second");
  const content = () => combine("both", [first(), second()]);
  const left = nodeId("first/note:shared#left");
  const right = nodeId("second/note:shared#right");
  const single = nodeId("note:alone#part");

  test("have the prefix of their note, whatever they are asked for by", async () => {
    const { graph, source } = await content().open();
    const typed = [
      left,
      "note:shared#left",
      "first/note:alone#part",
      "[[second/note:shared#right]]",
      "note:alone#part",
    ];
    expect(await Promise.all(typed.map((reference) => resolveOne(graph, reference)))).toEqual([
      left,
      left,
      single,
      right,
      single,
    ]);
    expect(await resolveOne(graph, "first/note:shared#right")).toBeUndefined();
    expect(await Promise.all([left, right, single].map((id) => readContent(source, id)))).toEqual([
      "left text",
      "right text",
      "of one note alone",
    ]);
  });

  test("are summed up and priced under the ids they have", async () => {
    const { graph } = await content().open();
    const ids = [right, single, left];
    expect((await graph.summaries(ids)).map(({ id }) => id)).toEqual(ids);
    const asked = ids.map((id) => ({ id }));
    expect((await graph.prices(asked, o200k)).map(({ id }) => id)).toEqual(ids);
  });

  test("are named with their note in hits, reasons, links and neighbours", async () => {
    const sectionOf = (own: string) => nodeId(`note:shared#${own}`);
    const gathering = changed(first(), ({ search }) => ({
      gather: async (query, limit) =>
        (await search(query, limit)).map((hit) => ({
          ...hit,
          why: [{ field: "link", via: sectionOf("left") }],
          hop: 1,
          sections: [{ id: sectionOf("left"), score: 1, extent: [0, 5] }],
        })),
      neighbours: async () => [{ from: nodeId("note:alone"), to: sectionOf("left"), relation: "references" }],
    }));
    const linking: Content = {
      id: "first",
      async open() {
        const reading = await gathering.open();
        const link = { target: sectionOf("left"), name: "", description: "", relation: "embeds", context: "" } as const;
        return { ...reading, source: { ...reading.source, links: readEach(() => ({ links: [link], total: 1 })) } };
      },
    };
    const { graph, source } = await combine("both", [linking, second()]).open();
    expect(await graph.gather({ text: "left" }, 5)).toMatchObject([
      {
        id: "first/note:shared",
        why: [{ field: "link", via: left }],
        sections: [{ id: left, score: 1, extent: [0, 5] }],
      },
    ]);
    expect(await graph.neighbours([nodeId("note:alone")])).toEqual([
      { from: "note:alone", to: left, relation: "references" },
    ]);
    expect(await readLinks(source, nodeId("note:alone"))).toMatchObject({ links: [{ target: left }], total: 1 });
  });

  test("open by a request as nodes of their own", async () => {
    const kit = createToolkit({ mounts: [{ content: content() }] });
    const { nodes } = await kit.call("node", { nodes: [left, right], level: 4 });
    expect(nodes).toMatchObject([
      { id: left, content: { full: "left text" } },
      { id: right, content: { full: "right text" } },
    ]);
  });
});

describe("R3.2 an id of combined contents", () => {
  test("means one node or none", async () => {
    const { graph, source } = await both().open();
    const loose = [nodeId("note:shared"), nodeId("first/note:a"), nodeId("second/note:a")];
    expect(await graph.summaries(loose)).toEqual([]);
    await expect(readContent(source, loose[0]!)).rejects.toMatchObject({ code: "node-unknown" });
    expect(await Promise.all(loose.map((typed) => resolveOne(graph, typed)))).toEqual([
      "first/note:shared",
      "note:a",
      undefined,
    ]);
  });

  test("is never taken for that of another which reads the same", async () => {
    const nested = combine("nested", [createMemoryContent(one, "first"), createMemoryContent(two, "second")]);
    const content = combine("all", [nested, createMemoryContent(one, "first")]);
    const { graph, source } = await content.open();
    const ids = (await graph.page({ limit: 20 })).ids;
    expect(ids).toEqual([
      "nested/first/note:shared",
      "nested/note:a",
      "second/note:shared",
      "note:b",
      "note:shared",
      "first/note:a",
    ]);
    expect((await graph.summaries(ids)).map(({ id }) => id)).toEqual(ids);
    expect(await Promise.all(ids.map((id) => readContent(source, id)))).toEqual([
      "first body",
      "alpha",
      "second body",
      "beta",
      "first body",
      "alpha",
    ]);
  });

  test.each([[["same", "same"]], [["with/slash"]], [[""]], [["with#hash"]]])(
    "cannot begin with any of %j: such contents are refused at once",
    (ids) => {
      const contents = ids.map((id) => createMemoryContent([], id));
      expect(() => combine("x", contents)).toThrow(expect.objectContaining({ code: "mount-invalid" }));
    },
  );
});

test("findings name the content that a file is in", async () => {
  const found = (id: string) =>
    changed(createMemoryContent([], id), () => ({
      findings: async () => [{ code: "link-broken", severity: "warning", file: "a/b.md", line: 3, message: "Broken" }],
    }));
  const { graph } = await combine("both", [found("first"), found("second")]).open();
  expect((await graph.findings()).map(({ file, line }) => `${file}:${line}`)).toEqual([
    "first/a/b.md:3",
    "second/a/b.md:3",
  ]);
});

test("each part is asked once, however many ids there are", async () => {
  const calls: string[] = [];
  function noting<Asked extends readonly unknown[], Answer>(name: string, answer: (...asked: Asked) => Answer) {
    return (...asked: Asked) => {
      calls.push(name);
      return answer(...asked);
    };
  }
  const counting = (nodes: readonly MemoryNode[], id: string) =>
    changed(createMemoryContent(nodes, id), ({ summaries, prices, neighbours }) => ({
      summaries: noting(`${id} summaries`, summaries),
      prices: noting(`${id} prices`, prices),
      neighbours: noting(`${id} neighbours`, neighbours),
    }));
  const { graph } = await combine("both", [counting(one, "first"), counting(two, "second")]).open();
  const ids = ["note:b", "first/note:shared", "note:none", "note:a", "second/note:shared"].map(nodeId);
  const there = ids.filter((id) => id !== "note:none");

  expect((await graph.summaries(ids)).map(({ id, name }) => [id, name])).toEqual([
    ["note:b", "B"],
    ["first/note:shared", "Shared one"],
    ["note:a", "A"],
    ["second/note:shared", "Shared two"],
  ]);
  expect(calls.splice(0)).toEqual(["first summaries", "second summaries"]);

  const asked = ids.map((id) => ({ id }));
  expect((await graph.prices(asked, o200k)).map(({ id }) => id)).toEqual(there);
  expect(calls.splice(0).filter((call) => call.endsWith("prices"))).toEqual(["first prices", "second prices"]);

  await graph.neighbours(ids);
  expect(calls.filter((call) => call.endsWith("neighbours"))).toEqual(["first neighbours", "second neighbours"]);
});

test.each(ENFORCEMENT_CASES)("combined content keeps $rule: $title", async (one) => {
  const content = combine("memory", [
    createMemoryContent(ENFORCEMENT_NODES, "inner"),
    createMemoryContent([], "empty"),
  ]);
  const kit = createToolkit({ mounts: [{ content }] });
  const problems = await runEnforcementCase(
    one,
    async (operation, input) => {
      try {
        return { answer: JSON.parse(JSON.stringify(await kit.call(operation, input))) };
      } catch (error) {
        if (isPdError(error)) return { error: { code: error.code } };
        throw error;
      }
    },
    { form: "json", counter: o200k },
  );
  expect(problems).toEqual([]);
});
