import { PdError, type Toolkit } from "@pd/core";
import type { Handler } from "./exchange.js";
import { jsonReply } from "./reply.js";

/** Ends a session. One that never was, has expired or is another caller's reads the same. */
export function deleteSession(toolkit: Toolkit): Handler {
  return async ({ parameter, caller }) => {
    if (await toolkit.endSession(parameter, caller)) return { status: 204, headers: {}, body: null };
    throw unknownSession();
  };
}

/** What the session has seen and left out, and what to do better. */
export function reportSession(toolkit: Toolkit): Handler {
  return async ({ parameter, caller }) =>
    jsonReply(JSON.stringify(await toolkit.sessionReport(parameter, caller)), { "cache-control": "no-store" });
}

/** The session that `Pd-Session` names, for who would rather not write it into an address. */
export function sessionOfHeader(handler: Handler): Handler {
  return (exchange) => {
    const parameter = exchange.request.headers.get("pd-session");
    if (parameter === null) throw unknownSession();
    return handler({ ...exchange, parameter });
  };
}

function unknownSession(): PdError {
  return new PdError("session-unknown", "That session is unknown or has expired", {
    where: "session",
    fix: 'Call with session "new" and use the id that comes back.',
  });
}
