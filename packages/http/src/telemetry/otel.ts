import { type OpenTelemetryApi, registeredOpenTelemetry, withDoorSpan } from "@pd/core";
import type { About } from "../routes/reply.js";
import { type SpanIdentity, spanWithin, type Tracing } from "./tracing.js";

type Span = Parameters<Parameters<typeof withDoorSpan>[2]>[0];

/**
 * A span for each request, by OpenTelemetry's names for them. It continues the trace that came in, and a call's own spans are
 * its children. Hand over the module `@opentelemetry/api`.
 */
export function createTracing(api: OpenTelemetryApi): Tracing {
  function end(span: Span, status: number, { code, tokensUsed, status: failed = status }: About = {}): void {
    if (code !== undefined) span.setAttribute("error.type", code);
    if (tokensUsed !== undefined) span.setAttribute("pd.tokens.used", tokensUsed);
    if (failed >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
    span.end();
  }

  return {
    trace({ method, route, headers }, work) {
      const door = {
        tracer: "@pd/http",
        name: `${method} ${route}`,
        attributes: { "http.request.method": method, "http.route": route },
        carried: (name: string) => headers.get(name) ?? undefined,
      };
      return withDoorSpan(api, door, async (span) => {
        const reply = await work(identityOf(span.spanContext()) ?? spanWithin(headers));
        span.setAttribute("http.response.status_code", reply.status);
        // What is still being sent belongs to the span.
        if (reply.done === undefined) end(span, reply.status, reply.about);
        else void reply.done.then((about) => end(span, reply.status, about));
        return reply;
      });
    },
  };
}

/** Spans, where somebody in this process receives them; `undefined` where nobody does. Who does has to be there before the server. */
export function registeredTracing(): Tracing | undefined {
  const api = registeredOpenTelemetry();
  return api === undefined ? undefined : createTracing(api);
}

/** Without a provider the API gives out spans of zeros: then there is nothing to name. */
function identityOf({ traceId, spanId, traceFlags }: ReturnType<Span["spanContext"]>): SpanIdentity | undefined {
  if (/^0*$/.test(spanId)) return undefined;
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}` };
}
