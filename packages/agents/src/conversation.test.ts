import { createToolkit, defineTool, o200k, PdError, type Toolkit } from "@pd/core";
import { createMemoryContent } from "@pd/core/testing";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createConversation } from "./conversation.js";

const NODES = [
  {
    id: "note:rivers",
    name: "Flüsse",
    description: "Wie Flüsse fließen.",
    body: "Ein Fluss 河流 fließt bergab. ".repeat(60),
  },
  { id: "note:mountains", name: "Berge", description: "山 und Täler.", body: "Ein Berg steht. ".repeat(40) },
  ...Array.from({ length: 12 }, (_, at) => ({
    id: `note:n${at}`,
    name: `Fluss ${at}`,
    description: `Der ${at}. Fluss, 河流 ${at}.`,
    body: `Fluss ${at} mündet ins Meer. `.repeat(5 + at),
  })),
];

const endless = defineTool({
  name: "say",
  description: "Says a word as often as it is told.",
  input: z.object({ times: z.number() }),
  readOnly: true,
  call: async ({ times }) => "Wort ".repeat(times),
});

function toolkitWith(more: Partial<Parameters<typeof createToolkit>[0]> = {}): Toolkit {
  const content = createMemoryContent(NODES, "flüsse");
  return createToolkit({ mounts: [{ content }, { tools: [endless] }], ...more });
}

describe("what a model gets", () => {
  test("every operation that is meant for models, and every mounted tool, in a fixed order", () => {
    const names = createConversation(toolkitWith()).tools.map(({ name }) => name);
    expect(names).toEqual(["scan", "search", "query", "node", "traverse", "context", "stats", "say"]);
  });

  test("only the tools that are named, and no other can be called", async () => {
    const conversation = createConversation(toolkitWith(), { tools: ["search", "node"] });
    expect(conversation.tools.map(({ name }) => name)).toEqual(["search", "node"]);
    for (const name of ["stats", "validate", "nothing"]) {
      expect(await conversation.call(name, {})).toEqual({
        text: `tool-unknown: There is no tool of that name (${name}). Known names: search, node.`,
        isError: true,
      });
    }
    expect(() => createConversation(toolkitWith(), { tools: ["serch"] })).toThrow("no tool of that name");
  });

  test("parameters without what the conversation decides", () => {
    for (const { name, parameters } of createConversation(toolkitWith()).tools) {
      expect(parameters.type).toBe("object");
      const fields = Object.keys(parameters["properties"] as object);
      for (const decided of ["session", "format", "graphId"]) expect(fields, name).not.toContain(decided);
    }
  });

  test("a choice of vaults where the host names several", async () => {
    const mounts = [
      { content: createMemoryContent(NODES.slice(0, 1), "flüsse") },
      { content: createMemoryContent(NODES.slice(1, 2), "berge") },
    ];
    const both = createConversation(createToolkit({ mounts }), { graphs: ["flüsse", "berge"] });
    const scan = both.tools.find(({ name }) => name === "scan");
    expect(scan?.parameters["properties"]).toMatchObject({ graphId: { enum: ["flüsse", "berge"], default: "flüsse" } });
    expect((await both.call("scan", {})).text).toContain("Flüsse");
    expect((await both.call("scan", { graphId: "berge" })).text).toContain("Berge");
    expect((await both.call("scan", { graphId: "anders" })).text).toContain("Known graphs: flüsse, berge.");
    // What the host does not name is not reached, whatever the model says.
    const first = createConversation(createToolkit({ mounts }));
    expect((await first.call("scan", { graphId: "berge" })).text).not.toContain("Berge");
  });
});

describe("what a model is told", () => {
  test("text, without the session that the conversation keeps", async () => {
    const conversation = createConversation(toolkitWith());
    const { text, isError } = await conversation.call("context", {
      query: "Flüsse",
      tokenBudget: 2000,
      format: "json",
    });
    expect(isError).toBe(false);
    expect(text).toContain("Ein Fluss 河流 fließt bergab.");
    expect(text).not.toContain("pds_");
    expect(conversation.session).toMatch(/^pds_/u);
    expect(conversation.tokensUsed).toBe(o200k.count(text));
  });

  test("one session: what was read is not paid for twice, unless the model asks for it", async () => {
    const toolkit = toolkitWith();
    const conversation = createConversation(toolkit);
    const read = { nodes: ["note:rivers"], level: 4 };
    const first = await conversation.call("node", read);
    const again = await conversation.call("node", { ...read, session: "new" });
    const repeated = await conversation.call("node", { ...read, repeat: true });
    expect(first.text).toContain("bergab");
    expect(again.text).not.toContain("bergab");
    expect(repeated.text).toBe(first.text);
    const { session } = conversation;
    expect((await toolkit.sessionReport(session ?? "")).calls).toBe(3);
    await conversation.end();
    await expect(toolkit.sessionReport(session ?? "")).rejects.toMatchObject({ code: "session-unknown" });
  });

  test("calls of one turn share the session and the budget, one after the other", async () => {
    const toolkit = toolkitWith();
    const conversation = createConversation(toolkit, { tokenBudget: 900 });
    const texts = await Promise.all(
      ["note:n1", "note:n2", "note:n3"].map((id) => conversation.call("node", { nodes: [id], level: 4 })),
    );
    const used = texts.reduce((sum, { text }) => sum + o200k.count(text), 0);
    expect(conversation.tokensUsed).toBe(used);
    expect(conversation.tokensLeft).toBe(900 - used);
    const left = texts.map(({ text }) => Number(/\[(\d+) of 900 tokens left\]$/u.exec(text)?.[1]));
    expect(left.at(-1)).toBe(conversation.tokensLeft);
    expect([...left].sort((a, b) => b - a)).toEqual(left);
    expect((await toolkit.sessionReport(conversation.session ?? "")).calls).toBe(3);
  });

  test("errors as text, with what would work", async () => {
    const conversation = createConversation(toolkitWith());
    const told = async (name: string, input: unknown) => {
      const { text, isError } = await conversation.call(name, input);
      expect(isError).toBe(true);
      return text;
    };
    expect(await told("node", { nodes: ["Flusse gibt es nicht"] })).toMatch(/^node-unknown: .+ (Near it|Find its id)/u);
    expect(await told("search", {})).toMatch(/^input-invalid: .*query/u);
    expect(await told("search", { query: "x", tokenBudget: "viel" })).toMatch(/^input-invalid: .*tokenBudget/u);
    expect(await told("search", "{ query: ")).toBe(
      "input-invalid: The arguments are not a JSON object. Send one object with named fields.",
    );
  });

  test("the failure of a tool is told without what it threw", async () => {
    const failing = defineTool({
      ...endless,
      name: "fail",
      input: z.object({}),
      call: async () => Promise.reject(new Error("password=hunter2")),
    });
    const conversation = createConversation(createToolkit({ mounts: [{ tools: [failing] }] }));
    const { text, isError } = await conversation.call("fail", {});
    expect(isError).toBe(true);
    expect(text).toMatch(/^tool-failed: /u);
    expect(text).not.toContain("hunter2");
  });

  test("a session that expired meanwhile is replaced", async () => {
    const toolkit = toolkitWith();
    const conversation = createConversation(toolkit);
    await conversation.call("node", { nodes: ["note:rivers"], level: 4 });
    const first = conversation.session ?? "";
    await toolkit.endSession(first);
    expect((await conversation.call("node", { nodes: ["note:rivers"], level: 4 })).text).toContain("bergab");
    expect(conversation.session).not.toBe(first);
  });
});

describe("cancelling", () => {
  test("is the one thing that is thrown, and leaves the rest of the queue alone", async () => {
    const conversation = createConversation(toolkitWith());
    const controller = new AbortController();
    const cancelled = conversation.call("context", { query: "Flüsse" }, { signal: controller.signal });
    const next = conversation.call("scan", {});
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
    expect((await next).isError).toBe(false);
    await expect(conversation.call("scan", {}, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(PdError);
  });
});

const calls = fc.oneof(
  fc.record({ name: fc.constant("context"), input: fc.record({ query: fc.string(), tokenBudget: fc.integer() }) }),
  fc.record({
    name: fc.constantFrom("search", "query", "traverse"),
    input: fc.record({ query: fc.constantFrom("Fluss", "河流", "") }),
  }),
  fc.record({
    name: fc.constant("node"),
    input: fc.record({ nodes: fc.constantFrom("Flüsse", "Berge", "nichts"), level: fc.integer({ min: -1, max: 5 }) }),
  }),
  fc.record({ name: fc.constant("say"), input: fc.record({ times: fc.nat(400) }) }),
  fc.record({ name: fc.constantFrom("stats", "scan", "gibt es nicht"), input: fc.anything() }),
);

test("R2.4 whatever is asked, all that a conversation is told stays within its budget", async () => {
  const toolkit = toolkitWith();
  await o200k.load();
  const run = async (tokenBudget: number, asked: readonly { name: string; input: unknown }[]) => {
    const conversation = createConversation(toolkit, { tokenBudget });
    const told = await Promise.all(asked.map(({ name, input }) => conversation.call(name, input)));
    const used = told.reduce((sum, { text }) => sum + o200k.count(text), 0);
    expect(used).toBeLessThanOrEqual(tokenBudget);
    expect(conversation.tokensUsed).toBe(used);
    await conversation.end();
  };
  await fc.assert(fc.asyncProperty(fc.nat(3000), fc.array(calls, { maxLength: 8 }), run), {
    numRuns: propertyRuns(0.3),
  });
});

test("R2.11 a call has a ceiling even where the conversation has none", async () => {
  const conversation = createConversation(toolkitWith());
  for (const tokenBudget of [1e9, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY]) {
    const { text } = await conversation.call("scan", { tokenBudget });
    expect(text).toContain("of 32000 tokens");
  }
});

const SPENT = "The budget of this conversation is spent: answer with what you have.";

test.each([60, 90, 150, 400, 1500])(
  "a budget of %i tokens that is spent is told in words, never an empty text",
  async (tokenBudget) => {
    const conversation = createConversation(toolkitWith(), { tokenBudget });
    const texts: string[] = [];
    for (let at = 0; at < 40 && texts.at(-1) !== SPENT; at += 1) {
      const { text } = await conversation.call("scan", { repeat: true });
      texts.push(text);
    }
    expect(texts.at(-1)).toBe(SPENT);
    const again = await conversation.call("context", { query: "Flüsse" });
    expect(again.isError).toBe(true);
    expect(again.text).toMatch(/spent/u);
    for (const text of texts) expect(text).not.toBe("");
    const used = [...texts, again.text].reduce((sum, text) => sum + o200k.count(text), 0);
    expect(conversation.tokensUsed).toBe(used);
    expect(used).toBeLessThanOrEqual(tokenBudget);
  },
);

test("a larger tokenBudget is advised only where one can help", async () => {
  const conversation = createConversation(toolkitWith(), { tokenBudget: 40 });
  expect((await conversation.call("scan", {})).text).toBe(SPENT);
  const roomy = createConversation(toolkitWith(), { tokenBudget: 900 });
  expect((await roomy.call("scan", { tokenBudget: 1 })).text).toMatch(/^\[Nothing fits\. Ask again/u);
});
