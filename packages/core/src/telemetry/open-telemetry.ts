// What pd uses of OpenTelemetry, by shape: whoever has no use for it installs nothing.

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** The module `@opentelemetry/api`, or what a program has registered with it. */
export interface OpenTelemetryApi {
  readonly context: { active(): unknown };
  readonly propagation: { extract(context: unknown, carrier: unknown, getter: CarrierGetter): unknown };
  readonly trace: { getTracer(name: string): OpenTelemetryTracer };
  readonly SpanKind: { readonly INTERNAL: number; readonly SERVER: number };
  readonly SpanStatusCode: { readonly ERROR: number };
}

/** Reads what a request carries of its caller's trace. */
export interface CarrierGetter {
  keys(carrier: unknown): string[];
  get(carrier: unknown, key: string): string | undefined;
}

export interface OpenTelemetryTracer {
  startSpan(name: string, options: SpanStartOptions, context?: unknown): OpenTelemetrySpan;
  startActiveSpan<Result>(
    name: string,
    options: SpanStartOptions,
    context: unknown,
    work: (span: OpenTelemetrySpan) => Result,
  ): Result;
}

export interface SpanStartOptions {
  readonly kind: number;
  readonly attributes: SpanAttributes;
  readonly startTime?: Date;
}

export interface OpenTelemetrySpan {
  spanContext(): { readonly traceId: string; readonly spanId: string; readonly traceFlags: number };
  setAttribute(key: string, value: string | number | boolean): unknown;
  setAttributes(attributes: SpanAttributes): unknown;
  addEvent(name: string, attributes: SpanAttributes, at: Date): unknown;
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  end(at?: Date): void;
}

/** Under this, every copy of the API's first major version keeps what was registered: a bundled program finds it without the package. */
const REGISTERED = Symbol.for("opentelemetry.js.api.1");

/** The numbers that OpenTelemetry's API gives to these. */
const NUMBERS = { SpanKind: { INTERNAL: 0, SERVER: 1 }, SpanStatusCode: { ERROR: 2 } } as const;

/** Who receives spans in this process, e.g. after `node --import ./otel.mjs`; `undefined` where nobody does, and then nothing is made. */
export function registeredOpenTelemetry(): OpenTelemetryApi | undefined {
  const registered = (globalThis as { readonly [REGISTERED]?: Partial<OpenTelemetryApi> })[REGISTERED];
  if (registered?.trace === undefined) return undefined;
  return {
    context: registered.context ?? { active: () => undefined },
    propagation: registered.propagation ?? { extract: (context) => context },
    trace: registered.trace,
    ...NUMBERS,
  };
}
