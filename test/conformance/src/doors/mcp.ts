import { Client, ProtocolError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { builtFile, type MadePlace } from "../places/place.js";
import type { Ask, Door, DoorName, Input, ToldError } from "./door.js";
import { environmentOf, servedBy, startServer } from "./server-process.js";

const bin = builtFile("@pd/mcp", "bin.js");
const OPERATIONS = new Set(["scan", "search", "query", "node", "traverse", "context", "stats"]);

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
      // R6.3: text unless a call says otherwise. What is compared is the object, so the call says it.
      const asked: Input = OPERATIONS.has(call) ? { format: "json", ...input } : input;
      const result = await client.callTool({ name: call, arguments: { ...asked } });
      const [block] = result.content as readonly { readonly text?: string }[];
      const text = block?.text ?? "";
      const told = new Map(Object.entries(result._meta ?? {}));
      if (result.isError === true) return { error: told.get("pd/error") as ToldError };
      const answer = told.get("pd/answer") as Readonly<Record<string, unknown>> | undefined;
      if (answer === undefined) return { text };
      return { answer: withText(answer, text, asked["format"]) };
    } catch (error) {
      if (error instanceof ProtocolError) return { error: error.data as ToldError };
      throw error;
    }
  };
  await indexed(ask);
  return { name, client: () => ask, close };
}

/** The answer as other doors give it. R6.3: what a model reads is its text, or the nodes and figures that were counted. */
function withText(answer: Readonly<Record<string, unknown>>, block: string, format: unknown): object {
  if (format !== "json") {
    // Where the text goes in a library's answer: behind the nodes.
    const { version, operation, graphId, session, nodes, ...rest } = answer;
    const head = { version, operation, graphId, ...(session === undefined ? {} : { session }), nodes };
    return { ...head, text: /^\[Nothing (?:fits\.|new:)/u.test(block) ? "" : block, ...rest };
  }
  if (block !== JSON.stringify(answer["data"] ?? answer["nodes"]))
    throw new Error(`The text block is not what was counted: ${block.slice(0, 200)}`);
  return answer;
}

/** Waits until body text counts, of which a search tells. */
async function indexed(ask: Ask): Promise<void> {
  for (;;) {
    const outcome = await ask("search", { query: "a" });
    if (!JSON.stringify(outcome).includes("index-partial")) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
