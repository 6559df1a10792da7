import { ProtocolError, type ServerContext } from "@modelcontextprotocol/server";
import { type OpenTelemetryApi, type SpanAttributes, withDoorSpan } from "@pd/core";
import { ERROR_META } from "../tools/tool-result.js";

/** What a request is about, where it is about one thing. */
export interface RequestTarget {
  readonly tool?: string;
  readonly prompt?: string;
  readonly resource?: string;
}

export type RequestContext = Pick<ServerContext, "http"> & {
  readonly mcpReq: Pick<ServerContext["mcpReq"], "_meta" | "id" | "method">;
};

/** Runs the handler of a request. */
export type InRequestSpan = <Result extends object>(
  context: RequestContext,
  target: RequestTarget,
  work: () => Promise<Result>,
) => Promise<Result>;

/**
 * A span for each request that reads something, by OpenTelemetry's conventions for MCP: it continues the trace in the request's `_meta`, and
 * core's span of the call is its child. Without anybody who receives spans it is the work alone.
 */
export function requestSpans(api: OpenTelemetryApi | undefined): InRequestSpan {
  if (api === undefined) return (_context, _target, work) => work();
  return (context, target, work) => {
    const { method, _meta } = context.mcpReq;
    // An address is one of many: in a name it would make as many kinds of spans.
    const named = target.tool ?? target.prompt;
    const carried = new Map(Object.entries(_meta ?? {}));
    const door = {
      tracer: "@pd/mcp",
      name: named === undefined ? method : `${method} ${named}`,
      attributes: attributesOf(context, target),
      carried(name: string) {
        const value = carried.get(name);
        return typeof value === "string" ? value : undefined;
      },
    };
    return withDoorSpan(api, door, async (span) => {
      const result = await work().catch((error: unknown) => {
        span.setAttributes(failureOf(error));
        throw error;
      });
      const refused = refusalIn(result);
      if (refused !== undefined) {
        span.setAttributes({ "error.type": "tool_error", "pd.error.code": refused });
        span.setStatus({ code: api.SpanStatusCode.ERROR });
      }
      span.end();
      return result;
    });
  };
}

function attributesOf({ mcpReq, http }: RequestContext, { tool, prompt, resource }: RequestTarget): SpanAttributes {
  return {
    "mcp.method.name": mcpReq.method,
    "jsonrpc.request.id": String(mcpReq.id),
    "network.transport": http === undefined ? "pipe" : "tcp",
    ...(tool === undefined ? {} : { "gen_ai.tool.name": tool }),
    ...(prompt === undefined ? {} : { "gen_ai.prompt.name": prompt }),
    ...(resource === undefined ? {} : { "mcp.resource.uri": resource }),
  };
}

function failureOf(error: unknown): SpanAttributes {
  if (!(error instanceof ProtocolError)) return { "error.type": "_OTHER" };
  return { "error.type": String(error.code), "rpc.response.status_code": String(error.code) };
}

/** The code of a failure that went out as a result. */
function refusalIn(result: object): string | undefined {
  if (!("isError" in result) || result.isError !== true || !("_meta" in result)) return undefined;
  const error = new Map(Object.entries(Object(result._meta))).get(ERROR_META);
  return String(Object(error).code);
}
