export {
  type Client,
  type ClientCallOptions,
  type ClientListenOptions,
  type ClientOptions,
  createClient,
} from "./client.js";
export { createHttpApp, type HttpApp, type HttpAppOptions } from "./create-http-app.js";
export { type OpenApiOptions, openApi } from "./openapi/openapi.js";
export { HTTP_ERRORS } from "./routes/http-errors.js";
export { HTTP_LIMITS, type HttpLimits } from "./routes/limits.js";
export { type Problem, problemOf } from "./routes/problem.js";
export type { About, Reply } from "./routes/reply.js";
export type { HttpRequest, Packing, Runtime } from "./runtime.js";
export { createMetrics, type Metrics, type Observation } from "./telemetry/metrics.js";
export { createTracing, registeredTracing } from "./telemetry/otel.js";
export type { OnRequest, RequestRecord } from "./telemetry/request-record.js";
export type { SpanIdentity, SpanStart, Tracing } from "./telemetry/tracing.js";
