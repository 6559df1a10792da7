export {
  type Client,
  type ClientCallOptions,
  type ClientListenOptions,
  type ClientOptions,
  createClient,
} from "./client.js";
export { createHttpApp, type HttpApp, type HttpAppOptions } from "./create-http-app.js";
export { HTTP_LIMITS, type HttpLimits } from "./limits.js";
export { createMetrics, type Metrics, type Observation } from "./metrics.js";
export { type OpenApiOptions, openApi } from "./openapi.js";
export { createTracing, type OpenTelemetryApi } from "./otel.js";
export { type Problem, problemOf, STATUS } from "./problem.js";
export type { About, Reply } from "./reply.js";
export type { OnRequest, RequestRecord } from "./request-record.js";
export type { HttpRequest, Packing, Runtime } from "./runtime.js";
export type { SpanIdentity, SpanStart, Tracing } from "./tracing.js";
