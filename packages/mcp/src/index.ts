export { createMcpServer, type PdMcpServer } from "./server/create-mcp-server.js";
export type { McpServerOptions } from "./server/parts.js";
export type { Loading } from "./tools/progress.js";
export { type ListedTool, type ToolCost, toolCosts } from "./tools/tool-list.js";
export { createHttpHandler, type HttpHandler, type HttpHandlerOptions } from "./transport/http-handler.js";
export { type HttpService, type ServeHttpOptions, serveHttp } from "./transport/serve-http.js";
export { serveStdio } from "./transport/serve-stdio.js";
