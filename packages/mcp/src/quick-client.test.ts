import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { describe, expect, test, vi } from "vitest";
import { HANDSHAKE, toolCall } from "../fixtures/process.js";
import { recordedTransport } from "../fixtures/recorded-transport.js";
import { serverOf } from "./create-mcp-server.js";
import { createParts, type McpServerOptions } from "./parts.js";

const content = createMemoryContent(ENFORCEMENT_NODES);
const PLAIN: McpServerOptions = { mounts: [{ content }] };

describe("a client that only calls operations", () => {
  function started() {
    const parts = createParts(PLAIN);
    const bySdk = vi.spyOn(parts, "callTool");
    const server = serverOf(parts, PLAIN);
    const transport = recordedTransport();
    void server.connect(transport);
    return { server, transport, bySdk, parts };
  }

  test("never comes to the SDK", async () => {
    const { transport, bySdk } = started();
    transport.say(...HANDSHAKE, { jsonrpc: "2.0", id: 1, method: "tools/list" }, toolCall(2, "search", { query: "a" }));
    await transport.answered(3);
    expect(bySdk).not.toHaveBeenCalled();
  });

  test("is handed to the SDK with a call that has words of another era in it", async () => {
    const { transport, bySdk } = started();
    const call = toolCall(1, "stats");
    const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
    transport.say(...HANDSHAKE, { ...call, params: { ...call.params, _meta } });
    await transport.answered(2);
    expect(bySdk).toHaveBeenCalledOnce();
  });

  test("may ask for anything else later, and the SDK knows what came before", async () => {
    const { transport } = started();
    transport.say(...HANDSHAKE, toolCall(1, "stats"));
    await transport.answered(2);
    transport.say({ jsonrpc: "2.0", id: 2, method: "resources/list" }, toolCall(3, "stats"), {
      ...toolCall(4, "nobody"),
    });
    await transport.answered(5);
    const ids = transport.lines.map((line) => JSON.parse(line).id).sort();
    // The answer to the repeated initialize went nowhere.
    expect(ids).toEqual([0, 1, 2, 3, 4]);
  });

  test("hears that lists have changed, though it asked for nothing", async () => {
    const { server, transport } = started();
    transport.say(...HANDSHAKE);
    await server.changed(content.id);
    const told = () => transport.lines.map((line) => JSON.parse(line).method);
    await vi.waitFor(() => expect(told()).toContain("notifications/resources/list_changed"), { timeout: 60_000 });
    expect(transport.lines.filter((line) => JSON.parse(line).id === 0)).toHaveLength(1);
  });

  test("gets no answer to a call that it has given up", async () => {
    const { transport, parts } = started();
    const call = vi.spyOn(parts, "callToolAsJson");
    transport.say(...HANDSHAKE, toolCall(1, "stats"), {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1, reason: "enough" },
    });
    transport.say(toolCall(2, "stats"));
    await transport.answered(2);
    await new Promise((resolve) => void setTimeout(resolve, 20));
    expect(transport.lines.map((line) => JSON.parse(line).id)).toEqual([0, 2]);
    expect(call.mock.calls[0]?.[1].work.signal.aborted).toBe(true);
  });

  test("is let go when it closes, with what it still waited for", async () => {
    const { server, transport, parts } = started();
    const call = vi.spyOn(parts, "callToolAsJson");
    transport.say(...HANDSHAKE, toolCall(1, "stats"));
    await server.close();
    expect(call.mock.calls[0]?.[1].work.signal.aborted).toBe(true);
  });
});
