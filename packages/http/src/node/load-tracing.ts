import { createTracing } from "../otel.js";
import type { Tracing } from "../tracing.js";

/** Spans, where `@opentelemetry/api` is installed; `undefined` where it is not. */
export async function loadTracing(): Promise<Tracing | undefined> {
  try {
    return createTracing(await import("@opentelemetry/api"));
  } catch {
    return undefined;
  }
}
