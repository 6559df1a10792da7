import { Client, ProtocolError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { builtFile, type MadePlace } from "../places/place.js";
import type { Ask, Door, DoorName, ToldError } from "./door.js";
import { environmentOf, servedBy, startServer } from "./server-process.js";

const bin = builtFile("@pd/mcp", "bin.js");

export async function openMcpStdio(place: MadePlace): Promise<Door> {
  const client = newClient();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, ...servedBy(place)],
    cwd: place.folder,
    env: environmentOf(place),
    stderr: "ignore",
  });
  await client.connect(transport);
  return doorOf("MCP over stdio", client, () => client.close());
}

export async function openMcpHttp(place: MadePlace): Promise<Door> {
  const server = await startServer([bin, ...servedBy(place), "--http", "--port", "0"], place);
  const client = newClient();
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  return doorOf("MCP over HTTP", client, async () => {
    await client.close();
    await server.close();
  });
}

function newClient(): Client {
  return new Client({ name: "conformance", version: "1.0.0" });
}

async function doorOf(name: DoorName, client: Client, close: () => Promise<void>): Promise<Door> {
  const ask: Ask = async (call, input) => {
    // R6.3: each operation but this one is a tool.
    if (call === "validate") return undefined;
    try {
      const result = await client.callTool({ name: call, arguments: { ...input } });
      const [block] = result.content as readonly { readonly text?: string }[];
      const text = block?.text ?? "";
      if (result.isError === true) return { error: JSON.parse(text) as ToldError };
      const answer = result.structuredContent as Readonly<Record<string, unknown>> | undefined;
      if (answer === undefined) return { text };
      checkText(answer, text);
      return { answer };
    } catch (error) {
      if (error instanceof ProtocolError) return { error: error.data as ToldError };
      throw error;
    }
  };
  await indexed(ask);
  return { name, client: () => ask, close };
}

/** R6.3: what a model reads is the text of the answer where it has one, else the object as compact JSON. */
function checkText(answer: Readonly<Record<string, unknown>>, block: string): void {
  const expected = answer["text"] ?? JSON.stringify(answer);
  if (expected !== "" && block !== expected)
    throw new Error(`The text block is not the answer: ${block.slice(0, 200)}`);
}

/** Waits until body text counts, of which a search tells. */
async function indexed(ask: Ask): Promise<void> {
  for (;;) {
    const outcome = await ask("search", { query: "a" });
    if (!JSON.stringify(outcome).includes("index-partial")) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
