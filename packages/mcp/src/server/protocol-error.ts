import { ProtocolError, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { isPdError } from "@pd/core";
import { isAbsence, rpcErrorOf } from "./rpc-error.js";

/** A failure as the SDK takes it. */
export function protocolError(error: unknown, uri?: string): unknown {
  // The SDK's own errors say what they have to.
  if (error instanceof ProtocolError) return error;
  const { code, message, data } = rpcErrorOf(error);
  if (uri === undefined || !isPdError(error)) return new ProtocolError(code, message, data);
  if (isAbsence(error)) return new ResourceNotFoundError(uri, message);
  return new ProtocolError(code, message, { ...error.toJSON(), uri });
}

/** Runs something for the SDK: whatever it throws is worded as the protocol words it. */
export async function guarded<Value>(run: () => Promise<Value>, uri?: string): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    throw protocolError(error, uri);
  }
}
