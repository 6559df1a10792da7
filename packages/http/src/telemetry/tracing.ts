import type { Reply } from "../routes/reply.js";
import { newSpanId, passedOn, traceParentOf } from "./traceparent.js";

export interface SpanStart {
  readonly method: string;
  /** The path as it was registered. */
  readonly route: string;
  readonly headers: Pick<Headers, "get">;
}

export interface SpanIdentity {
  readonly traceId: string;
  readonly spanId: string;
  /** To be given back in the header `traceparent`. */
  readonly traceparent: string;
}

/** Wraps the work of each request in a span. */
export interface Tracing {
  trace(start: SpanStart, work: (span: SpanIdentity | undefined) => Promise<Reply>): Promise<Reply>;
}

/** A span of this server's own in the trace that came in; `undefined` where none did. */
export function spanWithin(headers: Pick<Headers, "get">): SpanIdentity | undefined {
  const parent = traceParentOf(headers.get("traceparent"));
  if (parent === undefined) return undefined;
  const spanId = newSpanId();
  return { traceId: parent.traceId, spanId, traceparent: passedOn(parent, spanId) };
}

/** Without OpenTelemetry: a trace that came in is passed on, none is begun. */
export const passOn: Tracing = { trace: ({ headers }, work) => work(spanWithin(headers)) };
