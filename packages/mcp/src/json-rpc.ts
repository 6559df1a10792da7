import type { JSONRPCMessage } from "@modelcontextprotocol/server";

export type RequestId = string | number;

/** Codes of JSON-RPC's own errors. */
export const INVALID_REQUEST = -32600;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

/**
 * What came in as a message, if it is one. The SDK's schemas say the same of every value, which a test holds against this; they take longer, and
 * with them everything else of the SDK would be loaded before the first line is read.
 */
export function messageIn(given: unknown): JSONRPCMessage | undefined {
  if (!isObject(given) || given["jsonrpc"] !== "2.0") return undefined;
  const { id, method, params, result, error } = given;
  const fields = Object.keys(given).length;
  if (method !== undefined) {
    const known = 2 + Number(id !== undefined) + Number(params !== undefined);
    const isCall = typeof method === "string" && fields === known && (id === undefined || isId(id));
    return isCall && (params === undefined || isParams(params)) ? (given as unknown as JSONRPCMessage) : undefined;
  }
  const isAnswer =
    result === undefined
      ? isError(error) && (id === undefined || isId(id)) && fields === 2 + Number(id !== undefined)
      : isResult(result) && isId(id) && fields === 3;
  return isAnswer ? (given as unknown as JSONRPCMessage) : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** Under these names the protocol keeps words of its own in `_meta`. */
export const PROTOCOL_PREFIX = "io.modelcontextprotocol/";
const RELATED_TASK = `${PROTOCOL_PREFIX}related-task`;

function isParams(params: unknown): boolean {
  if (!isObject(params)) return false;
  const { _meta: meta } = params;
  if (meta === undefined) return true;
  if (!isObject(meta)) return false;
  const { progressToken, [RELATED_TASK]: task } = meta;
  const isTask = task === undefined || (isObject(task) && typeof task["taskId"] === "string");
  return isTask && (progressToken === undefined || isId(progressToken));
}

function isResult(result: unknown): boolean {
  return isObject(result) && (result["_meta"] === undefined || isObject(result["_meta"]));
}

function isError(error: unknown): boolean {
  return isObject(error) && Number.isSafeInteger(error["code"]) && typeof error["message"] === "string";
}
