export { createMcpServer, type PdMcpServer } from "../create-mcp-server.js";
export { createHttpHandler, type HttpHandler, type HttpHandlerOptions } from "../http-handler.js";
export type { McpServerOptions } from "../parts.js";
export type { Loading } from "../progress.js";
export { type HttpService, type ServeHttpOptions, serveHttp } from "../serve-http.js";
export { serveStdio } from "../serve-stdio.js";
export { type ListedTool, type ToolCost, toolCosts } from "../tool-list.js";
