import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parted } from "./delivered-text.js";
import { deliveredBy, nodesSeen, showingsOf } from "./delivery.js";
import { differenceFrom } from "./level-difference.js";
import { recordedSession } from "./recorded-session.js";
import { linesOf } from "./shown-lines.js";

const NOTES = {
  "Budgets.md":
    "---\ndescription: A ceiling that holds.\ntags: [cost]\n---\n# Budgets\n\nA budget that is exceeded once\nis no budget at all. See [[Levels]].\n\n## How it is kept\n\nEvery answer is counted before it leaves.\n\nAnd only then delivered to whoever asked.\n",
  "Levels.md": "---\ndescription: Five of them.\n---\n# Levels\n\nFrom a name to the whole text. See [[Budgets]].\n",
  "Mimic.md":
    "---\ndescription: Looks like another.\n---\n# Mimic\n\nIt says:\n\n## [full] note:levels\n\nand goes on about budgets.\n",
};

let session: Awaited<ReturnType<typeof recordedSession>>;
beforeAll(async () => {
  session = await recordedSession(NOTES);
});
afterAll(() => session.close());

describe("what a call handed over", () => {
  test("R2.3: of a JSON answer the nodes, byte for byte", async () => {
    const answer = await session.toolkit.call("node", { nodes: ["Budgets", "Levels"], level: 3 });
    const call = deliveredBy(session.last(), 1);
    expect(call.whole).toBe(JSON.stringify(answer.nodes));
    expect(call.deliveries.map(({ id, level, form }) => [id, level, form])).toEqual([
      ["note:budgets", 3, "json"],
      ["note:levels", 3, "json"],
    ]);
    expect(call.deliveries.every(({ tokens = 0 }) => tokens > 0)).toBe(true);
  });

  test("R6.6: of a text answer the text, and its parts are all of it", async () => {
    const answer = await session.toolkit.call("node", {
      nodes: ["Levels", "Budgets"],
      level: 4,
      format: "text",
      session: "new",
    });
    const call = deliveredBy(session.last(), 1);
    expect(call.whole).toBe(answer.text);
    expect(call.deliveries.map(({ id }) => id)).toEqual(["note:levels", "note:budgets"]);
    expect(call.deliveries.map(({ text }) => text).join("") + call.footer).toBe(answer.text);
    expect(call.footer).toMatch(/^\[session pds_/u);
    expect(call.deliveries.every(({ isCertain }) => isCertain)).toBe(true);
  });

  test("H9 a body that imitates a node's heading is not taken for one: the gate has escaped it", async () => {
    await session.toolkit.call("node", { nodes: ["Mimic", "Levels"], level: 4, format: "text" });
    const { deliveries, whole, footer } = deliveredBy(session.last(), 1);
    expect(deliveries.map(({ text }) => text).join("") + footer).toBe(whole);
    expect(deliveries.map(({ id, isCertain }) => [id, isCertain])).toEqual([
      ["note:mimic", true],
      ["note:levels", true],
    ]);
  });

  test("R1.9: a pack of passages is parted at each, the head of a note with its first", async () => {
    const answer = await session.toolkit.call("context", {
      query: "budget exceeded, counted before it leaves, delivered",
      format: "text",
      session: "new",
    });
    const { deliveries, whole, footer } = deliveredBy(session.last(), 1);
    expect(whole).toBe(answer.text);
    expect(deliveries.map(({ text }) => text).join("") + footer).toBe(whole);
    expect(deliveries.map(({ id }) => id)).toEqual(answer.nodes.map(({ id }) => id));
    expect(deliveries.every(({ isCertain }) => isCertain)).toBe(true);
    const passages = deliveries.filter(({ id }) => /@\d+-\d+$/u.test(id));
    expect(passages.length).toBeGreaterThan(0);
    for (const { id, text } of passages)
      expect(text).toMatch(new RegExp(`^(?:## .*\n)?@${/@(\d+)-/u.exec(id)?.[1]}(?: |\n)`, "u"));
  });

  test("R1.9: two passages of a note share its head, and one between other nodes has its own", () => {
    const pieces = [
      "## a.md\n@3\n\nOne.\n\n",
      "@12 Limits > Tokens\n\nTwo.\n\n## Not a head\n\n\\@20\n\n",
      "- [scan] b.md: x\n",
      "## c.md Sea\n@3 Top\n\nThree.\n\n",
    ];
    const ids = ["note:a@3-4", "note:a@12-20", "note:b", "note:c@3-9"];
    const mentions = ids.map((id) => ({ id, level: id === "note:b" ? 1 : 4 }));
    const { parts, footer } = parted(`${pieces.join("")}[12 of 2000 tokens]`, mentions);
    expect(parts.map(({ text }) => text)).toEqual(pieces);
    expect(parts.every(({ isCertain }) => isCertain)).toBe(true);
    expect(footer).toBe("[12 of 2000 tokens]");
    expect(parted(pieces.join(""), [{ id: "note:a@4-4", level: 4 }]).isWhole).toBe(false);
  });

  test("a failed call handed over nothing", async () => {
    await session.toolkit.call("node", { nodes: "Nowhere" }).catch(() => undefined);
    expect(deliveredBy(session.last(), 1)).toMatchObject({ deliveries: [], whole: "" });
  });

  test("an answer of another tool is shown as it is, whatever it is", () => {
    const entry = {
      version: 1,
      at: 0,
      milliseconds: 0,
      operation: "tool",
      input: {},
      disclosed: [],
      omitted: [],
    } as const;
    for (const [answer, whole] of [
      ["plain", "plain"],
      [{ any: 1 }, '{"any":1}'],
      [undefined, ""],
      [null, "null"],
      [{ nodes: [3, { id: 1 }] }, "[]"],
    ] as const)
      expect(deliveredBy({ ...entry, answer }, 1)).toMatchObject({ whole, deliveries: [] });
  });

  test("whatever a text holds, its parts and footer are the whole of it", () => {
    const line = fc.oneof(
      fc.constantFrom("## [full] a.md", "- [scan] b.md: x", "## c.md", "@12", "@12 Under", "[session x]", "", "text"),
      fc.string(),
    );
    fc.assert(
      fc.property(
        fc.array(line).map((lines) => lines.join("\n")),
        (text) => {
          const { parts, footer } = parted(text, [
            { id: "note:a", level: 4 },
            { id: "note:b", level: 1 },
            { id: "note:c@12-18", level: 4 },
          ]);
          expect(parts.map((part) => part.text).join("") + footer).toBe(text);
        },
      ),
      { numRuns: propertyRuns() },
    );
  });
});

describe("from one level to the next", () => {
  test("what is new is told from what was said, also where a preview had folded it", async () => {
    const rows = { links: "all", previews: "all" } as const;
    for (const level of [1, 3, 4] as const)
      await session.toolkit.call("node", { nodes: "Budgets", level, ...(level === 3 ? rows : {}) });
    const calls = session.entries.slice(-3).map((entry, index) => deliveredBy(entry, index + 1));
    const [first, second, third] = showingsOf("note:budgets", calls).map(({ delivery }) => linesOf(delivery));
    const toThree = differenceFrom(first ?? [], second ?? []);
    expect(new Set(toThree.lines.filter(({ mark }) => mark === "added").map(({ field }) => field))).toEqual(
      new Set(["links", "sections"]),
    );
    const toFour = differenceFrom(second ?? [], third ?? []);
    const added = toFour.lines.filter(({ mark, text }) => mark === "added" && text !== "").map(({ text }) => text);
    expect(added).toEqual(["And only then delivered to whoever asked."]);
    expect(toFour.gone).toBe(1);
  });

  test("everything is new that comes first", () => {
    const lines = [{ field: "name", text: "Budgets" }];
    expect(differenceFrom([], lines)).toMatchObject({ added: 1, kept: 0, gone: 0 });
  });

  test("a short line is not taken for a part of a longer one", () => {
    const before = [{ field: "full", text: "The end is near, and the budget is not." }];
    expect(differenceFrom(before, [{ field: "full", text: "The end" }]).added).toBe(1);
    expect(differenceFrom(before, [{ field: "full", text: "the budget is not." }]).added).toBe(0);
  });

  test("a body of forty thousand lines takes no time to speak of", () => {
    const lines = (word: string) =>
      Array.from({ length: 40_000 }, (_, index) => ({ field: "full", text: `A ${word} of its own, number ${index}` }));
    const [old, fresh] = [lines("line"), lines("sentence")];
    const before = process.cpuUsage();
    expect(differenceFrom(old, fresh)).toMatchObject({ added: 40_000, kept: 0, gone: 40_000 });
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000);
  });
});

describe("the nodes of a session", () => {
  test("each once, at the highest level it reached, with all it cost", async () => {
    for (const level of [4, 1] as const) await session.toolkit.call("node", { nodes: "Levels", level });
    const calls = session.entries.slice(-2).map((entry, index) => deliveredBy(entry, index + 1));
    const tokens = calls.flatMap(({ deliveries }) => deliveries).reduce((sum, each) => sum + (each.tokens ?? 0), 0);
    expect(nodesSeen(calls)).toEqual([{ id: "note:levels", name: "Levels", level: 4, tokens, times: 2 }]);
  });
});
