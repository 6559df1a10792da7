import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { describe, expect, test } from "vitest";
import { connected, ERAS, type Era } from "../../fixtures/client.js";
import { createHttpHandler } from "../transport/http-handler.js";
import { createMcpServer } from "./create-mcp-server.js";
import type { McpServerOptions } from "./parts.js";

const serving = (options: Partial<McpServerOptions> = {}) =>
  createMcpServer({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }], ...options });

interface Introduced {
  readonly name: string;
  readonly apps?: { readonly mimeTypes?: readonly string[] };
}

function clientCalled({ name, apps }: Introduced, era: Era): Client {
  const mode = era === "legacy" ? ("legacy" as const) : { pin: "2026-07-28" };
  const capabilities = apps === undefined ? {} : { extensions: { "io.modelcontextprotocol/ui": apps } };
  return new Client({ name, version: "1.0.0" }, { versionNegotiation: { mode }, capabilities } as never);
}

async function metaOver(way: "connection" | "http", who: Introduced, era: Era): Promise<unknown> {
  const client = clientCalled(who, era);
  if (way === "connection") {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await serving().connect(theirs);
    await client.connect(ours);
  } else {
    const handle = createHttpHandler(serving());
    const fetch = (url: string | URL, init?: RequestInit) => handle(new Request(url, init));
    await client.connect(new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch }));
  }
  const results = [
    await client.callTool({ name: "search", arguments: { query: "漢字" } }),
    await client.callTool({ name: "node", arguments: { nodes: ["nobody"] } }),
  ];
  expect(results.map(({ content }) => (content as unknown[]).length)).toEqual([1, 1]);
  return results.map(({ _meta = {} }) => Object.keys(_meta).filter((key) => key.startsWith("pd/")));
}

describe.each(ERAS)("R6.3 _meta, to a client of the %s era", (era) => {
  test.each(["connection", "http"] as const)("over %s is for software that keeps it from the model", async (way) => {
    const renders = { mimeTypes: ["text/html;profile=mcp-app"] };
    expect(await metaOver(way, { name: "some-client" }, era)).toEqual([["pd/answer"], ["pd/error"]]);
    expect(await metaOver(way, { name: "größe", apps: renders }, era)).toEqual([["pd/answer"], ["pd/error"]]);
    expect(await metaOver(way, { name: "@langchain/mcp-adapters" }, era)).toEqual([[], []]);
    // As Mastra introduces itself, whose name is the one that its user gave the server.
    expect(await metaOver(way, { name: "größe", apps: {} }, era)).toEqual([[], []]);
  });

  test("is not sent where the host says so", async () => {
    const client = await connected(serving({ meta: false }), era);
    const { _meta = {} } = await client.callTool({ name: "scan", arguments: {} });
    expect(Object.keys(_meta).filter((key) => key.startsWith("pd/"))).toEqual([]);
  });
});
