import * as api from "@opentelemetry/api";
import { type Context, context, type Span, type SpanOptions, trace } from "@opentelemetry/api";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { describe, expect, test } from "vitest";
import { createHttpApp } from "../create-http-app.js";
import { failingTool } from "../testing/tools.js";
import { createTracing } from "./otel.js";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

interface Recorded {
  name: string;
  attributes: Record<string, unknown>;
  status?: unknown;
  ended: boolean;
  parent: string | undefined;
}

/** OpenTelemetry's API over a recorder in place of an SDK. */
function recorder() {
  const spans: Recorded[] = [];
  const propagation = {
    ...api.propagation,
    extract(active: Context, carrier: unknown, getter: { get(carrier: unknown, name: string): string | undefined }) {
      const parts = getter.get(carrier, "traceparent")?.split("-");
      if (parts === undefined) return active;
      const remote = { traceId: parts[1] ?? "", spanId: parts[2] ?? "", traceFlags: 1, isRemote: true };
      return trace.setSpanContext(active, remote);
    },
  };
  const startActiveSpan = (name: string, options: SpanOptions, parent: Context, work: (span: Span) => unknown) => {
    const remote = trace.getSpanContext(parent);
    const recorded: Recorded = { name, attributes: { ...options.attributes }, ended: false, parent: remote?.spanId };
    spans.push(recorded);
    const span = {
      spanContext: () => ({ traceId: remote?.traceId ?? TRACE, spanId: "1111111111111111", traceFlags: 1 }),
      setAttribute: (key: string, value: unknown) => {
        recorded.attributes[key] = value;
      },
      setStatus: (status: unknown) => {
        recorded.status = status;
      },
      end: () => {
        recorded.ended = true;
      },
    };
    return work(span as unknown as Span);
  };
  const made = {
    context,
    propagation,
    trace: { getTracer: () => ({ startActiveSpan }) },
    SpanKind: api.SpanKind,
    SpanStatusCode: api.SpanStatusCode,
  };
  return { spans, tracing: createTracing(made as never) };
}

describe("spans, where OpenTelemetry is there", () => {
  const post = (path: string, headers = {}) =>
    new Request(`http://localhost${path}`, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json", ...headers },
    });
  const mounts = [{ content: createMemoryContent(ENFORCEMENT_NODES), tools: [failingTool] }];

  test("each request is one, by its route, in the trace that came in", async () => {
    const { spans, tracing } = recorder();
    const app = createHttpApp({ mounts, tracing });
    const response = await app.fetch(post("/api/skillgraph/scan", { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }));
    expect(response.headers.get("traceparent")).toBe(`00-${TRACE}-1111111111111111-01`);
    expect(spans).toMatchObject([
      {
        name: "POST /api/skillgraph/scan",
        parent: "00f067aa0ba902b7",
        ended: true,
        attributes: {
          "http.response.status_code": 200,
          "http.route": "/api/skillgraph/scan",
          "pd.tokens.used": expect.any(Number),
        },
      },
    ]);
  });

  test("a failure is marked, a stream ends its span when it ends", async () => {
    const { spans, tracing } = recorder();
    const app = createHttpApp({ mounts, tracing });
    await app.fetch(post("/api/tools/fail"));
    expect(spans[0]).toMatchObject({
      status: { code: api.SpanStatusCode.ERROR },
      attributes: { "error.type": "tool-failed" },
    });
    await (await app.fetch(post("/api/skillgraph/context", { accept: "text/event-stream" }))).text();
    expect(spans[1]).toMatchObject({ ended: true });
    await (await app.fetch(post("/api/tools/fail", { accept: "text/event-stream" }))).text();
    expect(spans[2]).toMatchObject({
      ended: true,
      status: { code: api.SpanStatusCode.ERROR },
      attributes: { "http.response.status_code": 200, "error.type": "tool-failed" },
    });
  });

  test("without a provider nothing is named, and everything works", async () => {
    const app = createHttpApp({ mounts, tracing: createTracing(api) });
    const response = await app.fetch(post("/api/skillgraph/scan"));
    expect([response.status, response.headers.get("traceparent")]).toEqual([200, null]);
    const traced = await app.fetch(post("/api/skillgraph/scan", { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }));
    expect(traced.headers.get("traceparent")).toContain(TRACE);
  });
});
