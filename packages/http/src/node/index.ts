export { createListener } from "./listener.js";
export { type HttpServer, SERVER_LIMITS, type ServeOptions, type ServerLimits, serve } from "./serve.js";
