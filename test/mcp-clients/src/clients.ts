import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport } from "@ai-sdk/mcp/mcp-stdio";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdioTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttpTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { bin, type ServedVault, wholeProgram } from "./served-vault.js";

/** What any of them can do, whatever they call it. */
export interface Connected {
  tools(): Promise<readonly string[]>;
  /** All that a model would be given. */
  call(name: string, given: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export type Way = "stdio" | "http";

export type Connect = (way: Way, vault: ServedVault) => Promise<Connected>;

const info = { name: "test", version: "1.0.0" };

function launch({ folder, skills = false }: ServedVault) {
  const args = skills
    ? [wholeProgram, "mcp", "--skills", folder, "--no-cache"]
    : [bin, folder, "--no-cache", "--no-config"];
  return { command: process.execPath, args };
}

/** What a host on a bare SDK has to show: the blocks, and the object where there is one, which many show in their place. */
function shownOf({ content, structuredContent }: Readonly<Record<string, unknown>>): string {
  const text = (content as readonly { readonly text?: string }[]).map((block) => block.text ?? JSON.stringify(block));
  return [...text, ...(structuredContent === undefined ? [] : [JSON.stringify(structuredContent)])].join("");
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
      call: async (name, given) => shownOf(await client.callTool({ name, arguments: given })),
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
    call: async (name, given) => shownOf(await client.callTool({ name, arguments: given })),
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
      const output: unknown = await tool?.execute?.(given, { toolCallId: "1", messages: [] });
      // What generateText puts into the message of the tool's role.
      const shown = await tool?.toModelOutput?.({ toolCallId: "1", input: given, output: output as never });
      if (shown?.type !== "content") return JSON.stringify(shown);
      return shown.value.map((part) => (part.type === "text" ? part.text : JSON.stringify(part))).join("");
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
      const tool = tools.find((one) => one.name === name);
      // Called as an agent calls it, so that a message comes back.
      const message: unknown = await tool?.invoke({ type: "tool_call", id: "1", name, args: given });
      const { content } = message as { readonly content: unknown };
      return typeof content === "string" ? content : JSON.stringify(content);
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
