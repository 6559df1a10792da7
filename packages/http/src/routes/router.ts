import { type Context, Hono } from "hono";
import type { HttpRequest, Runtime } from "../runtime.js";
import { unknownRoute, wrongMethod } from "./call-errors.js";
import type { Handler, Incoming, Route } from "./exchange.js";
import { asPdError, problemReply, Refused } from "./problem.js";
import { toResponse } from "./reply.js";
import type { MethodRoute } from "./routes.js";

type Exchanging = (route: Route, incoming: Incoming, parameter?: string) => Promise<Response>;

interface Environment {
  readonly Bindings: Incoming;
}

const CALL = /^(?<form>\/api\/(?:skillgraph|tools)\/)(?<name>[^/]+)$/;

/**
 * From a request to its route. One handler at most matches a request, so that no chain of them is walked.
 * Also what is not there goes through the guard first: a stranger learns nothing by trying.
 */
export function createRouter(routes: readonly MethodRoute[], missedCall: Handler, exchange: Exchanging) {
  const hono = new Hono<Environment>();
  for (const route of routes) {
    hono.on(route.method, route.path, (context) => exchange(route, context.env, context.req.param("id")));
  }
  // Nothing is thrown this far unless something around the routes is broken; it is still a problem in the same form.
  hono.onError((error) => toResponse(problemReply(asPdError(error), crypto.randomUUID())));
  const missed = missesOf(routes, missedCall);
  hono.notFound((context) => {
    const { path } = context.req;
    return exchange(missed(path), context.env, nameIn(context));
  });
  return async (request: HttpRequest, runtime: Runtime): Promise<Response> =>
    // The router looks at nothing but the method and the address; the rest is handed on as it came.
    hono.fetch(request as Request, { request, runtime });
}

/** What to say where no route is: another method, a name that is no tool's, or nothing at all. */
function missesOf(routes: readonly MethodRoute[], missedCall: Handler): (path: string) => Route {
  const refusals = [...methodsByPath(routes)].map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/:id$/, "[^/]+")}$`),
    route: { path, handler: throwing(() => new Refused(wrongMethod(methods.join(", ")))) },
  }));
  const nowhere: Route = { path: "unknown", handler: throwing(() => unknownRoute()) };
  return (path) => {
    const refusal = refusals.find(({ pattern }) => pattern.test(path));
    if (refusal !== undefined) return refusal.route;
    const form = CALL.exec(path)?.groups?.["form"];
    return form === undefined ? nowhere : { path: `${form}:name`, handler: missedCall };
  };
}

function throwing(error: () => Error): Handler {
  return () => {
    throw error();
  };
}

function nameIn(context: Context<Environment>): string {
  const name = CALL.exec(context.req.path)?.groups?.["name"] ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function methodsByPath(routes: readonly MethodRoute[]): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, readonly string[]>();
  for (const { path, method } of routes) methods.set(path, [...(methods.get(path) ?? []), method]);
  return methods;
}
