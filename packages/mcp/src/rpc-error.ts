import { isPdError, type PdErrorCode } from "@pd/core";
import { INTERNAL_ERROR, INVALID_PARAMS } from "./json-rpc.js";

type Fault = "asked wrongly" | "not there" | "our own";

/** Whose fault a failure is, where the protocol has no result to say it in: resources, prompts, completion. */
const FAULT: Readonly<Record<PdErrorCode, Fault>> = {
  "input-invalid": "asked wrongly",
  "tool-unknown": "asked wrongly",
  "tool-failed": "our own",
  "node-unknown": "not there",
  "graph-unknown": "not there",
  "session-unknown": "asked wrongly",
  "budget-too-small": "asked wrongly",
  "content-invalid": "our own",
  "content-changed": "our own",
  "content-unreadable": "our own",
  "counter-unavailable": "our own",
  "path-escapes-root": "asked wrongly",
  "file-too-large": "our own",
  "vault-unreadable": "our own",
  "mount-invalid": "our own",
  "configuration-invalid": "our own",
  "skill-unknown": "not there",
  "skill-invalid": "our own",
  "skill-unapproved": "our own",
  "host-refused": "asked wrongly",
  "origin-refused": "asked wrongly",
  "token-refused": "asked wrongly",
  "rate-exceeded": "asked wrongly",
  "too-busy": "our own",
  "body-too-large": "asked wrongly",
  "body-too-slow": "asked wrongly",
  "body-unsupported": "asked wrongly",
  "request-invalid": "asked wrongly",
  "route-unknown": "asked wrongly",
  "method-not-allowed": "asked wrongly",
  "file-unwritable": "our own",
  "prompt-invalid": "our own",
  "prompt-not-rendered": "asked wrongly",
  "prompt-not-evaluated": "our own",
  "model-failed": "our own",
  "expansion-required": "asked wrongly",
  "section-closed": "asked wrongly",
  "timed-out": "our own",
  cancelled: "our own",
};

/** A failure as JSON-RPC has it. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A failure as the protocol words it, with the code, the place and the fix as its data. A cause stays here: it may quote content. */
export function rpcErrorOf(error: unknown): RpcError {
  if (!isPdError(error)) return { code: INTERNAL_ERROR, message: "It failed" };
  const { message, fix } = error;
  return {
    code: FAULT[error.code] === "our own" ? INTERNAL_ERROR : INVALID_PARAMS,
    message: fix === undefined ? message : `${message}. ${fix}`,
    data: error.toJSON(),
  };
}

/** What was asked for does not exist. */
export function isAbsence(error: unknown): boolean {
  return isPdError(error) && FAULT[error.code] === "not there";
}
