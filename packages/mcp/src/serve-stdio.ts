import type { PdMcpServer } from "./create-mcp-server.js";
import { takeStdout } from "./pure-stdout.js";
import { createStdioTransport } from "./stdio-transport.js";

/** Serves the client at the other end of this process's stdin and stdout. Settles when it has gone. */
export async function serveStdio(server: PdMcpServer): Promise<void> {
  const transport = createStdioTransport({ input: process.stdin, output: takeStdout() });
  await server.connect(transport);
  await transport.closed;
  await server.close();
}
