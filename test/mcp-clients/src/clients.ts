import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport } from "@ai-sdk/mcp/mcp-stdio";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdioTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttpTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { bin, type ServedVault } from "./served-vault.js";

/** What any of them can do, whatever they call it. */
export interface Connected {
  tools(): Promise<readonly string[]>;
  /** The text a model would be given. */
  call(name: string, given: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export type Way = "stdio" | "http";

export type Connect = (way: Way, vault: ServedVault) => Promise<Connected>;

const info = { name: "test", version: "1.0.0" };

function launch({ folder }: ServedVault) {
  return { command: process.execPath, args: [bin, folder, "--no-cache", "--no-config"] };
}

function textIn(content: unknown): string {
  return (content as readonly { readonly text?: string }[]).map(({ text = "" }) => text).join("");
}

/** The SDK's second line, in either of the protocol's eras. */
const newSdk =
  (mode: "legacy" | { pin: string }): Connect =>
  async (way, vault) => {
    const client = new Client(info, { versionNegotiation: { mode } });
    await client.connect(
      way === "stdio" ? new StdioClientTransport(launch(vault)) : new StreamableHTTPClientTransport(new URL(vault.url)),
    );
    return {
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, given) => textIn((await client.callTool({ name, arguments: given })).content),
      close: () => client.close(),
    };
  };

/** The SDK's first line, which most clients are still built on. */
const oldSdk: Connect = async (way, vault) => {
  const client = new OldClient(info);
  const transport = way === "stdio" ? new OldStdioTransport(launch(vault)) : new OldHttpTransport(new URL(vault.url));
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, given) => textIn((await client.callTool({ name, arguments: given })).content),
    close: () => client.close(),
  };
};

const aiSdk: Connect = async (way, vault) => {
  const client = await createMCPClient({
    transport: way === "stdio" ? new Experimental_StdioMCPTransport(launch(vault)) : { type: "http", url: vault.url },
  });
  const tools = await client.tools();
  return {
    tools: async () => Object.keys(tools),
    async call(name, given) {
      const tool = new Map(Object.entries(tools)).get(name);
      const result = await tool?.execute?.(given, { toolCallId: "1", messages: [] });
      return textIn((result as { readonly content: unknown }).content);
    },
    close: () => client.close(),
  };
};

const langchain: Connect = async (way, vault) => {
  const client = new MultiServerMCPClient({
    mcpServers: {
      pd: way === "stdio" ? { transport: "stdio", ...launch(vault) } : { transport: "http", url: vault.url },
    },
  });
  const tools = await client.getTools();
  return {
    tools: async () => tools.map(({ name }) => name),
    async call(name, given) {
      const result: unknown = await tools.find((tool) => tool.name === name)?.invoke(given);
      return typeof result === "string" ? result : JSON.stringify(result);
    },
    close: () => client.close(),
  };
};

export const CLIENTS: readonly (readonly [string, Connect])[] = [
  ["@modelcontextprotocol/client 2, protocol 2026-07-28", newSdk({ pin: "2026-07-28" })],
  ["@modelcontextprotocol/client 2, older protocol", newSdk("legacy")],
  ["@modelcontextprotocol/sdk 1", oldSdk],
  ["@ai-sdk/mcp", aiSdk],
  ["@langchain/mcp-adapters", langchain],
];
