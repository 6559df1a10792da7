import {
  type CallToolRequestParams,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type Caller, isPdError, type Toolkit } from "@pd/core";
import { OPERATION_TOOLS } from "./operation-tools.js";
import { type ProgressOptions, startProgress } from "./progress.js";
import { withTimeLimit } from "./time-limit.js";
import type { ListedTool } from "./tool-list.js";
import { answerResult, errorResult, toolResult } from "./tool-result.js";

export interface CallToolOptions {
  readonly toolkit: Toolkit;
  readonly tools: readonly ListedTool[];
  /** How long a call may take. */
  readonly milliseconds: number;
  readonly progress: ProgressOptions;
}

export type CallTool = (params: CallToolRequestParams, context: ServerContext) => Promise<CallToolResult>;

/** Hands a call to the toolkit. Whatever a model can mend comes back as a result; only a tool that does not exist is a protocol error. */
export function createCallTool({ toolkit, tools, milliseconds, progress }: CallToolOptions): CallTool {
  const operations = new Map(OPERATION_TOOLS.map((tool) => [tool.name as string, tool]));
  const listed = new Map(tools.map((tool) => [tool.name, tool]));
  return async ({ name, arguments: given = {} }, context) => {
    const call = (input: unknown) =>
      withTimeLimit(milliseconds, context.mcpReq.signal, (signal) =>
        toolkit.call(name, input, { caller: callerOf(context), signal }),
      );
    const stop = startProgress(context, progress);
    try {
      const operation = operations.get(name);
      if (operation === undefined) return toolResult(await call(given), listed.get(name)?.outputSchema !== undefined);
      return answerResult((await call(withFormat(given, operation.format))) as object);
    } catch (error) {
      if (isPdError(error) && error.code === "tool-unknown") {
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `${error.message}. ${error.fix ?? ""}`,
          error.toJSON(),
        );
      }
      return errorResult(error);
    } finally {
      stop();
    }
  };
}

/** Who calls: over HTTP whoever the guard found, over stdio the process at the other end. */
export function callerOf({ http }: ServerContext): Caller {
  return http?.authInfo?.clientId ?? "process";
}

/** Packs of text come as text unless the call says otherwise (R6.3). */
function withFormat(given: Readonly<Record<string, unknown>>, format: "json" | "text"): unknown {
  return format === "json" || Object.hasOwn(given, "format") ? given : { ...given, format };
}
