// The least that a tool can do on the same SDK, for benchmarks/src/mcp.ts to compare with.
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const inputSchema = fromJsonSchema({ type: "object", properties: { query: { type: "string" } }, required: ["query"] });

serveStdio(() => {
  const server = new McpServer({ name: "echo", version: "1.0.0" });
  server.registerTool("search", { description: "Says it again.", inputSchema }, async (given) => ({
    content: [{ type: "text", text: String(Object(given).query) }],
  }));
  return server;
});
