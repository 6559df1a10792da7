import { errorKind, isPdError, PdError, type PdErrorCode } from "@pd/core";
import type { Refusal } from "@pd/core/guard";
import type { Reply } from "./reply.js";

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
    status: errorKind(error).status,
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
