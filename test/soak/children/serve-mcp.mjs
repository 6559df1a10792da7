// MCP over HTTP for many callers, each with a token of its own: `<folder>`, tokens in PD_TOKENS with spaces between them.
import { openVault } from "@pd/core/vault";
import { createMcpServer, serveHttp } from "@pd/mcp";

let server;
const vault = await openVault(process.argv[2], {
  cache: false,
  watch: true,
  onEvent: (event) => server?.onEvent(event),
});
await vault.ready();
server = createMcpServer({ mounts: [{ content: vault }] });
const { url } = await serveHttp(server, { port: 0, tokens: process.env.PD_TOKENS.split(" ") });
console.error(`listening on ${url}`);
