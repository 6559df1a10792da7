import type { OnEvent, Toolkit, ToolkitFigures } from "@pd/core";
import type { Slots } from "@pd/core/guard";
import { docsPage } from "../docs-page/docs-page.js";
import { type CallFeed, listenRoute } from "../events/call-feed.js";
import type { Metrics } from "../telemetry/metrics.js";
import { addressesOf, addressOf } from "./call-address.js";
import { unknownRoute } from "./call-errors.js";
import { callRoute } from "./call-route.js";
import { createCrossOrigin } from "./cross-origin.js";
import { isFresh } from "./etag.js";
import type { Exchange, Handler } from "./exchange.js";
import { FIXED_ROUTES, type FixedRoute, type FixedRouteName } from "./fixed-routes.js";
import { jsonReply, type Reply, textReply } from "./reply.js";
import { deleteSession, reportSession, sessionOfHeader } from "./session-routes.js";

export interface MethodRoute {
  readonly method: "GET" | "POST" | "DELETE" | "OPTIONS";
  readonly path: string;
  /** Asks for no token. */
  readonly open?: boolean;
  readonly handler: Handler;
}

export interface RoutesOptions {
  readonly toolkit: Toolkit;
  /** None where callers cannot be told apart. */
  readonly feed: Pick<CallFeed, "listen"> | undefined;
  readonly metrics: Metrics;
  readonly slots: Slots;
  readonly milliseconds: number;
  readonly onEvent: OnEvent | undefined;
  readonly isReady: () => boolean;
  readonly describe: () => object;
  readonly origins: readonly string[];
}

/** Everything this server answers to. */
export function routesOf(options: RoutesOptions): readonly MethodRoute[] {
  const { toolkit, metrics, isReady, describe, origins } = options;
  const description = once(() => JSON.stringify(describe()));
  const page = once(docsPage);
  const handlers: Readonly<Record<FixedRouteName, Handler>> = {
    reportSession: reportSession(toolkit),
    endSession: deleteSession(toolkit),
    endThisSession: sessionOfHeader(deleteSession(toolkit)),
    events: listenRoute(options.feed),
    openApi: (exchange) => kept(exchange, jsonReply(description())),
    docs: async (exchange) => kept(exchange, await page()),
    root: () => ({ status: 303, headers: { location: FIXED_ROUTES.docs.path }, body: null }),
    health: () => textReply(200, "ok\n"),
    ready: () => (isReady() ? textReply(200, "ready\n") : textReply(503, "loading\n")),
    metrics: () => metricsReply(metrics, toolkit.figures()),
  };
  const routes: readonly MethodRoute[] = [
    ...toolkit.tools.flatMap((tool) => {
      const handler = callRoute(tool, options);
      return addressesOf(tool).map((address) => ({ ...address, handler }));
    }),
    ...Object.entries<FixedRoute>(FIXED_ROUTES).map(([name, { method, path, isOpen = false }]) => ({
      method,
      path,
      open: isOpen,
      handler: handlers[name as FixedRouteName],
    })),
  ];
  return origins.length === 0 ? routes : [...routes, ...preflights(routes, origins)];
}

/** A call by a name that is not there: the toolkit knows the nearest one. */
export function missedCall(toolkit: Toolkit): Handler {
  return async ({ parameter, caller }) => {
    const elsewhere = toolkit.tools.find(({ name }) => name === parameter);
    if (elsewhere !== undefined) throw unknownRoute(addressOf(elsewhere));
    return jsonReply(JSON.stringify(await toolkit.call(parameter as string, {}, { caller })));
  };
}

/** A browser asks before it lets a page elsewhere ask; it sends no token with that. */
function preflights(routes: readonly MethodRoute[], origins: readonly string[]): readonly MethodRoute[] {
  const { preflight } = createCrossOrigin(origins);
  const paths = new Set(routes.map(({ path }) => path));
  return [...paths].map((path) => ({ method: "OPTIONS", path, open: true, handler: preflight }));
}

function metricsReply(metrics: Metrics, figures: ToolkitFigures): Reply {
  return {
    status: 200,
    headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" },
    body: metrics.text(figures),
  };
}

/** What changes only with the server. */
function kept({ request, tagOf }: Exchange, reply: Reply): Reply {
  const etag = typeof reply.body === "string" ? tagOf(reply.body) : "";
  const headers = { ...reply.headers, etag, "cache-control": "private, no-cache" };
  return isFresh(request.headers.get("if-none-match"), etag)
    ? { status: 304, headers, body: null }
    : { ...reply, headers };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
