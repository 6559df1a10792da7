import type { CallToolRequestParams, ServerContext } from "@modelcontextprotocol/server";
import { type Caller, isPdError, type Toolkit } from "@pd/core";
import { OPERATION_TOOLS } from "./operation-tools.js";
import { type ProgressOptions, startProgress } from "./progress.js";
import { withTimeLimit } from "./time-limit.js";
import type { ListedTool } from "./tool-list.js";
import type { Rendering } from "./tool-result.js";

export interface CallToolOptions {
  readonly toolkit: Toolkit;
  readonly tools: readonly ListedTool[];
  /** How long a call may take. */
  readonly milliseconds: number;
  readonly progress: ProgressOptions;
}

/** What a call needs of the connection it came by. */
export interface ToolContext {
  /** Who aborts it gives the call up. */
  readonly work: AbortController;
  readonly mcpReq: Pick<ServerContext["mcpReq"], "_meta" | "notify">;
  readonly http?: ServerContext["http"];
}

/** Throws a `PdError` of the code `tool-unknown` where there is no such tool; every other failure is a result. */
export type CallTool<Result> = (params: CallToolRequestParams, context: ToolContext) => Promise<Result>;

/** Hands a call to the toolkit. Whatever a model can mend comes back as a result. */
export function createCallTool<Result>(
  { toolkit, tools, milliseconds, progress }: CallToolOptions,
  rendering: Rendering<Result>,
): CallTool<Result> {
  const operations = new Map(OPERATION_TOOLS.map((tool) => [tool.name as string, tool]));
  const listed = new Map(tools.map((tool) => [tool.name, tool]));
  return async ({ name, arguments: given = {} }, context) => {
    const call = (input: unknown) =>
      withTimeLimit(milliseconds, context.work, (signal) =>
        toolkit.call(name, input, { caller: callerOf(context), signal }),
      );
    const stop = startProgress(context, progress);
    try {
      const operation = operations.get(name);
      if (operation === undefined)
        return rendering.output(await call(given), listed.get(name)?.outputSchema !== undefined);
      return rendering.answer((await call(withFormat(given, operation.format))) as object);
    } catch (error) {
      if (isPdError(error) && error.code === "tool-unknown") throw error;
      return rendering.failure(error);
    } finally {
      stop();
    }
  };
}

/** Who calls: over HTTP whoever the guard found, over stdio the process at the other end. */
export function callerOf({ http }: Pick<ToolContext, "http">): Caller {
  return http?.authInfo?.clientId ?? "process";
}

/** Packs of text come as text unless the call says otherwise (R6.3). */
function withFormat(given: Readonly<Record<string, unknown>>, format: "json" | "text"): unknown {
  return format === "json" || Object.hasOwn(given, "format") ? given : { ...given, format };
}
