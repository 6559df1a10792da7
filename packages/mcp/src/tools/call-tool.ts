import type { CallToolRequestParams, CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { type Answer, type Caller, isPdError, type JsonSchema, type Operation, PdError, type Toolkit } from "@pd/core";
import { passedArguments } from "./passed-arguments.js";
import { type ProgressOptions, startProgress } from "./progress.js";
import { withTimeLimit } from "./time-limit.js";
import { answerResult, errorResult, structuredResult, toolResult } from "./tool-result.js";

export interface CallToolOptions {
  readonly toolkit: Toolkit;
  readonly operations: readonly Operation[];
  /** Whether there is a tool of that name for models. The toolkit may have more, for resources. */
  readonly isServed: (name: string) => boolean;
  /** What a tool has announced of what it gives back. */
  readonly outputSchemaOf: (name: string) => JsonSchema | undefined;
  /** Answers go out as `structuredContent`, and their JSON is what the budget counts. */
  readonly structured: boolean;
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
export type CallTool = (params: CallToolRequestParams, context: ToolContext) => Promise<CallToolResult>;

/** Hands a call to the toolkit. Whatever a model can mend comes back as a result. */
export function createCallTool(options: CallToolOptions): CallTool {
  const { toolkit, isServed, outputSchemaOf, structured, milliseconds, progress } = options;
  const operations = new Set(options.operations.map(({ name }) => name));
  return async ({ name, arguments: given = {} }, context) => {
    const call = (input: unknown) =>
      withTimeLimit(milliseconds, context.work, (signal) =>
        toolkit.call(name, passedArguments(input), { caller: callerOf(context), signal, whole: structured }),
      );
    if (!isServed(name)) throw unknownTool(name);
    const stop = startProgress(context, progress);
    try {
      if (!operations.has(name)) return toolResult(await call(given), outputSchemaOf(name) !== undefined);
      if (structured) return structuredResult((await call({ ...given, format: "json" })) as Answer);
      // Text unless the call says otherwise (R6.3): what was counted is what the model reads.
      return answerResult((await call({ format: "text", ...given })) as Answer);
    } catch (error) {
      if (isPdError(error) && error.code === "tool-unknown") throw error;
      return errorResult(error);
    } finally {
      stop();
    }
  };
}

function unknownTool(name: string): PdError {
  return new PdError("tool-unknown", "There is no tool of that name", {
    where: name.slice(0, 64),
    fix: "tools/list names those that there are.",
  });
}

/** Who calls: over HTTP whoever the guard found, over stdio the process at the other end. */
export function callerOf({ http }: Pick<ToolContext, "http">): Caller {
  return http?.authInfo?.clientId ?? "process";
}
