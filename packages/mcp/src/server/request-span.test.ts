import { createMemoryContent, createSpanRecorder, ENFORCEMENT_NODES } from "@pd/core/testing";
import { describe, expect, test } from "vitest";
import { connected, ERAS } from "../../fixtures/client.js";
import { createMcpServer } from "./create-mcp-server.js";

const TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

describe.each(ERAS)("spans of what a client of the %s era asks", (era) => {
  async function recording() {
    const { api, spans } = createSpanRecorder();
    const mounts = [{ content: createMemoryContent(ENFORCEMENT_NODES) }];
    return { client: await connected(createMcpServer({ mounts, openTelemetry: api }), era), spans };
  }

  test("a call of a tool, in the client's trace, with core's span inside", async () => {
    const { client, spans } = await recording();
    await client.callTool({ name: "search", arguments: { query: "漢字" }, _meta: { traceparent: TRACEPARENT } });
    expect(spans).toMatchObject([
      {
        name: "tools/call search",
        tracer: "@pd/mcp",
        kind: 1,
        parent: "00f067aa0ba902b7",
        status: undefined,
        attributes: {
          "mcp.method.name": "tools/call",
          "gen_ai.tool.name": "search",
          "network.transport": "pipe",
          "jsonrpc.request.id": expect.any(String),
        },
      },
      { name: "execute_tool search", parent: spans[0]?.spanId },
    ]);
    expect(spans.every(({ milliseconds }) => milliseconds !== undefined)).toBe(true);
  });

  test("a refusal that is a result, and one that is an error of the protocol", async () => {
    const { client, spans } = await recording();
    await client.callTool({ name: "node", arguments: { nodes: ["nobody"] } });
    await client.callTool({ name: "nothing", arguments: {} }).catch(() => undefined);
    const [refused, , unknown] = spans;
    expect(refused).toMatchObject({
      status: { code: 2 },
      attributes: { "error.type": "tool_error", "pd.error.code": "node-unknown" },
    });
    expect(unknown).toMatchObject({
      status: { code: 2 },
      attributes: { "error.type": "-32602", "rpc.response.status_code": "-32602" },
    });
  });

  test("a resource, by its address in an attribute and not in the name", async () => {
    const { client, spans } = await recording();
    await client.readResource({ uri: "pd://memory/note:han" });
    expect(spans).toMatchObject([
      { name: "resources/read", attributes: { "mcp.resource.uri": "pd://memory/note:han" } },
      { name: "execute_tool node" },
    ]);
  });
});
