import { INTERNAL_ERROR, INVALID_PARAMS } from "@modelcontextprotocol/server";
import { errorJson, errorKind, isPdError } from "@pd/core";

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
    code: errorKind(error).fault === "host" ? INTERNAL_ERROR : INVALID_PARAMS,
    message: fix === undefined ? message : `${message}. ${fix}`,
    data: errorJson(error),
  };
}

/** What was asked for does not exist. */
export function isAbsence(error: unknown): boolean {
  return isPdError(error) && errorKind(error).fault === "absent";
}
