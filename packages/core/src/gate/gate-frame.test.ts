import { describe, expect, test } from "vitest";
import { bytes } from "../model/counters.js";
import { nodeId } from "../model/node.js";
import type { Plan, Want } from "../model/plan.js";
import { type TokenCounter, tokens } from "../model/tokens.js";
import { o200k } from "../o200k/index.js";
import type { Cursor } from "../ports/content.js";
import { createMemorySessionStore } from "../sessions/memory-session-store.js";
import { createMemoryContent } from "../testing/memory-content.js";
import { createBodyCache } from "./body-cache.js";
import { createGate, type Disclosure } from "./gate.js";
import { measureOf } from "./render/measure.js";

const want = (key: string, level: Want["least"]): Want => ({ id: nodeId(`note:${key}`), least: level, most: level });

function gateWith(counter: TokenCounter = o200k) {
  const content = createMemoryContent(
    ["a", "b", "c"].map((key) => ({
      id: `note:${key}`,
      name: key,
      description: `About ${key}.`,
      body: `Body of ${key}.`,
    })),
  );
  const sessions = createMemorySessionStore();
  const gate = createGate({ counter, sessions, bodies: createBodyCache(1 << 20), now: () => 7 });
  const disclose = async (wants: readonly Want[], more: Partial<Plan> = {}, how: Partial<Disclosure> = {}) =>
    gate.disclose(
      { wants, visited: 0, levels: "raised", breadth: 1, repeat: true, ...more },
      {
        reading: await content.open(),
        graphId: "memory",
        operation: "test",
        form: "json",
        caller: "me",
        call: 1,
        ...how,
      },
    );
  return { disclose, sessions, reads: content.reads };
}

const cursor = "next-page" as Cursor;
const next = { of: "nodes", cursor, after: async () => cursor } as const;
const figures = { rows: 0, upTo: () => ({ count: 3 }) };
const notices = [{ code: "reference-unknown", reference: "nobody" }] as const;
/** The first line of a text, which is a node here, and the lines below it but the last, which says what it cost. */
const textOf = (answer: object) => ("text" in answer ? String(answer.text).split("\n").slice(0, -1) : []);

describe("R2.3 what stands around the nodes of a text", () => {
  test("is the handle, the next page, the notices and the figures, in that order", async () => {
    const { disclose, sessions } = gateWith();
    const session = await sessions.create("me");
    const answer = await disclose([want("a", 2)], { next, notices, figures }, { form: "text", session });
    expect(textOf(answer).slice(1)).toEqual([
      `[session ${session}]`,
      "[more: cursor next-page]",
      '[No node is called "nobody". Try search.]',
      '{"count":3}',
    ]);
  });

  test.each<[string, Partial<Plan>, readonly string[]]>([
    ["nothing where there is nothing to say", {}, []],
    ["the next page alone", { next }, ["[more: cursor next-page]"]],
    ["notices alone", { notices }, ['[No node is called "nobody". Try search.]']],
    ["figures alone", { figures }, ['{"count":3}']],
  ])("%s", async (_, more, lines) => {
    const answer = await gateWith().disclose([want("a", 2)], more, { form: "text" });
    expect(textOf(answer).slice(1)).toEqual(lines);
  });

  test("JSON has all of it in fields of its own, and none of it is counted as nodes", async () => {
    const { disclose } = gateWith(bytes);
    const plain = await disclose([want("a", 1)]);
    const framed = await disclose([want("a", 1)], { next, notices });
    expect(framed).toMatchObject({ cursor, notices: [{ code: "reference-unknown" }] });
    expect(framed.nodes).toEqual(plain.nodes);
    expect(framed.telemetry.tokensUsed).toBe(JSON.stringify(plain.nodes).length);
  });
});

test("R2.3 what only a text says is neither written nor counted for JSON", async () => {
  const counted: string[] = [];
  const counter: TokenCounter = { name: "noting", count: (text) => counted.push(text) && bytes.count(text) };
  const more = { next, notices, figures, budget: tokens(2000) };
  await gateWith(counter).disclose([want("a", 1)], more, { form: "text" });
  const isLine = (text: string) => text.startsWith("\n\n");
  expect(counted.filter(isLine)).not.toEqual([]);
  counted.length = 0;
  await gateWith(counter).disclose([want("a", 1)], more);
  expect(counted).not.toEqual([]);
  expect(counted.filter(isLine)).toEqual([]);
});

describe("R2.6 a price tag", () => {
  /** A counter by which an empty list is dear: what the brackets take can be seen in a price. */
  const dearList: TokenCounter = { name: "dear", count: (text) => (text === "[]" ? tokens(100) : bytes.count(text)) };
  const tagOf = async (counter: TokenCounter) => {
    const [tagged] = (await gateWith(counter).disclose([want("a", 1)])).nodes;
    return (tagged as { readonly tokens?: number }).tokens ?? 0;
  };
  const tagIn = (answer: object) => Number(/\((\d+) tokens\)/.exec(textOf(answer)[0] ?? "")?.[1]);

  test("is no less than what opening that node alone takes, and hardly more", async () => {
    const opened = await gateWith(bytes).disclose([want("a", 4)]);
    const over = (await tagOf(bytes)) - opened.telemetry.tokensUsed;
    expect([over >= 0, over < 10]).toEqual([true, true]);
  });

  test("holds what stands around the node: brackets in JSON, the lines below in a text", async () => {
    expect((await tagOf(dearList)) - (await tagOf(bytes))).toBe(98);
    const { disclose } = gateWith(bytes);
    const plain = await disclose([want("a", 1)], {}, { form: "text" });
    const framed = await disclose([want("a", 1)], { next }, { form: "text" });
    expect(tagIn(framed) - tagIn(plain)).toBe(measureOf(bytes).frame("text", ["[more: cursor next-page]"]));
  });

  test.each([bytes, dearList])("that is paid opens the node; one token less reads no body ($name)", async (counter) => {
    const tag = await tagOf(counter);
    const { disclose, reads } = gateWith(counter);
    const paid = await disclose([want("a", 4)], { budget: tokens(tag) });
    expect(paid.nodes).toMatchObject([{ id: "note:a", level: 4 }]);
    const before = reads.content.length;
    const short = await disclose([want("a", 4)], { budget: tokens(tag - 1) });
    expect([short.nodes, short.omitted]).toMatchObject([[], [{ id: "note:a", reason: "budget" }]]);
    expect(reads.content.length).toBe(before);
  });
});

describe("what is left out without a look", () => {
  test("what an operation passed by is named once, last, and not where it was wanted", async () => {
    const passed = ["c", "a", "c"].map((key) => nodeId(`note:${key}`));
    const answer = await gateWith().disclose([want("a", 1), want("b", 1)], { passed });
    expect(answer.nodes.map(({ id }) => id)).toEqual(["note:a", "note:b"]);
    expect(answer.omitted).toMatchObject([{ id: "note:c", reason: "limit" }]);
    expect(answer.telemetry.nodesOmitted).toBe(1);
  });

  test("what is not there is named between the others, as the plan has them", async () => {
    const passed = [nodeId("note:c")];
    const answer = await gateWith().disclose([want("a", 1), want("nobody", 1), want("b", 1)], { passed });
    expect(answer.nodes.map(({ id }) => id)).toEqual(["note:a", "note:b"]);
    expect(answer.omitted).toMatchObject([
      { id: "note:nobody", reason: "unknown" },
      { id: "note:c", reason: "limit" },
    ]);
  });
});
