import { InMemoryTransport } from "@modelcontextprotocol/client";
import { createToolkit, isPdError } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { describe, expect, test } from "vitest";
import { createMcpServer } from "../server/create-mcp-server.js";
import { createHttpHandler } from "../transport/http-handler.js";
import { passable } from "./passed-arguments.js";

const mounts = [{ content: createMemoryContent(ENFORCEMENT_NODES) }];

interface Answered {
  readonly result?: { readonly isError?: boolean; readonly _meta?: Readonly<Record<string, unknown>> };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: { readonly code: string } };
}

/** Sends a request as it stands, over a connection or over HTTP. */
const DOORS = {
  async connection(method: string, params: unknown): Promise<Answered> {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await createMcpServer({ mounts }).connect(theirs);
    const clientInfo = { name: "test", version: "1" };
    const opening = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    await ours.start();
    const answered = new Promise<Answered>((resolve) => {
      ours.onmessage = (message) => {
        if ("id" in message && message.id === 2) resolve(message as unknown as Answered);
      };
    });
    await ours.send({ jsonrpc: "2.0", id: 1, method: "initialize", params: opening });
    await ours.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    await ours.send({ jsonrpc: "2.0", id: 2, method, params } as never);
    const answer = await answered;
    await ours.close();
    return answer;
  },
  async http(method: string, params: unknown): Promise<Answered> {
    const handle = createHttpHandler(createMcpServer({ mounts }));
    const response = await handle(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 2, method, params }),
      }),
    );
    const text = await response.text();
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as Answered;
  },
};

describe.each(["connection", "http"] as const)("what MCP refuses over %s", (door) => {
  test.each([["São Paulo"], [["é"]], [7], [true], [null]])(
    "arguments of the wrong kind are a tool error in the words of every other door: %j",
    async (given) => {
      const told = await createToolkit({ mounts })
        .call("scan", given as never)
        .catch((error: unknown) => (isPdError(error) ? error.toJSON() : undefined));
      const { result } = await DOORS[door]("tools/call", { name: "scan", arguments: given });
      expect(result?.isError).toBe(true);
      expect(result?._meta?.["pd/error"]).toEqual(told);
      expect(told).toMatchObject({ code: "input-invalid", where: "input", fix: "Give input as an object." });
    },
  );

  test.each([[{ name: 7 }], [{}], [undefined], [{ name: "scan ", arguments: [] }]])(
    "a call without a name that is one is told which there are: %j",
    async (params) => {
      const { error } = await DOORS[door]("tools/call", params);
      expect(error).toMatchObject({ code: -32602, data: { code: "tool-unknown" } });
      expect(error?.message).not.toContain("\n");
    },
  );

  test.each(["tools/list", "prompts/list"])("a cursor that was never given out is refused: %s", async (method) => {
    const { error } = await DOORS[door](method, { cursor: "zz" });
    expect(error).toMatchObject({ code: -32602, data: { code: "input-invalid", where: "cursor" } });
  });
});

test("what the SDK would take is not touched", () => {
  for (const message of [
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "scan" } },
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "scan", arguments: { query: "é" } } },
    { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: 7 } },
    { jsonrpc: "2.0", id: 1, result: {} },
    7,
    null,
  ])
    expect(passable(message)).toBe(message);
});
