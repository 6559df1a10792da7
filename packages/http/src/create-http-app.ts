import { createToolkit, MAX_BUDGET, type Mount, type OnEvent, type Toolkit, type ToolkitOptions } from "@pd/core";
import { createBodyReader, createGuard, createSlots, type GuardOptions, limitsFrom } from "@pd/core/guard";
import { createCallFeed } from "./events/call-feed.js";
import { openApi } from "./openapi/openapi.js";
import { createCrossOrigin } from "./routes/cross-origin.js";
import { createExchange } from "./routes/exchange.js";
import { HTTP_LIMITS, type HttpLimits } from "./routes/limits.js";
import { createRouter } from "./routes/router.js";
import { missedCall, routesOf } from "./routes/routes.js";
import type { HttpRequest, Runtime } from "./runtime.js";
import { createMetrics, type Metrics } from "./telemetry/metrics.js";
import type { OnRequest } from "./telemetry/request-record.js";
import { passOn, type Tracing } from "./telemetry/tracing.js";

interface SharedOptions extends Omit<GuardOptions, "tokens"> {
  /** With one or more, every call has to bring one of them: `Authorization: Bearer <token>`. */
  readonly token?: string | readonly string[] | undefined;
  readonly limits?: Partial<HttpLimits> | undefined;
  /** Whether everything is loaded: what `/ready` says. */
  readonly isReady?: (() => boolean) | undefined;
  /** Called after each request, with what a log may hold. */
  readonly onRequest?: OnRequest | undefined;
  readonly tracing?: Tracing | undefined;
  /** The title of the API's description. */
  readonly title?: string | undefined;
}

/** What there is to serve: mounts, from which the app makes its toolkit, or a toolkit of your own. */
export type HttpAppOptions = SharedOptions &
  (
    | ({ readonly mounts: readonly Mount[] } & Omit<ToolkitOptions, "mounts">)
    | { readonly toolkit: Toolkit /** Whose `onEvent` that toolkit was given. */; readonly metrics?: Metrics }
  );

export interface HttpApp {
  /** A request in, a response out: for Deno, Bun, edge runtimes, tests, and whatever else speaks `fetch`. */
  fetch(request: Request): Promise<Response>;
  /** The same, told what the request itself does not say, such as the address it comes from. */
  handle(request: HttpRequest, runtime: Runtime): Promise<Response>;
  readonly toolkit: Toolkit;
  readonly metrics: Metrics;
  readonly limits: HttpLimits;
  /** Whether callers have to bring a token. */
  readonly hasToken: boolean;
  /** Whether one of the tokens is too short or too simple for a server that others can reach. */
  readonly hasGuessableToken: boolean;
  /** Ends the streams that would never end by themselves and takes no more of them, for a server that closes. */
  hangUp(): void;
}

/** The web API of a toolkit. It opens no port and reads no file; `serve` from `@pd/http/node` does that. */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const limits = limitsFrom(HTTP_LIMITS, options.limits);
  const metrics = ("metrics" in options ? options.metrics : undefined) ?? createMetrics();
  const toolkit = "toolkit" in options ? options.toolkit : ownToolkit(options, metrics.onEvent);
  const tokens = options.token === undefined ? [] : [options.token].flat();
  const feed = tokens.length === 0 ? undefined : createCallFeed(toolkit);
  const guard = createGuard({ ...guardOptions(options), tokens });
  const exchange = createExchange({
    guard,
    readBody: createBodyReader({ maxBytes: limits.bodyBytes, milliseconds: limits.bodyMilliseconds }),
    metrics,
    tracing: options.tracing ?? passOn,
    crossOrigin: createCrossOrigin(options.origins ?? []),
    onRequest: options.onRequest,
  });
  const describe = () => openApi(toolkit.tools, { title: options.title ?? "pd", hasToken: tokens.length > 0 });
  const router = createRouter(
    routesOf({
      toolkit: feed?.toolkit ?? toolkit,
      feed,
      metrics,
      slots: createSlots(limits.concurrentCalls),
      milliseconds: limits.callMilliseconds,
      // A toolkit of one's own that was not given these metrics tells them nothing: then each call does.
      onEvent: "toolkit" in options && options.metrics === undefined ? metrics.onEvent : undefined,
      isReady: options.isReady ?? (() => true),
      describe,
      origins: options.origins ?? [],
    }),
    missedCall(toolkit),
    exchange,
  );
  return {
    fetch: (request) => router(request, {}),
    handle: router,
    toolkit,
    metrics,
    limits,
    hasToken: guard.hasToken,
    hasGuessableToken: guard.hasGuessableToken,
    hangUp: () => feed?.hangUp(),
  };
}

function guardOptions({ hosts, addresses, origins, rate }: Omit<GuardOptions, "tokens">): GuardOptions {
  return {
    ...(hosts === undefined ? {} : { hosts }),
    ...(addresses === undefined ? {} : { addresses }),
    ...(origins === undefined ? {} : { origins }),
    ...(rate === undefined ? {} : { rate }),
  };
}

function ownToolkit(options: Extract<HttpAppOptions, { mounts: unknown }>, counted: OnEvent): Toolkit {
  const { mounts, operations, counter, sessions, bodyCacheBytes, maxBudget = MAX_BUDGET, now, onEvent } = options;
  return createToolkit({
    mounts,
    maxBudget,
    ...(operations === undefined ? {} : { operations }),
    ...(counter === undefined ? {} : { counter }),
    ...(sessions === undefined ? {} : { sessions }),
    ...(bodyCacheBytes === undefined ? {} : { bodyCacheBytes }),
    ...(now === undefined ? {} : { now }),
    onEvent(event) {
      counted(event);
      onEvent?.(event);
    },
  });
}
