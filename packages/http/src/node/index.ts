export { createListener } from "./listener.js";
export { loadTracing } from "./load-tracing.js";
export { type HttpServer, SERVER_LIMITS, type ServeOptions, type ServerLimits, serve } from "./serve.js";
