import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createMemoryFilesystem } from "../filesystem/memory-filesystem.js";
import type { Answer } from "../model/answer.js";
import { defineErrors } from "../model/error-kind.js";
import { isPdError, PdError } from "../model/errors.js";
import type { PdEvent } from "../model/event.js";
import { nodeId } from "../model/node.js";
import type { TokenCounter } from "../model/tokens.js";
import { o200k } from "../o200k/index.js";
import { OPERATIONS } from "../operations/index.js";
import type { SessionId } from "../ports/session.js";
import { defineTool, type Tool } from "../ports/tool.js";
import { ENFORCEMENT_NODES } from "../testing/enforcement-nodes.js";
import { createMemoryContent } from "../testing/memory-content.js";
import { createToolkit } from "./toolkit.js";

const NAMES = OPERATIONS.map(({ name }) => name);

const content = () => createMemoryContent(ENFORCEMENT_NODES);
const errorOf = (call: Promise<unknown>): Promise<PdError> =>
  call.then(
    () => Promise.reject(new Error("expected an error")),
    (error: unknown) => (isPdError(error) ? error : Promise.reject(error)),
  );

describe("bad input gets an error that teaches", () => {
  const toolkit = createToolkit({ mounts: [{ content: content() }] });

  test.each([
    ["node", { nodes: "Alpha", level: 7 }, "level", "0 or 1 or 2 or 3 or 4"],
    ["node", { nodes: "Alpha", levle: 1 }, "levle", 'Did you mean "level"?'],
    ["node", { nodes: 5 }, "nodes", "a string or an array"],
    ["node", { nodes: ["Alpha", 1] }, "nodes.1", "a string"],
    ["search", { query: "x", limit: 0 }, "limit", "at least 1"],
    ["search", { query: "x", limit: 1e9 }, "limit", "at most 1000"],
    ["search", { query: "x".repeat(5000) }, "query", "at most 4000"],
    ["query", { query: "x", tokenBudget: 1.5 }, "tokenBudget", "a whole number"],
    ["query", { query: "x", tokenBudget: Number.NaN }, "tokenBudget", "a"],
    ["search", {}, "query", "a string"],
    ["search", { query: "x", format: "xml" }, "format", '"json" or "text"'],
    ["search", null, "input", "an object"],
    ["search", [], "input", "an object"],
    ["serach", {}, "serach", 'Did you mean "search"?'],
    ["toString", {}, "toString", `Known names: ${NAMES.join(", ")}`],
    ["scan", { graphId: "docs" }, "graphId", "Known graphs: memory."],
    ["scan", { session: "mine" }, "session", 'session "new"'],
    ["node", { nodes: "alhpa details" }, "nodes", "note:alpha"],
  ] as const)("%s %j names %s and says what would work", async (name, input, where, fix) => {
    const error = await errorOf(toolkit.call(name as string, input));
    expect(error.where).toBe(where);
    expect(`${error.message} ${error.fix}`).toContain(fix);
  });

  test("and its JSON has no stack and no cause", async () => {
    const error = await errorOf(toolkit.call("node" as string, { nodes: "Alpha", level: 7 }));
    expect(Object.keys(JSON.parse(JSON.stringify(error)))).toEqual(["code", "message", "where", "fix"]);
  });

  test("one unknown node beside known ones is a notice, not an error", async () => {
    const answer = await toolkit.call("node", { nodes: ["Alpha", "no\u001b[31m such"] });
    expect(answer.nodes).toHaveLength(1);
    expect(answer.notices).toMatchObject([{ code: "reference-unknown" }]);
    expect(answer.notices?.[0]?.message).not.toMatch(/\p{Cc}/u);
  });
});

describe("mounts", () => {
  test("the first is meant where no graphId is given, and each is found by its own", async () => {
    const toolkit = createToolkit({ mounts: [{ content: content() }, { content: createMemoryContent([], "empty") }] });
    expect(await toolkit.call("scan", {})).toMatchObject({ graphId: "memory" });
    expect(await toolkit.call("scan", { graphId: "empty" })).toMatchObject({
      graphId: "empty",
      nodes: [],
      telemetry: { coveragePercent: 0 },
    });
  });

  test("R6.5 a name that is taken, or no name at all, fails at construction", () => {
    const tool = (name: string): Tool =>
      defineTool({ name, description: "", input: z.object({}), readOnly: true, call: async () => 1 });
    for (const names of [["scan"], ["a", "a"], ["Not-Snake"], ["__proto__"], [""]]) {
      expect(() => createToolkit({ mounts: [{ tools: names.map(tool) }] })).toThrow(
        expect.objectContaining({ code: "mount-invalid" }),
      );
    }
    const bare = { name: "bare", description: "", input: { type: "object" }, readOnly: true, call: async () => 1 };
    expect(() => createToolkit({ mounts: [{ tools: [bare as never] }] })).toThrow(/"bare" has no zod schema/);
    expect(() => createToolkit({ mounts: [{ content: content() }, { content: content() }] })).toThrow(/Two contents/);
    expect(() => createToolkit({ mounts: [{ content: createMemoryContent([], "a b") }] })).toThrow(/cannot be the id/);
  });

  test("with none, a call says so", async () => {
    expect(await errorOf(createToolkit({ mounts: [] }).call("scan", {}))).toMatchObject({ code: "graph-unknown" });
  });
});

describe("tools", () => {
  const read = defineTool({
    name: "read_it",
    description: "Reads a node through the gate.",
    input: z.strictObject({ id: z.string(), session: z.string().optional() }),
    readOnly: true,
    call: ({ id }, { disclose }) =>
      disclose(
        () => ({
          wants: [{ id: nodeId(id), least: 4, most: 4 }],
          visited: 1,
          levels: "raised",
          breadth: 1,
          repeat: true,
        }),
        "json",
      ),
  });
  test("one that breaks its own output schema fails, and what it gave back stays inside", async () => {
    const output = z.strictObject({ n: z.number() });
    const tool = (value: unknown) =>
      defineTool({
        name: "count",
        description: "",
        input: z.object({}),
        output,
        readOnly: true,
        call: async () => value as { n: number },
      });
    expect(await createToolkit({ mounts: [{ tools: [tool({ n: 1 })] }] }).call("count", {})).toEqual({ n: 1 });
    const error = await errorOf(createToolkit({ mounts: [{ tools: [tool({ n: "secret" })] }] }).call("count", {}));
    expect(error).toMatchObject({ code: "tool-failed" });
    expect(JSON.stringify(error)).not.toContain("secret");
  });

  const failing = (error: unknown) =>
    defineTool({
      name: "fail",
      description: "",
      input: z.object({}),
      readOnly: false,
      call: () => Promise.reject(error),
    });

  test("R6.5 get a node's text through the gate, in the session that their input names", async () => {
    const toolkit = createToolkit({ mounts: [{ content: content(), tools: [read] }] });
    const first = (await toolkit.call("read_it", { id: "note:alpha", session: "new" })) as Answer;
    expect(first).toMatchObject({ operation: "read_it", nodes: [{ level: 4 }], telemetry: { nodesLoaded: 1 } });
    const again = await toolkit.call("node", { nodes: "Alpha", level: 1, session: first.session });
    expect(again.nodes).toMatchObject([{ level: 4 }]);
  });

  test("are handed the place for files that the host has, and none where it has none", async () => {
    const leave = defineTool({
      name: "leave",
      description: "",
      input: z.object({}),
      readOnly: false,
      call: async (_, { filesystem }) => {
        await filesystem?.write([{ path: "a.md", text: "x" }]);
        return filesystem !== undefined;
      },
    });
    const filesystem = createMemoryFilesystem();
    expect(await createToolkit({ mounts: [{ tools: [leave] }], filesystem }).call("leave", {})).toBe(true);
    expect((await filesystem.list()).map(({ path }) => path)).toEqual(["a.md"]);
    expect(await createToolkit({ mounts: [{ tools: [leave] }] }).call("leave", {})).toBe(false);
  });

  test("without content cannot disclose anything", async () => {
    const toolkit = createToolkit({ mounts: [{ content: content() }, { tools: [read] }] });
    expect(await errorOf(toolkit.call("read_it", { id: "note:alpha" }))).toMatchObject({ code: "mount-invalid" });
  });

  test("that throw become an error with a code; what they threw stays with the host", async () => {
    const events: PdEvent[] = [];
    const toolkit = createToolkit({
      mounts: [{ tools: [failing(new Error("secret"))] }],
      onEvent: (event) => events.push(event),
    });
    const error = await errorOf(toolkit.call("fail", {}));
    expect(error).toMatchObject({ code: "tool-failed", cause: { message: "secret" } });
    expect(JSON.stringify(error)).not.toContain("secret");
    expect(events.at(-1)).toMatchObject({ kind: "call-failed", code: "tool-failed", cause: { message: "secret" } });
  });

  test("may throw what their package declares: that passes through as it is", async () => {
    const kinds = defineErrors({ "mond-voll": { what: "Voll.", fix: "Warten.", fault: "caller", status: 409 } });
    const expansion = new PdError(kinds["mond-voll"], "open");
    const toolkit = createToolkit({ mounts: [{ tools: [failing(expansion)] }] });
    await expect(toolkit.call("fail", {})).rejects.toBe(expansion);
  });

  test("a PdError of another copy of core is recognised by its code", async () => {
    const foreign = Object.assign(new Error("gone"), { name: "PdError", code: "node-unknown" });
    const toolkit = createToolkit({ mounts: [{ tools: [failing(foreign)] }] });
    await expect(toolkit.call("fail", {})).rejects.toBe(foreign);
  });

  test("are described once, as JSON Schema, in a fixed order; zod and zod/mini alike", () => {
    const toolkit = createToolkit({ mounts: [{ content: content(), tools: [read] }] });
    expect(toolkit.tools).toBe(toolkit.tools);
    expect(toolkit.tools.map(({ name }) => name)).toEqual([...NAMES, "read_it"]);
    expect(toolkit.tools.at(-1)?.inputSchema).toMatchObject({
      type: "object",
      required: ["id"],
      additionalProperties: false,
    });
    expect(toolkit.tools[1]).toMatchObject({
      readOnly: true,
      inputSchema: { required: ["query"], properties: { limit: { default: 10, minimum: 1 } } },
      outputSchema: { anyOf: [expect.anything(), expect.anything()] },
    });
  });
});

describe("events", () => {
  test("frame every call, and carry telemetry", async () => {
    const events: PdEvent[] = [];
    let clock = 0;
    const toolkit = createToolkit({
      mounts: [{ content: content() }],
      onEvent: (event) => events.push(event),
      now: () => (clock += 1),
    });
    await toolkit.call("node", { nodes: "Alpha", session: "new" });
    expect(events.map(({ kind }) => kind)).toEqual([
      "call-started",
      "session-created",
      "node-disclosed",
      "call-finished",
    ]);
    expect(events.at(-1)).toMatchObject({
      operation: "node",
      telemetry: { nodesVisited: 1 },
      milliseconds: expect.any(Number),
    });
  });

  test("a listener that throws changes no answer", async () => {
    const toolkit = createToolkit({
      mounts: [{ content: content() }],
      onEvent: () => {
        throw new Error("listener");
      },
    });
    expect((await toolkit.call("node", { nodes: "Alpha" })).nodes).toHaveLength(1);
  });
});

describe("a session", () => {
  test("reports what it loaded, what it left out, and what to do better", async () => {
    const toolkit = createToolkit({ mounts: [{ content: content() }], now: () => 0 });
    const { session } = await toolkit.call("node", { nodes: "Alpha", level: 3, session: "new" });
    await toolkit.call("node", { nodes: "Alpha", level: 3, session });
    await toolkit.call("node", { nodes: "Delta", level: 4, tokenBudget: 100, session });
    const report = await toolkit.sessionReport(session as SessionId);
    expect(report).toMatchObject({
      calls: 3,
      createdAt: "1970-01-01T00:00:00.000Z",
      coverage: [
        { graphId: "memory", notesLoaded: 2, coveragePercent: Math.round(2000 / ENFORCEMENT_NODES.length) / 10 },
      ],
      loads: [
        { id: "note:alpha", level: 3 },
        { id: "note:alpha", level: 3, from: 3 },
        { id: "note:delta", level: 3 },
      ],
      skips: [{ id: "note:delta", reason: "budget" }],
    });
    expect(report.recommendations).toEqual([
      expect.stringMatching(/^1 node did not fit a budget; the cheapest needs \d+ tokens/),
      expect.stringMatching(/repeat: false/),
    ]);
  });

  test("ends when told to, and is unknown afterwards", async () => {
    const toolkit = createToolkit({ mounts: [{ content: content() }] });
    const { session } = await toolkit.call("scan", { session: "new" });
    expect(await toolkit.endSession(session as SessionId, "someone else")).toBe(false);
    expect(await toolkit.endSession(session as SessionId)).toBe(true);
    expect(await errorOf(toolkit.call("scan", { session }))).toMatchObject({ code: "session-unknown" });
    expect(await errorOf(toolkit.sessionReport(session as SessionId))).toMatchObject({ code: "session-unknown" });
  });
});

test("the reading is let go whatever happens", async () => {
  let held = 0;
  const memory = content();
  const counting = {
    id: "memory",
    async open() {
      held += 1;
      return {
        ...(await memory.open()),
        release: () => {
          held -= 1;
        },
      };
    },
  };
  const toolkit = createToolkit({ mounts: [{ content: counting }] });
  await toolkit.call("scan", {});
  await errorOf(toolkit.call("node", { nodes: "nothing like it" }));
  await errorOf(toolkit.call("scan", {}, { signal: AbortSignal.abort() }));
  expect(held).toBe(0);
});

test("a call is typed by its operation and its format", async () => {
  const toolkit = createToolkit({ mounts: [{ content: content() }] });
  const json = await toolkit.call("node", { nodes: "Alpha", level: 4 });
  for (const node of json.nodes) if (node.level === 4) expect(node.content.full).toContain("BODY-alpha");
  const text: string = (await toolkit.call("context", { query: "alpha", format: "text" })).text;
  expect(text).toContain("BODY-alpha");
  const nodes: number | undefined = (await toolkit.call("stats", {})).data?.nodes;
  expect(nodes).toBe(6);
  // @ts-expect-error a field that does not exist
  await expect(toolkit.call("node", { nodes: "Alpha", levle: 4 })).rejects.toMatchObject({ code: "input-invalid" });
  // @ts-expect-error a level that does not exist
  await expect(toolkit.call("node", { nodes: "Alpha", level: 9 })).rejects.toMatchObject({ code: "input-invalid" });
});

test("an operation of which every field has a default is called by its name alone", async () => {
  const toolkit = createToolkit({ mounts: [{ content: content() }] });
  expect(await toolkit.call("stats")).toEqual(await toolkit.call("stats", {}));
  expect((await errorOf(toolkit.call("search" as string, undefined))).where).toBe("query");
});

test("a session that was made for a call without an answer is not kept", async () => {
  const events: PdEvent[] = [];
  const toolkit = createToolkit({ mounts: [{ content: content() }], onEvent: (event) => events.push(event) });
  await errorOf(toolkit.call("node", { nodes: "nothing like it", session: "new" }));
  expect(events.map(({ kind }) => kind)).toContain("session-ended");
});

test("a listener handed over with a call hears of that call alone, and cannot break it", async () => {
  const all: PdEvent[] = [];
  const toolkit = createToolkit({ mounts: [{ content: content() }], onEvent: (event) => all.push(event) });
  await toolkit.call("scan", {});
  const heard: PdEvent[] = [];
  await toolkit.call("node", { nodes: "Alpha", session: "new" }, { onEvent: (event) => heard.push(event) });
  expect(heard.map(({ kind }) => kind)).toEqual(["call-started", "session-created", "node-disclosed", "call-finished"]);
  expect(all.slice(-4)).toEqual(heard);
  const answer = await toolkit.call(
    "scan",
    {},
    {
      onEvent: () => {
        throw new Error("mine");
      },
    },
  );
  expect(answer.nodes.length).toBeGreaterThan(0);
});

test("what is no mount is refused at once", () => {
  for (const mounts of [undefined, {}, [content()], ["x"], [null]]) {
    expect(() => createToolkit({ mounts: mounts as never })).toThrow(
      expect.objectContaining({ code: "mount-invalid" }),
    );
  }
});

test("R2.9 what a counter needs is loaded once, before the first call; where that fails, again", async () => {
  let [loads, isBroken] = [0, true];
  const counter: TokenCounter = {
    name: "zähler",
    count: (text) => (loads < 2 ? Number.NaN : text.length),
    async load() {
      loads += 1;
      if (isBroken) throw new Error("no network");
    },
  };
  const toolkit = createToolkit({ mounts: [{ content: content() }], counter });
  expect(await errorOf(toolkit.call("scan", {}))).toMatchObject({ code: "counter-unavailable" });
  isBroken = false;
  const answers = await Promise.all([toolkit.call("scan", {}), toolkit.call("scan", {})]);
  for (const { telemetry, nodes } of answers) expect(telemetry.tokensUsed).toBe(JSON.stringify(nodes).length);
  await toolkit.call("scan", {});
  expect(loads).toBe(2);
});

test("a caller that keeps the session's id for a model is not told it in the text, and the budget counts what is there", async () => {
  const toolkit = createToolkit({ mounts: [{ content: content() }] });
  const asked = { query: "alpha", session: "new", format: "text" } as const;
  for (const name of ["context", "search"] as const) {
    const told = await toolkit.call(name, asked);
    const kept = await toolkit.call(name, asked, { keepsSession: true });
    expect(told.text).toContain(`[session ${told.session}]`);
    expect(kept.text).not.toContain("session");
    expect(kept.session).toMatch(/^pds_/u);
    expect(kept.telemetry.tokensUsed).toBe(o200k.count(kept.text));
    expect(kept.telemetry.tokensUsed).toBeLessThan(told.telemetry.tokensUsed);
  }
  const figures = await toolkit.call("stats", { session: "new", format: "text" }, { keepsSession: true });
  expect(figures.text).not.toContain("session");
});

describe("R2.3 a host that lays an answer out for people asks for a text with its views", () => {
  test("the nodes are whole views, at the prices and within the budget of the text", async () => {
    const toolkit = createToolkit({ mounts: [{ content: content() }] });
    const input = { query: "alpha", format: "text", tokenBudget: 300 } as const;
    const text = await toolkit.call("query", input);
    const withViews = await toolkit.call("query", input, { views: true });
    expect(withViews.text).toBe(text.text);
    expect(withViews.telemetry).toEqual(text.telemetry);
    expect(withViews.nodes.map(({ id, level }) => ({ id, level }))).toEqual(text.nodes);
    expect(withViews.nodes[0]).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    expect(text.nodes[0]).not.toHaveProperty("name");
  });
});
