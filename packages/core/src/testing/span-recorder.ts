import { AsyncLocalStorage } from "node:async_hooks";
import type {
  OpenTelemetryApi,
  OpenTelemetrySpan,
  OpenTelemetryTracer,
  SpanAttributes,
} from "../telemetry/open-telemetry.js";

/** A span as it was recorded. */
export interface RecordedSpan {
  readonly name: string;
  readonly tracer: string;
  readonly kind: number;
  /** The id of the span it is a child of. */
  readonly parent: string | undefined;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly events: readonly { readonly name: string; readonly attributes: SpanAttributes }[];
  readonly status: { readonly code: number; readonly message?: string } | undefined;
  readonly milliseconds: number | undefined;
  readonly spanId: string;
}

/** OpenTelemetry's API over a list, in place of an SDK: parents come from what is active, or from a `traceparent`. */
export function createSpanRecorder(): { readonly api: OpenTelemetryApi; readonly spans: readonly RecordedSpan[] } {
  const active = new AsyncLocalStorage<string>();
  const spans: RecordedSpan[] = [];

  function tracerOf(tracer: string): OpenTelemetryTracer {
    const startSpan: OpenTelemetryTracer["startSpan"] = (name, { kind, attributes, startTime }, context) => {
      const started = startTime?.getTime() ?? Date.now();
      const spanId = String(spans.length + 1).padStart(16, "0");
      const parent = typeof context === "string" ? context : active.getStore();
      const recorded = {
        ...{ name, tracer, kind, parent, spanId },
        attributes: { ...attributes } as Record<string, string | number | boolean>,
        events: [] as { name: string; attributes: SpanAttributes }[],
        status: undefined as RecordedSpan["status"],
        milliseconds: undefined as number | undefined,
      };
      spans.push(recorded);
      const span: OpenTelemetrySpan = {
        spanContext: () => ({ traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId, traceFlags: 1 }),
        setAttribute: (key, value) => span.setAttributes({ [key]: value }),
        setAttributes: (more) => Object.assign(recorded.attributes, more),
        addEvent: (event, its) => recorded.events.push({ name: event, attributes: its }),
        setStatus: (status) => Object.assign(recorded, { status }),
        end: (at = new Date()) => void Object.assign(recorded, { milliseconds: at.getTime() - started }),
      };
      return span;
    };
    return {
      startSpan,
      startActiveSpan(name, options, context, work) {
        const span = startSpan(name, options, context);
        return active.run(span.spanContext().spanId, () => work(span));
      },
    };
  }

  const api: OpenTelemetryApi = {
    context: { active: () => active.getStore() },
    propagation: {
      extract: (context, carrier, { get }) => get(carrier, "traceparent")?.split("-")[2] ?? context,
    },
    trace: { getTracer: tracerOf },
    SpanKind: { INTERNAL: 0, SERVER: 1 },
    SpanStatusCode: { ERROR: 2 },
  };
  return { api, spans };
}
