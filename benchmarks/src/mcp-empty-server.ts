import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

/** One tool, which does nothing. */
export function serveEmpty(): void {
  serveStdio(() => {
    const server = new McpServer({ name: "empty", version: "1.0.0" });
    server.registerTool("search", { description: "Does nothing." }, async () => ({ content: [] }));
    return server;
  });
}
