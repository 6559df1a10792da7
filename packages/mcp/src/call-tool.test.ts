import type { Client } from "@modelcontextprotocol/client";
import { createToolkit, defineTool, type Mount } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { connected, ERAS } from "../fixtures/client.js";
import { createMcpServer } from "./create-mcp-server.js";
import type { McpServerOptions } from "./parts.js";

const content = () => createMemoryContent(ENFORCEMENT_NODES);

function serving(more: Partial<McpServerOptions> & { readonly mount?: Mount } = {}) {
  const { mount = {}, ...options } = more;
  return createMcpServer({ mounts: [{ content: content(), ...mount }], ...options });
}

function textOf(result: Awaited<ReturnType<Client["callTool"]>>): string {
  const [block] = result.content as readonly { readonly type: string; readonly text?: string }[];
  return block?.text ?? "";
}

function answerOf({ structuredContent }: Awaited<ReturnType<Client["callTool"]>>): Readonly<Record<string, unknown>> {
  return Object(structuredContent);
}

describe.each(ERAS)("tools, to a client of the %s era:", (era) => {
  test("the list has all four hints, the same order and the same bytes each time", async () => {
    const client = await connected(serving(), era);
    const first = await client.listTools();
    await client.callTool({ name: "context", arguments: { query: "alpha", session: "new" } });
    expect(await client.listTools()).toEqual(first);
    expect(first.tools.map(({ name }) => name)).toEqual([
      "scan",
      "search",
      "query",
      "node",
      "traverse",
      "context",
      "stats",
    ]);
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

  test("R6.3 the text block is compact JSON, and structuredContent the same answer", async () => {
    const client = await connected(serving(), era);
    const result = await client.callTool({ name: "search", arguments: { query: "alpha" } });
    const expected = await createToolkit({ mounts: [{ content: content() }] }).call("search", { query: "alpha" });
    expect(textOf(result)).toBe(JSON.stringify(expected));
    expect(result.structuredContent).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  test.each(["context", "traverse"] as const)("R6.3 the text block of %s is its text form", async (name) => {
    const client = await connected(serving(), era);
    const input = { query: "gamma", tokenBudget: 900 };
    const result = await client.callTool({ name, arguments: input });
    const expected = await createToolkit({ mounts: [{ content: content() }] }).call(name, { ...input, format: "text" });
    expect(textOf(result)).toBe(expected.text);
    expect(result.structuredContent).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  test("a budget in which nothing fits gives no empty block: the model is told", async () => {
    const client = await connected(serving(), era);
    for (const [name, given] of [
      ["context", { query: "gamma", tokenBudget: 2 }],
      ["node", { nodes: ["Alpha"], level: 4, tokenBudget: 2, format: "text" }],
    ] as const) {
      const result = await client.callTool({ name, arguments: given });
      expect(answerOf(result)["text"]).toBe("");
      expect(textOf(result)).toContain("larger tokenBudget");
    }
  });

  test("a format that is asked for is given", async () => {
    const client = await connected(serving(), era);
    const packed = await client.callTool({ name: "context", arguments: { query: "gamma", format: "json" } });
    expect(JSON.parse(textOf(packed))).toEqual(packed.structuredContent);
    const listed = await client.callTool({ name: "scan", arguments: { format: "text" } });
    expect(textOf(listed)).toBe(answerOf(listed)["text"]);
  });

  test("R2.7 a session is given back and remembers, and is worth nothing elsewhere", async () => {
    const server = serving();
    const client = await connected(server, era);
    const opened = { nodes: ["Alpha"], level: 4, session: "new" };
    const session = String(answerOf(await client.callTool({ name: "node", arguments: opened }))["session"]);
    expect(session).toMatch(/^pds_\d{39}$/);
    const again = await client.callTool({ name: "node", arguments: { nodes: ["Alpha"], level: 0, session } });
    expect(answerOf(again)["nodes"]).toMatchObject([{ level: 4 }]);
    const other = await connected(serving(), era);
    const refused = await other.callTool({ name: "node", arguments: { nodes: ["Alpha"], session } });
    expect(refused.isError).toBe(true);
    expect(JSON.parse(textOf(refused))).toMatchObject({ code: "session-unknown" });
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
    const error = JSON.parse(textOf(result));
    expect(error).toMatchObject({ code: "input-invalid", message: expect.any(String), fix: expect.any(String) });
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
    expect(tools.slice(7).map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ["add_numbers", true],
      ["write_note", false],
    ]);
    expect(tools[8]?.annotations).toMatchObject({ destructiveHint: true, idempotentHint: false, openWorldHint: true });
  });

  test.each(ERAS)("answer as they announce, to a client of the %s era", async (era) => {
    const client = await connected(serving({ mount: { tools: [add, write] } }), era);
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

  test("R4.8 that belong to a closed section say so, and the tool list stays", async () => {
    const closed = defineTool({
      ...write,
      input: z.strictObject({}),
      async call(): Promise<string> {
        throw Object.assign(new Error("expand"), { name: "VisibilityExpansionRequired" });
      },
    });
    const client = await connected(serving({ mount: { tools: [closed] } }), "modern");
    const before = await client.listTools();
    const result = await client.callTool({ name: "write_note", arguments: {} });
    expect(JSON.parse(textOf(result))).toMatchObject({ code: "tool-failed", fix: expect.any(String) });
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
    expect(JSON.parse(textOf(result))).toMatchObject({ code: "timed-out", fix: expect.any(String) });
    expect(signal()?.aborted).toBe(true);
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
