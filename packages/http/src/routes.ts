import type { OnEvent, Toolkit, ToolkitFigures } from "@pd/core";
import type { Slots } from "@pd/core/guard";
import { unknownRoute } from "./call-errors.js";
import { type CallFeed, listenRoute } from "./call-feed.js";
import { callRoute } from "./call-route.js";
import { createCrossOrigin } from "./cross-origin.js";
import { docsPage } from "./docs-page/docs-page.js";
import { isFresh } from "./etag.js";
import type { Exchange, Handler } from "./exchange.js";
import type { Metrics } from "./metrics.js";
import { placeOf } from "./place.js";
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
  readonly feed: Pick<CallFeed, "listen">;
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
  const routes: readonly MethodRoute[] = [
    ...toolkit.tools.map((tool) => ({ ...placeOf(tool), handler: callRoute(tool, options) })),
    { method: "GET", path: "/api/sessions/:id", handler: reportSession(toolkit) },
    { method: "DELETE", path: "/api/sessions/:id", handler: deleteSession(toolkit) },
    { method: "DELETE", path: "/api/session", handler: sessionOfHeader(deleteSession(toolkit)) },
    { method: "GET", path: "/api/events", handler: listenRoute(options.feed) },
    { method: "GET", path: "/openapi.json", handler: (exchange) => kept(exchange, jsonReply(description())) },
    { method: "GET", path: "/docs", open: true, handler: async (exchange) => kept(exchange, await page()) },
    {
      method: "GET",
      path: "/",
      open: true,
      handler: () => ({ status: 303, headers: { location: "/docs" }, body: null }),
    },
    { method: "GET", path: "/health", open: true, handler: () => textReply(200, "ok\n") },
    {
      method: "GET",
      path: "/ready",
      open: true,
      handler: () => (isReady() ? textReply(200, "ready\n") : textReply(503, "loading\n")),
    },
    { method: "GET", path: "/metrics", handler: () => metricsReply(metrics, toolkit.figures()) },
  ];
  return origins.length === 0 ? routes : [...routes, ...preflights(routes, origins)];
}

/** A call by a name that is not there: the toolkit knows the nearest one. */
export function missedCall(toolkit: Toolkit): Handler {
  return async ({ parameter, caller }) => {
    const elsewhere = toolkit.tools.find(({ name }) => name === parameter);
    if (elsewhere !== undefined) throw unknownRoute(placeOf(elsewhere));
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
