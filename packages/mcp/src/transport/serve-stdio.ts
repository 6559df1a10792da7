import type { PdMcpServer } from "../server/create-mcp-server.js";
import { type Output, takeStdout } from "./pure-stdout.js";
import { createStdioTransport } from "./stdio-transport.js";

/**
 * Serves the client at the other end of this process's stdin and stdout. Settles when it has gone.
 * Whoever has taken stdout earlier hands over the way through that `takeStdout` gave.
 */
export async function serveStdio(server: PdMcpServer, output: Output = takeStdout()): Promise<void> {
  const transport = createStdioTransport({ input: process.stdin, output });
  await server.connect(transport);
  await transport.closed;
  await server.close();
}
