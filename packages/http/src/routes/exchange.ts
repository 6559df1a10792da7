import type { Caller } from "@pd/core";
import type { BodyOutcome, BodyReader, Guard } from "@pd/core/guard";
import type { HttpRequest, OnGone, Runtime } from "../runtime.js";
import type { Metrics } from "../telemetry/metrics.js";
import { levelOf, type OnRequest, type RequestRecord, unfailing } from "../telemetry/request-record.js";
import type { SpanIdentity, Tracing } from "../telemetry/tracing.js";
import { goneBySignal } from "./call-limit.js";
import type { CrossOrigin } from "./cross-origin.js";
import { entityTag } from "./etag.js";
import { packForWeb } from "./packing.js";
import { asPdError, problemReply, Refused } from "./problem.js";
import { type Reply, toResponse } from "./reply.js";

/** One request that was let in. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly requestId: string;
  readonly caller: Caller;
  /** The last part of a path that has one. */
  readonly parameter: string;
  readonly onGone: OnGone;
  /** A validator for a text: the same text has the same. */
  tagOf(text: string): string;
  readBody(): Promise<BodyOutcome>;
}

export type Handler = (exchange: Exchange) => Reply | Promise<Reply>;

export interface Route {
  /** As it was registered. */
  readonly path: string;
  /** Asks for no token: what it tells is the same for everybody. */
  readonly open?: boolean;
  readonly handler: Handler;
}

/** A request on its way: what the router is given beside the request itself. */
export interface Incoming {
  readonly request: HttpRequest;
  readonly runtime: Runtime;
}

export interface ExchangeOptions {
  readonly guard: Guard;
  readonly readBody: BodyReader;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly crossOrigin: CrossOrigin;
  readonly onRequest: OnRequest | undefined;
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH"]);

/** All that an answer can differ by. */
const VARY = "accept, accept-encoding, authorization, origin, pd-session";

/** Everything that is the same for all routes: guard, failure, headers, packing, figures, log. */
export function createExchange(given: ExchangeOptions) {
  const options = { ...given, onRequest: given.onRequest && unfailing(given.onRequest) };
  const { metrics, tracing, crossOrigin } = options;

  /** Written once for each request, so it is put together by hand. */
  function headersOf({ headers }: Reply, { requestId, span, origin }: Named): Readonly<Record<string, string>> {
    const all: Record<string, string> = {
      ...headers,
      "x-request-id": requestId,
      "x-content-type-options": "nosniff",
      vary: VARY,
    };
    if (span !== undefined) all["traceparent"] = span.traceparent;
    return origin === null ? all : { ...all, ...crossOrigin.headersFor(origin) };
  }

  return async (route: Route, { request, runtime }: Incoming, parameter = ""): Promise<Response> => {
    const started = performance.now();
    const requestId = requestIdOf(request.headers.get("x-request-id"));
    metrics.began();
    let span: SpanIdentity | undefined;
    const { method, headers } = request;
    const reply = await tracing.trace({ method, route: route.path, headers }, async (identity) => {
      span = identity;
      return handled(route, { request, runtime, requestId, parameter }, options);
    });
    const packed = await packedFor(request, reply, runtime);
    const finished: Reply = {
      ...packed,
      headers: headersOf(packed, { requestId, span, origin: headers.get("origin") }),
    };
    const told = { request, runtime, route, requestId, reply: finished, started, span };
    if (reply.done === undefined) tell(told, options);
    else void reply.done.then((about) => tell({ ...told, reply: { ...finished, about } }, options));
    return (runtime.respond ?? toResponse)(finished);
  };
}

interface Named {
  readonly requestId: string;
  readonly span: SpanIdentity | undefined;
  readonly origin: string | null;
}

interface Admitting extends Incoming {
  readonly requestId: string;
  readonly parameter: string;
}

async function handled(route: Route, incoming: Admitting, options: ExchangeOptions): Promise<Reply> {
  const { guard, metrics, readBody } = options;
  const { request, runtime, requestId, parameter } = incoming;
  try {
    const admission = await guard.admit(request, runtime, { open: route.open === true });
    if ("refused" in admission) throw new Refused(admission.refused);
    const read = runtime.readBody ?? readBody;
    const { caller } = admission;
    const onGone = runtime.onGone ?? goneBySignal(request.signal);
    const { tagOf = entityTag } = runtime;
    const exchange = { request, requestId, caller, parameter, onGone, tagOf, readBody: () => read(request) };
    return await route.handler(exchange);
  } catch (thrown) {
    const refusal = thrown instanceof Refused ? thrown.refusal : undefined;
    const error = refusal?.error ?? asPdError(thrown);
    if (refusal !== undefined) metrics.refused(error.code);
    const reply = problemReply(error, requestId, refusal?.headers);
    return { ...reply, about: { code: error.code, cause: error.cause } };
  }
}

async function packedFor({ headers }: HttpRequest, reply: Reply, { pack = packForWeb }: Runtime): Promise<Reply> {
  const acceptEncoding = headers.get("accept-encoding");
  return acceptEncoding === null || typeof reply.body !== "string" ? reply : pack(reply, acceptEncoding);
}

function requestIdOf(given: string | null): string {
  return given !== null && REQUEST_ID.test(given) ? given : crypto.randomUUID();
}

interface Told extends Incoming {
  readonly route: Route;
  readonly requestId: string;
  readonly reply: Reply;
  readonly started: number;
  readonly span: SpanIdentity | undefined;
}

function tell(told: Told, { metrics, onRequest }: ExchangeOptions): void {
  const { request, runtime, route, requestId, reply, started, span } = told;
  const milliseconds = performance.now() - started;
  const { status, about = {} } = reply;
  const method = METHODS.has(request.method) ? request.method : "other";
  metrics.ended({ route: route.path, method, status, seconds: milliseconds / 1000 });
  if (onRequest === undefined) return;
  const { tokensUsed, code, cause } = about;
  const record: Writable<RequestRecord> = {
    time: new Date().toISOString(),
    // What failed while it was streamed failed all the same.
    level: levelOf(about.status ?? status),
    message: "request",
    requestId,
    method,
    route: route.path,
    status,
    milliseconds: Math.round(milliseconds * 1000) / 1000,
  };
  if (runtime.remoteAddress !== undefined) record.remoteAddress = runtime.remoteAddress;
  if (span !== undefined) Object.assign(record, { traceId: span.traceId, spanId: span.spanId });
  if (tokensUsed !== undefined) record.tokensUsed = tokensUsed;
  if (code !== undefined) record.code = code;
  onRequest(record, cause);
}

type Writable<Record> = { -readonly [Key in keyof Record]: Record[Key] };
