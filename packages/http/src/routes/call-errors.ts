import { errorKind, PdError } from "@pd/core";
import type { Refusal } from "@pd/core/guard";
import { HTTP_ERRORS } from "./http-errors.js";

export function timedOut(milliseconds: number): PdError {
  return new PdError("timed-out", `The call took longer than ${milliseconds} ms`, {
    fix: "Ask for less: a smaller tokenBudget, limit or maxNodes.",
  });
}

export function cancelledByClient(): PdError {
  return new PdError("cancelled", "The client went away before there was an answer");
}

export function unknownRoute(meant?: { readonly method: string; readonly path: string }): PdError {
  return new PdError(HTTP_ERRORS["route-unknown"], "There is nothing at this path", {
    where: "path",
    fix: meant === undefined ? "See /openapi.json or /docs for what there is." : `Use ${meant.method} ${meant.path}.`,
  });
}

export function wrongMethod(allowed: string): Refusal {
  const error = new PdError(HTTP_ERRORS["method-not-allowed"], "This path takes another method", {
    where: "method",
    fix: `Use ${allowed}.`,
  });
  return refused(error, { allow: allowed });
}

export function notJson(): PdError {
  return new PdError("body-unsupported", "The body is not JSON by its content type", {
    where: "content-type",
    fix: "Send content-type: application/json.",
  });
}

/** Without tokens all callers are one, and each would hear what the others ask. */
export function listeningNeedsToken(): Refusal {
  const error = new PdError("token-refused", "A server without a token cannot tell whose calls you may hear", {
    where: "authorization",
    fix: "Start the server with a token (PD_TOKEN=… pd-http …) and send it: Authorization: Bearer <token>.",
  });
  return refused(error, { "www-authenticate": 'Bearer realm="pd"' });
}

export function tooFarBehind(bytes: number): PdError {
  return new PdError("too-busy", `The listener left more than ${bytes} bytes unread`, {
    fix: "Listen again, and read faster.",
  });
}

export function allTaken(): Refusal {
  const error = new PdError("too-busy", "The server works on as many requests as it takes at once", {
    fix: "Try again in a second.",
  });
  return refused(error, { "retry-after": "1" });
}

function refused(error: PdError, headers: Refusal["headers"]): Refusal {
  return { error, status: errorKind(error).status, headers };
}
