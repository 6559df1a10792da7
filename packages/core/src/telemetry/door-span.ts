import type { OpenTelemetryApi, OpenTelemetrySpan, SpanAttributes } from "./open-telemetry.js";

export interface DoorSpan {
  /** The door's package. */
  readonly tracer: string;
  /** Of few different values: a method and a route, a method and a tool. */
  readonly name: string;
  readonly attributes: SpanAttributes;
  /** Looks up what the request carries of its caller's trace: `traceparent`, `tracestate`, `baggage`. */
  readonly carried: (name: string) => string | undefined;
}

const CARRIED = ["traceparent", "tracestate", "baggage"];

/**
 * Serves one request inside a span of kind SERVER that continues the caller's trace; what runs inside has it as parent. Whoever does the work
 * ends the span, since an answer may still be on its way when it is handed over; a failure ends it here.
 */
export async function withDoorSpan<Result>(
  api: OpenTelemetryApi,
  { tracer, name, attributes, carried }: DoorSpan,
  work: (span: OpenTelemetrySpan) => Promise<Result>,
): Promise<Result> {
  const getter = {
    keys: () => CARRIED.filter((key) => carried(key) !== undefined),
    get: (_: unknown, key: string) => carried(key),
  };
  const parent = api.propagation.extract(api.context.active(), {}, getter);
  const options = { kind: api.SpanKind.SERVER, attributes };
  return api.trace.getTracer(tracer).startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end();
      throw error;
    }
  });
}
