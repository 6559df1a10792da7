import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { type Content, defineTool } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { memorySkills } from "../fixtures/memory-skills.js";
import { HANDSHAKE, toolCall } from "../fixtures/process.js";
import { recordedTransport } from "../fixtures/recorded-transport.js";
import { serverOf } from "./create-mcp-server.js";
import { createFullProtocol } from "./full-protocol.js";
import { isId } from "./json-rpc.js";
import { createParts, type McpServerOptions } from "./parts.js";
import { INITIALIZED_VERSIONS } from "./plain-initialize.js";

const content = createMemoryContent(ENFORCEMENT_NODES);
const PLAIN: McpServerOptions = { mounts: [{ content }] };
const onError = () => undefined;

/** Between two messages: time goes by, and what was asked before is perhaps answered. */
const PAUSE = {};

/** Every line that a server answers with, in an order of its own: who is answered first is nobody's promise. */
async function linesOf(serve: (transport: ReturnType<typeof recordedTransport>) => void, messages: readonly object[]) {
  const transport = recordedTransport();
  serve(transport);
  for (const message of messages) {
    if (message === PAUSE) await new Promise((resolve) => void setImmediate(resolve));
    else transport.say(message);
  }
  await transport.answered(
    messages.filter((message) => "id" in message && isId(message.id) && "method" in message).length,
  );
  // An answer too many would come about now.
  await new Promise((resolve) => void setImmediate(resolve));
  return [...transport.lines].sort();
}

/** The same messages to this server, and to the SDK with the same parts behind it. */
async function both(options: McpServerOptions, messages: readonly object[]) {
  const parts = createParts(options);
  const server = serverOf(parts, options);
  const sdk = createFullProtocol({ parts, watch: () => undefined, onError });
  return {
    ours: await linesOf((transport) => void server.connect(transport), messages),
    theirs: await linesOf((transport) => void sdk.serve(transport), messages),
  };
}

const initialize = (params: unknown) => ({ jsonrpc: "2.0", id: 0, method: "initialize", params });
const anything = fc.constantFrom<unknown>(true, 7, "word", null, [], {}, { listChanged: true }, { context: {} });
const usual = fc.oneof(anything, fc.record({ listChanged: fc.boolean() }, { requiredKeys: [] }));
const clientInfo = fc.record(
  { name: fc.string(), version: fc.string(), title: fc.oneof(fc.string(), anything), icons: anything, more: anything },
  { requiredKeys: ["name", "version"] },
);
const capabilities = fc.record(
  {
    roots: usual,
    sampling: usual,
    elicitation: fc.oneof(usual, fc.record({ form: anything, url: anything })),
    experimental: fc.dictionary(fc.string(), anything),
    extensions: fc.dictionary(fc.string(), fc.constant({})),
    tasks: anything,
    other: anything,
  },
  { requiredKeys: [] },
);
const opening = fc.record(
  {
    protocolVersion: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...INITIALIZED_VERSIONS) }, anything),
    capabilities: fc.oneof({ weight: 8, arbitrary: capabilities }, anything),
    clientInfo: fc.oneof({ weight: 8, arbitrary: clientInfo }, anything),
    _meta: fc.constantFrom({}, { "io.modelcontextprotocol/protocolVersion": "2026-07-28" }),
  },
  { requiredKeys: ["protocolVersion", "capabilities", "clientInfo"] },
);

const given = fc.record(
  {
    query: fc.oneof(fc.constantFrom("alpha", "beta delta", "…", '"'), anything),
    nodes: fc.oneof(fc.constantFrom("Alpha", ["Alpha", "nobody"]), anything),
    level: fc.oneof(fc.integer({ min: 0, max: 4 }), anything),
    format: fc.constantFrom("json", "text", "neither"),
    tokenBudget: fc.integer({ min: 1, max: 400 }),
    ["__proto__"]: anything,
    graphId: fc.constantFrom("nowhere", content.id),
  },
  { requiredKeys: [] },
);
const call = fc.record(
  {
    name: fc.oneof(
      fc.constantFrom("scan", "search", "query", "node", "traverse", "context", "stats"),
      fc.constantFrom("validate", "nobody", "toString", "__proto__", 7),
    ),
    arguments: fc.oneof({ weight: 9, arbitrary: given }, anything),
    task: anything,
    _meta: fc.record(
      {
        progressToken: fc.oneof(fc.string(), fc.integer()),
        "io.modelcontextprotocol/clientCapabilities": anything,
        "app/mine": anything,
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ["name"] },
);
const request = fc.oneof(
  { weight: 6, arbitrary: call.map((params) => ({ method: "tools/call", params })) },
  fc.record(
    {
      method: fc.constantFrom("ping", "tools/list", "resources/list", "prompts/list", "nobody/knows"),
      params: fc.constantFrom({}, { cursor: "a" }, { _meta: {} }, { more: 1 }),
    },
    { requiredKeys: ["method"] },
  ),
);

const anId = fc.constantFrom<number | string>(0, 1, 2, -3, Number.MAX_SAFE_INTEGER, "1", "a", "");
const asked = fc.constantFrom<object>(
  HANDSHAKE[0],
  { method: "ping" },
  { method: "tools/list" },
  toolCall(0, "stats"),
  toolCall(0, "search", { query: "alpha", limit: 2 }),
  toolCall(0, "nobody"),
  { method: "resources/list" },
  { method: "prompts/list" },
  { method: "nobody/knows" },
);
/** In no order that a client should keep to. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(asked, anId).map(([one, id]) => ({ jsonrpc: "2.0", ...one, id })) },
  fc.constantFrom<object>(
    PAUSE,
    HANDSHAKE[1],
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 99 } },
    { jsonrpc: "2.0", method: "nobody" },
    { jsonrpc: "2.0", id: 3, result: {} },
  ),
);

describe("an answer that the SDK has no part in", () => {
  test("is what the SDK says to an initialize, to the byte, whatever the client says of itself", async () => {
    await fc.assert(
      fc.asyncProperty(opening, async (params) => {
        const { ours, theirs } = await both(PLAIN, [initialize(params)]);
        expect(ours).toEqual(theirs);
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });

  test("is what the SDK says to any request, to the byte", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 4 }), async (requests) => {
        const messages = requests.map((one, index) => ({ jsonrpc: "2.0", id: index + 1, ...one }));
        const { ours, theirs } = await both(PLAIN, [...HANDSHAKE, ...JSON.parse(JSON.stringify(messages))]);
        expect(ours).toEqual(theirs);
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });

  test("is what the SDK says, whatever comes in which order, under whichever id, and none is lost or given twice", async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 1, maxLength: 12 }), async (isOpened, steps) => {
        const { ours, theirs } = await both(PLAIN, isOpened ? [HANDSHAKE[0], ...steps] : steps);
        expect(ours).toEqual(theirs);
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });

  test.each([null, 1.5, true, {}])("is none to a request whose id is %j, as with the SDK", async (id) => {
    const asked = [
      { jsonrpc: "2.0", id, method: "ping" },
      { ...toolCall(1, "stats"), id },
      PAUSE,
      toolCall(2, "stats"),
    ];
    const { ours, theirs } = await both(PLAIN, [...HANDSHAKE, ...asked]);
    expect(ours).toEqual(theirs);
    expect(ours).toHaveLength(2);
  });

  test.each(INITIALIZED_VERSIONS)("is what the SDK says after a handshake of %s", async (protocolVersion) => {
    const opened = [initialize({ ...HANDSHAKE[0].params, protocolVersion }), HANDSHAKE[1]];
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const calls = [
      toolCall(2, "search", { query: "alpha" }),
      toolCall(3, "node", { nodes: 7 }),
      toolCall(4, "context"),
    ];
    const { ours, theirs } = await both(PLAIN, [...opened, list, ...calls]);
    expect(ours).toEqual(theirs);
  });

  test("is given to a call that runs out of time too, whether or not its work listens", async () => {
    const listening: Content["open"] = (options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener("abort", () => reject(options.signal?.reason));
      });
    for (const open of [listening, () => new Promise<never>(() => undefined)]) {
      const options: McpServerOptions = { mounts: [{ content: { id: content.id, open } }], callMilliseconds: 20 };
      const { ours, theirs } = await both(options, [...HANDSHAKE, toolCall(1, "search", { query: "alpha" })]);
      expect(ours).toEqual(theirs);
      expect(ours.join()).toContain("timed-out");
    }
  });

  test.each([...INITIALIZED_VERSIONS, "1999-01-01", "2026-07-28"])("is the same to version %s", async (version) => {
    const { clientInfo, capabilities } = HANDSHAKE[0].params;
    const { ours, theirs } = await both(PLAIN, [initialize({ protocolVersion: version, capabilities, clientInfo })]);
    expect(ours).toEqual(theirs);
  });

  test("is the same where tools and skills are mounted, and where an operation is left out", async () => {
    const skills = await memorySkills({ one: { "SKILL.md": "---\nname: one\ndescription: One.\n---\n" } });
    const input = z.strictObject({});
    const describes = defineTool({ name: "mine", description: "Mine.", input, readOnly: true, call: async () => [1] });
    const requests = [
      { jsonrpc: "2.0", id: 1, method: "tools/list" },
      toolCall(2, "mine"),
      toolCall(3, "stats"),
      toolCall(4, "search", { query: "alpha" }),
    ];
    for (const options of [
      { mounts: [{ content, tools: [describes], skills }] },
      { mounts: [{ content }], operations: [] },
    ]) {
      const { ours, theirs } = await both(options, [...HANDSHAKE, ...requests]);
      expect(ours).toEqual(theirs);
      expect(ours).toHaveLength(5);
    }
  });

  test("knows the versions that the SDK knows", () => {
    expect(INITIALIZED_VERSIONS).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
  });
});
