import { STATUS } from "./problem.js";
import type { About } from "./reply.js";
import { type SpanIdentity, type SpanStart, spanWithin, type Tracing } from "./tracing.js";

/** What is used of `@opentelemetry/api`, so that nobody needs the package who does not use it. */
export interface OpenTelemetryApi {
  readonly context: { active(): unknown };
  readonly propagation: { extract(context: unknown, carrier: Carrier, getter: Getter): unknown };
  readonly trace: { getTracer(name: string): Tracer };
  readonly SpanKind: { readonly SERVER: number };
  readonly SpanStatusCode: { readonly ERROR: number };
}

type Carrier = SpanStart["headers"];

interface Getter {
  keys(carrier: Carrier): string[];
  get(carrier: Carrier, key: string): string | undefined;
}

interface Tracer {
  startActiveSpan<Result>(name: string, options: object, context: unknown, work: (span: Span) => Result): Result;
}

interface Span {
  spanContext(): SpanContext;
  setAttribute(key: string, value: string | number): unknown;
  setStatus(status: { code: number }): unknown;
  end(): void;
}

interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/**
 * A span for each request, by OpenTelemetry's names for them. It continues the trace that came in, and a tool's own spans are
 * its children. Hand over the module `@opentelemetry/api`.
 */
export function createTracing(api: OpenTelemetryApi): Tracing {
  const tracer = api.trace.getTracer("@pd/http");
  const carried = {
    keys: () => ["traceparent", "tracestate"],
    get: (headers: SpanStart["headers"], name: string) => headers.get(name) ?? undefined,
  };

  function end(span: Span, status: number, { code, tokensUsed }: About = {}): void {
    if (code !== undefined) span.setAttribute("error.type", code);
    if (tokensUsed !== undefined) span.setAttribute("pd.tokens_used", tokensUsed);
    if ((code === undefined ? status : STATUS[code]) >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
    span.end();
  }

  return {
    trace({ method, route, headers }, work) {
      const parent = api.propagation.extract(api.context.active(), headers, carried);
      const attributes = { "http.request.method": method, "http.route": route };
      const options = { kind: api.SpanKind.SERVER, attributes };
      return tracer.startActiveSpan(`${method} ${route}`, options, parent, async (span) => {
        try {
          const reply = await work(identityOf(span.spanContext()) ?? spanWithin(headers));
          span.setAttribute("http.response.status_code", reply.status);
          // What is still being sent belongs to the span.
          if (reply.done === undefined) end(span, reply.status, reply.about);
          else void reply.done.then((about) => end(span, reply.status, about));
          return reply;
        } catch (error) {
          span.setStatus({ code: api.SpanStatusCode.ERROR });
          span.end();
          throw error;
        }
      });
    },
  };
}

/** Without a provider the API gives out spans of zeros: then there is nothing to name. */
function identityOf({ traceId, spanId, traceFlags }: SpanContext): SpanIdentity | undefined {
  if (/^0*$/.test(spanId)) return undefined;
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}` };
}
