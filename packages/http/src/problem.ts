import { isPdError, PdError, type PdErrorCode } from "@pd/core";
import { REFUSAL_STATUS, type Refusal } from "@pd/core/guard";
import type { Reply } from "./reply.js";

/** The client went away: no status is sent, and logs have one that says so. */
const CLIENT_GONE = 499;

/** The status of every code. A code without one does not compile. */
export const STATUS = {
  ...REFUSAL_STATUS,
  "request-invalid": 400,
  "route-unknown": 404,
  "method-not-allowed": 405,
  "tool-unknown": 404,
  "node-unknown": 404,
  "graph-unknown": 404,
  "session-unknown": 404,
  "skill-unknown": 404,
  "path-escapes-root": 403,
  "content-changed": 409,
  "expansion-required": 409,
  "section-closed": 409,
  "budget-too-small": 422,
  "file-too-large": 422,
  "skill-invalid": 422,
  "skill-unapproved": 403,
  "prompt-invalid": 422,
  "prompt-not-rendered": 422,
  "tool-failed": 500,
  "content-invalid": 500,
  "content-unreadable": 500,
  "counter-unavailable": 500,
  "mount-invalid": 500,
  "configuration-invalid": 500,
  "file-unwritable": 500,
  "model-failed": 502,
  "prompt-not-evaluated": 502,
  "vault-unreadable": 503,
  "timed-out": 504,
  cancelled: CLIENT_GONE,
} as const satisfies Readonly<Record<PdErrorCode, number>>;

export const PROBLEM_TYPE = "application/problem+json; charset=utf-8";

/** RFC 9457, with what pd knows beside: the code, the field at fault and the fix. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The request's id, to be found again in the log. */
  readonly instance?: string;
  readonly code: PdErrorCode;
  readonly field?: string;
  readonly fix?: string;
}

export function problemOf(error: PdError, requestId?: string): Problem {
  const { code, message, where, fix } = error;
  return {
    type: `urn:pd:error:${code}`,
    title: titleOf(code),
    status: STATUS[code],
    detail: message,
    ...(requestId === undefined ? {} : { instance: `urn:pd:request:${requestId}` }),
    code,
    ...(where === undefined ? {} : { field: where }),
    ...(fix === undefined ? {} : { fix }),
  };
}

function titleOf(code: PdErrorCode): string {
  const words = code.replaceAll("-", " ");
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}

export function problemReply(error: PdError, requestId: string, headers: Readonly<Record<string, string>> = {}): Reply {
  const problem = problemOf(error, requestId);
  return {
    status: problem.status,
    headers: { "content-type": PROBLEM_TYPE, "cache-control": "no-store", ...headers },
    body: JSON.stringify(problem),
  };
}

/** A refusal of the guard's, thrown where there is no other way out. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.error.message);
    this.refusal = refusal;
  }
}

/** Whatever was thrown, as something that may be told. A foreign message is not repeated: it may quote content. */
export function asPdError(thrown: unknown): PdError {
  if (isPdError(thrown)) return thrown;
  return new PdError("tool-failed", "The request failed for a reason of the server's own", {
    cause: thrown,
    fix: "Look for the request's id in the server's log.",
  });
}
