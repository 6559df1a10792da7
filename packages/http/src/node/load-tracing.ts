import { createTracing } from "../otel.js";
import type { Tracing } from "../tracing.js";

/** Spans, where `@opentelemetry/api` is installed and somebody receives them; `undefined` where not. Who does has to be there before the server. */
export async function loadTracing(): Promise<Tracing | undefined> {
  try {
    const api = await import("@opentelemetry/api");
    const provider = api.trace.getTracerProvider();
    // The stand-in that the API hands out until a provider is set: its spans cost time and go nowhere.
    const isIdle = provider instanceof api.ProxyTracerProvider && provider.getDelegateTracer("@pd/http") === undefined;
    return isIdle ? undefined : createTracing(api);
  } catch {
    return undefined;
  }
}
