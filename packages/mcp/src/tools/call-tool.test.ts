import type { Client } from "@modelcontextprotocol/client";
import {
  createToolkit,
  defineErrors,
  defineTool,
  type JsonAnswer,
  type Mount,
  OPERATIONS,
  o200k,
  PdError,
  type TextAnswer,
} from "@pd/core";
import { createEndlessContent, createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { connected, ERAS } from "../../fixtures/client.js";
import { answerIn, errorIn, textIn } from "../../fixtures/tool-answers.js";
import { createMcpServer } from "../server/create-mcp-server.js";
import type { McpServerOptions } from "../server/parts.js";

const OFFERED = OPERATIONS.filter(({ offered = true }) => offered).map(({ name }) => name);

const content = () => createMemoryContent(ENFORCEMENT_NODES);

function serving(more: Partial<McpServerOptions> & { readonly mount?: Mount } = {}) {
  const { mount = {}, ...options } = more;
  return createMcpServer({ mounts: [{ content: content(), ...mount }], ...options });
}

describe.each(ERAS)("tools, to a client of the %s era:", (era) => {
  test("the list has all four hints, the same order and the same bytes each time", async () => {
    const client = await connected(serving(), era);
    const first = await client.listTools();
    await client.callTool({ name: "context", arguments: { query: "alpha", session: "new" } });
    expect(await client.listTools()).toEqual(first);
    expect(first.tools.map(({ name }) => name)).toEqual(OFFERED);
    for (const { annotations } of first.tools) {
      expect(annotations).toEqual({
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
    }
    expect(client.getServerCapabilities()?.tools?.listChanged).not.toBe(true);
  });

  test.each([
    ["scan", {}],
    ["search", { query: "alpha" }],
    ["query", { query: "alpha", tokenBudget: 300 }],
    ["node", { nodes: ["漢字", "Alpha"], level: 3 }],
    ["traverse", { query: "gamma", tokenBudget: 900 }],
    ["context", { query: "gamma", tokenBudget: 900 }],
    ["stats", {}],
  ] as const)("R6.3 %s answers in text, once, and the object is in _meta", async (name, input) => {
    const client = await connected(serving(), era);
    const result = await client.callTool({ name, arguments: input });
    const toolkit = createToolkit({ mounts: [{ content: content() }] });
    const expected = (await toolkit.call(name as string, { ...input, format: "text" })) as TextAnswer;
    expect(result.content).toEqual([{ type: "text", text: expected.text }]);
    expect(result.structuredContent).toBeUndefined();
    const { text: _, ...object } = JSON.parse(JSON.stringify(expected));
    expect(result._meta?.["pd/answer"]).toEqual(object);
  });

  test("R6.3 with structured: true the object is sent as its schema says, and all of it is counted", async () => {
    const client = await connected(serving({ structured: true }), era);
    const { tools } = await client.listTools();
    expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true);
    for (const tokenBudget of [260, 400, 900]) {
      const asked = { query: "alpha beta gamma details 漢字", tokenBudget, top: 6, format: "text" };
      const result = await client.callTool({ name: "query", arguments: asked });
      const { telemetry } = result.structuredContent as unknown as JsonAnswer;
      expect(textIn(result)).toBe(JSON.stringify(result.structuredContent));
      expect(telemetry).toMatchObject({ tokensUsed: o200k.count(textIn(result)), tokenBudget });
      expect(telemetry.tokensUsed).toBeLessThanOrEqual(tokenBudget);
    }
  });

  test("a budget in which nothing fits gives no empty block: the model is told", async () => {
    const client = await connected(serving(), era);
    for (const [name, given] of [
      ["context", { query: "gamma", tokenBudget: 2 }],
      ["node", { nodes: ["Alpha"], level: 4, tokenBudget: 2, format: "text" }],
    ] as const) {
      const result = await client.callTool({ name, arguments: given });
      expect(answerIn(result)["text"]).toBe("");
      expect(textIn(result)).toContain("larger tokenBudget");
    }
  });

  test("nodes as JSON come where a program asks for them, and what was counted is the block", async () => {
    const client = await connected(serving(), era);
    const packed = await client.callTool({ name: "context", arguments: { query: "gamma", format: "json" } });
    const { nodes, telemetry } = answerIn(packed, "json") as unknown as JsonAnswer;
    expect(textIn(packed)).toBe(JSON.stringify(nodes));
    expect(o200k.count(textIn(packed))).toBe(telemetry.tokensUsed);
  });

  test("R2.7 a session is given back and remembers, and is worth nothing elsewhere", async () => {
    const server = serving();
    const client = await connected(server, era);
    const opened = { nodes: ["Alpha"], level: 4, session: "new" };
    const session = String(answerIn(await client.callTool({ name: "node", arguments: opened }))["session"]);
    expect(session).toMatch(/^pds_\d{39}$/);
    const again = await client.callTool({ name: "node", arguments: { nodes: ["Alpha"], level: 0, session } });
    expect(answerIn(again)["nodes"]).toMatchObject([{ level: 4 }]);
    const other = await connected(serving(), era);
    const refused = await other.callTool({ name: "node", arguments: { nodes: ["Alpha"], session } });
    expect(refused.isError).toBe(true);
    expect(errorIn(refused)).toMatchObject({ code: "session-unknown" });
  });

  test.each([
    ["node", { nodes: ["Alpha"], level: 7 }],
    ["node", {}],
    ["search", { query: 7 }],
    ["search", { qeury: "alpha" }],
    ["context", { query: "a", tokenBudget: -1 }],
    ["scan", { constructor: 1 }],
  ])("bad arguments to %s are a tool error with a fix: %j", async (name, given) => {
    const client = await connected(serving(), era);
    const result = await client.callTool({ name, arguments: given });
    expect(result.isError).toBe(true);
    const error = errorIn(result);
    expect(error).toMatchObject({ code: "input-invalid", message: expect.any(String), fix: expect.any(String) });
    for (const part of [error["code"], error["message"], error["fix"]]) expect(textIn(result)).toContain(part);
  });

  test.each(["nobody", "__proto__", "constructor", "toString", "hasOwnProperty", "validate", ""])(
    "a tool that does not exist is a protocol error: %j",
    async (name) => {
      const client = await connected(serving(), era);
      await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({
        code: -32602,
        data: { code: "tool-unknown" },
      });
    },
  );
});

describe("tools of mounts", () => {
  const add = defineTool({
    name: "add_numbers",
    description: "Adds.",
    input: z.strictObject({ a: z.number(), b: z.number() }),
    output: z.object({ sum: z.number() }),
    readOnly: true,
    call: async ({ a, b }) => ({ sum: a + b }),
  });
  const write = defineTool({
    name: "write_note",
    description: "Writes.",
    input: z.strictObject({}),
    readOnly: false,
    call: async () => "written",
  });

  test("come after the operations, with hints that say what they may do", async () => {
    const client = await connected(serving({ mount: { tools: [add, write] } }), "modern");
    const { tools } = await client.listTools();
    expect(tools.slice(OFFERED.length).map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ["add_numbers", true],
      ["write_note", false],
    ]);
    expect(tools.at(-1)?.annotations).toMatchObject({
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    });
  });

  test.each(ERAS)("answer in text alone unless the host wants structure, to a client of the %s era", async (era) => {
    const plain = await connected(serving({ mount: { tools: [add] } }), era);
    expect((await plain.listTools()).tools.at(-1)).not.toHaveProperty("outputSchema");
    const said = await plain.callTool({ name: "add_numbers", arguments: { a: 1, b: 2 } });
    expect(said.content).toEqual([{ type: "text", text: '{"sum":3}' }]);
    expect(said.structuredContent).toBeUndefined();
  });

  test.each(ERAS)("answer as they announce where the host wants structure, to a client of the %s era", async (era) => {
    const client = await connected(serving({ mount: { tools: [add, write] }, structured: true }), era);
    const sum = await client.callTool({ name: "add_numbers", arguments: { a: 1, b: 2 } });
    expect(sum).toMatchObject({ structuredContent: { sum: 3 }, content: [{ text: '{"sum":3}' }] });
    const written = await client.callTool({ name: "write_note", arguments: {} });
    expect(written.content).toEqual([{ type: "text", text: "written" }]);
    expect(written.structuredContent).toBeUndefined();
  });

  test("that have nothing to say send no empty block", async () => {
    const silent = defineTool({ ...write, input: z.strictObject({}), call: async () => "" });
    const client = await connected(serving({ mount: { tools: [silent] } }), "modern");
    expect((await client.callTool({ name: "write_note", arguments: {} })).content).toEqual([]);
  });

  test("that throw are tool errors, and the thrown words stay with the host", async () => {
    const failing = defineTool({
      ...write,
      input: z.strictObject({}),
      async call(): Promise<string> {
        throw new Error("a secret");
      },
    });
    const client = await connected(serving({ mount: { tools: [failing] } }), "modern");
    const result = await client.callTool({ name: "write_note", arguments: {} });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).not.toContain("secret");
  });

  test("R4.8 that belong to a closed section say so in a code of their package, and the tool list stays", async () => {
    const kinds = defineErrors({ "section-shut": { what: "Shut.", fix: "Open it.", fault: "caller", status: 409 } });
    const closed = defineTool({
      ...write,
      input: z.strictObject({}),
      async call(): Promise<string> {
        throw new PdError(kinds["section-shut"], "Sektion «größer» ist zu", { fix: "Open it first." });
      },
    });
    const client = await connected(serving({ mount: { tools: [closed] } }), "modern");
    const before = await client.listTools();
    const result = await client.callTool({ name: "write_note", arguments: {} });
    expect(errorIn(result)).toMatchObject({ code: "section-shut", fix: "Open it first." });
    expect(await client.listTools()).toEqual(before);
  });
});

describe("calls that take long", () => {
  function waiting() {
    let seen: AbortSignal | undefined;
    const tool = defineTool({
      name: "wait",
      description: "Waits.",
      input: z.strictObject({}),
      readOnly: true,
      async call(_input, { signal }) {
        seen = signal;
        await new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("stopped"))));
      },
    });
    return { tool, signal: () => seen };
  }

  test.each(ERAS)("end at the time limit with a tool error, to a client of the %s era", async (era) => {
    const { tool, signal } = waiting();
    const client = await connected(serving({ mount: { tools: [tool] }, callMilliseconds: 50 }), era);
    const result = await client.callTool({ name: "wait", arguments: {} });
    expect(errorIn(result)).toMatchObject({ code: "timed-out", fix: expect.any(String) });
    expect(signal()?.aborted).toBe(true);
  });

  describe.each(ERAS)("that compute in slices without end, of a client of the %s era:", (era) => {
    test.each([
      ["scan", {}],
      ["search", { query: "São Paulo" }],
      ["query", { query: "á" }],
      ["node", { nodes: "Alpha" }],
      ["traverse", { start: "Alpha" }],
      ["context", { query: "漢字" }],
      ["stats", {}],
    ])("%s ends at its time, and a ping is answered meanwhile", async (name, input) => {
      const pings: Promise<unknown>[] = [];
      const endless = createEndlessContent(ENFORCEMENT_NODES, () => {
        if (pings.length === 0) pings.push(client.listTools());
      });
      const server = createMcpServer({ mounts: [{ content: endless }], callMilliseconds: 50 });
      const client: Client = await connected(server, era);
      const result = await client.callTool({ name, arguments: input });
      expect(errorIn(result)).toMatchObject({ code: "timed-out" });
      expect(await Promise.all(pings)).toHaveLength(1);
      await vi.waitFor(() => expect(endless.seen.ended).toBe(endless.seen.begun), { timeout: 60_000 });
    });

    test("resources and prompts end at their time too", async () => {
      const endless = createEndlessContent(ENFORCEMENT_NODES);
      const client = await connected(createMcpServer({ mounts: [{ content: endless }], callMilliseconds: 50 }), era);
      const asked = [
        () => client.readResource({ uri: "pd://endless/note:alpha" }),
        () => client.listResources(),
        () => client.listPrompts(),
      ];
      for (const ask of asked) await expect(ask()).rejects.toMatchObject({ data: { code: "timed-out" } });
      await vi.waitFor(() => expect(endless.seen.ended).toBe(endless.seen.begun), { timeout: 60_000 });
    });
  });

  test.each(ERAS)("stop when the client cancels, in the %s era", async (era) => {
    const { tool, signal } = waiting();
    const client = await connected(serving({ mount: { tools: [tool] } }), era);
    const given = new AbortController();
    const called = client.callTool({ name: "wait", arguments: {} }, { signal: given.signal });
    await vi.waitFor(() => expect(signal()).toBeDefined(), { timeout: 60_000 });
    given.abort();
    await expect(called).rejects.toThrow();
    await vi.waitFor(() => expect(signal()?.aborted).toBe(true), { timeout: 60_000 });
    expect((await client.callTool({ name: "stats", arguments: {} })).isError).not.toBe(true);
  });

  test.each(ERAS)("tell that they are alive to who asked, in the %s era", async (era) => {
    const { tool } = waiting();
    const server = serving({
      mount: { tools: [tool] },
      progressMilliseconds: 30,
      loading: () => ({ read: 3, all: 9 }),
    });
    const client = await connected(server, era);
    const beats: { readonly progress: number; readonly message?: string | undefined }[] = [];
    const given = new AbortController();
    const called = client.callTool(
      { name: "wait", arguments: {} },
      { signal: given.signal, onprogress: (beat) => void beats.push(beat) },
    );
    await vi.waitFor(() => expect(beats.length).toBeGreaterThan(2), { timeout: 60_000 });
    given.abort();
    await expect(called).rejects.toThrow();
    expect(beats.map(({ progress }) => progress)).toEqual(beats.map((_, index) => index));
    expect(beats[0]?.message).toBe("3 of 9 notes read");
  });
});
