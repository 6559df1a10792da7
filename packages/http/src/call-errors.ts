import { PdError } from "@pd/core";
import { REFUSAL_STATUS, type Refusal } from "@pd/core/guard";

export function timedOut(milliseconds: number): PdError {
  return new PdError("timed-out", `The call took longer than ${milliseconds} ms`, {
    fix: "Ask for less: a smaller tokenBudget, limit or maxNodes.",
  });
}

export function cancelledByClient(): PdError {
  return new PdError("cancelled", "The client went away before there was an answer");
}

export function unknownRoute(meant?: { readonly method: string; readonly path: string }): PdError {
  return new PdError("route-unknown", "There is nothing at this path", {
    where: "path",
    fix: meant === undefined ? "See /openapi.json or /docs for what there is." : `Use ${meant.method} ${meant.path}.`,
  });
}

export function wrongMethod(allowed: string): Refusal {
  const error = new PdError("method-not-allowed", "This path takes another method", {
    where: "method",
    fix: `Use ${allowed}.`,
  });
  return { error, status: 405, headers: { allow: allowed } };
}

export function notJson(): PdError {
  return new PdError("body-unsupported", "The body is not JSON by its content type", {
    where: "content-type",
    fix: "Send content-type: application/json.",
  });
}

export function allTaken(): Refusal {
  const error = new PdError("too-busy", "The server works on as many requests as it takes at once", {
    fix: "Try again in a second.",
  });
  return { error, status: REFUSAL_STATUS["too-busy"], headers: { "retry-after": "1" } };
}
