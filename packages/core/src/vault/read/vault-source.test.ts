import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { priceOf } from "../../gate/render/frame.js";
import { bytes } from "../../model/counters.js";
import type { NodeId } from "../../model/node.js";
import { o200k } from "../../o200k/index.js";
import { readContent } from "../../testing/read-one.js";
import { type OpenedVault, temporaryVault } from "../testing/temporary-vault.js";

const id = (text: string) => text as NodeId;

async function open({ call }: OpenedVault, reference: string, level: number) {
  const answer = await call("node", { nodes: reference, level });
  return answer.nodes[0];
}

describe("R1.3 sections are nodes of their own", () => {
  const text =
    "---\nname: Guide\n---\nLead text.\n\n# Usage\n\nFirst.\n\n### Deep\n\nDeeper.\n\n## Usage\n\nSecond.\n\n# C#\n\nSharp.\n# 用法\n";
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
    const { call } = await temporaryVault({ "guide.md": text }).open();
    const [node] = (await call("node", { nodes: "guide", level: 3, previews: "all" })).nodes;
    const rows = node?.content?.sections?.map(({ tokens: _, id: __, lines: ___, ...row }) => row);
    expect(rows).toEqual([
      { heading: "", depth: 0, preview: "Lead text." },
      { heading: "Usage", depth: 1, preview: "First." },
      { heading: "Deep", depth: 3, preview: "Deeper." },
      { heading: "Usage", depth: 2, preview: "Second." },
      { heading: "C#", depth: 1, preview: "Sharp." },
      { heading: "用法", depth: 1 },
    ]);
    // R1.10 each says where it is, and what opening it costs: no more, no less.
    const lines = text.split("\n");
    for (const { id: section, heading, lines: at, tokens } of node?.content?.sections ?? []) {
      if (heading !== "") expect(lines[(at?.[0] ?? 0) - 1]).toContain(heading);
      expect((await call("node", { nodes: section ?? "", level: 4, tokenBudget: tokens ?? 0 })).nodes[0]?.level).toBe(
        4,
      );
      expect(
        (await call("node", { nodes: section ?? "", level: 4, tokenBudget: (tokens ?? 0) - 1 })).nodes[0]?.level,
      ).toBeLessThan(4);
    }
    expect(JSON.stringify(await open(await temporaryVault({ "guide.md": text }).open(), "guide", 2))).not.toContain(
      "First",
    );
  });

  test("a section's summary says not a word of its text", async () => {
    const { vault } = await temporaryVault({ "guide.md": text }).open();
    const { graph } = await vault.open();
    expect(await graph.summaries([id("note:guide#deep"), id("note:nobody"), id("note:guide#nope")])).toEqual([
      {
        id: "note:guide#deep",
        name: "Deep",
        type: "section",
        domain: "general",
        description: "Section of Guide",
        tags: [],
        path: "guide.md",
        lines: [expect.any(Number), expect.any(Number)],
      },
    ]);
  });
});

describe("R2.6 prices", () => {
  const files = {
    "plain.md": '# Plain\n\nSome "quoted" text.\n\n## Part\n\nMore\ttext.\n',
    "front.md": "\uFEFF---\nname: Front\n---\n漢字の本文。\r\n",
    "empty.md": "",
    "code.md": "```js\nconst x = { a: [1, 2, 3] };\n```\n",
  };

  test("a note's price is what its body costs, as text and as JSON, by any counter", async () => {
    const { vault } = await temporaryVault(files).open();
    await vault.ready();
    const { graph, source } = await vault.open();
    for (const counter of [o200k, bytes]) {
      for (const note of [
        "note:plain",
        "note:front",
        "note:empty",
        "note:code",
        "note:plain#part",
        "note:plain#plain",
      ].map(id)) {
        const content = await readContent(source, note);
        const [price] = await graph.prices([{ id: note }], counter);
        expect([note, price]).toMatchObject([note, priceOf(content, counter)]);
      }
    }
    expect(await graph.prices([{ id: id("note:nobody") }], o200k)).toEqual([]);
  });

  test("what cannot be read any more has a price that is not too low", async () => {
    const temporary = temporaryVault(files);
    const { vault } = await temporary.open();
    await vault.ready();
    const { graph, source } = await vault.open();
    const content = await readContent(source, id("note:plain#part"));
    rmSync(temporary.path("plain.md"));
    const [price] = await graph.prices([{ id: id("note:plain#part") }], bytes);
    expect(price?.text).toBeGreaterThanOrEqual(bytes.count(content));
    expect(price?.json).toBeGreaterThanOrEqual(bytes.count(JSON.stringify(content)));
  });
});
