import { InMemoryTransport, type JSONRPCMessage } from "@modelcontextprotocol/server";
import type { Content } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { describe, expect, test, vi } from "vitest";
import { HANDSHAKE, toolCall } from "../../fixtures/process.js";
import { serverOf } from "./create-mcp-server.js";
import { createParts } from "./parts.js";

const content = createMemoryContent(ENFORCEMENT_NODES);
const neverOpening: Content = { id: content.id, open: () => new Promise(() => undefined) };

/** A client that says what a test wants, and keeps every message that it hears. */
async function started(served: Content = content) {
  const options = { mounts: [{ content: served }] };
  const parts = createParts(options);
  const callTool = vi.spyOn(parts, "callTool");
  const server = serverOf(parts, options);
  const [client, wire] = InMemoryTransport.createLinkedPair();
  const heard: JSONRPCMessage[] = [];
  client.onmessage = (message) => void heard.push(message);
  await client.start();
  await server.connect(wire);
  const say = (...messages: readonly object[]) => {
    for (const message of messages) void client.send(message as JSONRPCMessage);
  };
  const answeredIds = () => heard.flatMap((message) => ("method" in message ? [] : [message.id]));
  return { server, client, say, heard, answeredIds, callTool };
}

describe("a connection", () => {
  test("gives no answer to a call that its client has cancelled, and goes on", async () => {
    const { say, answeredIds, callTool } = await started();
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1, reason: "enough" } };
    say(...HANDSHAKE, toolCall(1, "stats"), cancelled, toolCall(2, "stats"));
    await vi.waitFor(() => expect(answeredIds()).toContain(2), { timeout: 60_000 });
    expect(answeredIds()).toEqual([0, 2]);
    expect(callTool.mock.calls[0]?.[1].work.signal.aborted).toBe(true);
  });

  test("that its server closes gives up the calls that still run", async () => {
    const { server, say, callTool } = await started(neverOpening);
    say(...HANDSHAKE, toolCall(1, "stats"));
    await vi.waitFor(() => expect(callTool).toHaveBeenCalledOnce(), { timeout: 60_000 });
    const signal = callTool.mock.calls[0]?.[1].work.signal;
    await server.close();
    expect(signal?.aborted).toBe(true);
  });

  test("tells its client that lists have changed, though the client asked for nothing", async () => {
    const { server, say, heard, answeredIds } = await started();
    say(...HANDSHAKE);
    await vi.waitFor(() => expect(answeredIds()).toEqual([0]), { timeout: 60_000 });
    await server.changed(content.id);
    const told = () => heard.map((message) => ("method" in message ? message.method : ""));
    await vi.waitFor(() => expect(told()).toContain("notifications/resources/list_changed"), { timeout: 60_000 });
  });
});
