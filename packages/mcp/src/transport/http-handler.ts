import type { PdError } from "@pd/core";
import {
  type BodyLimits,
  createBodyReader,
  createGuard,
  createSlots,
  type GuardOptions,
  type Peer,
  parseJson,
} from "@pd/core/guard";
import type { PdMcpServer } from "../server/create-mcp-server.js";
import { passable } from "../tools/passed-arguments.js";

export interface HttpHandlerOptions extends GuardOptions {
  /** Where the endpoint is. `/mcp` if it is not given. */
  readonly path?: string;
  readonly body?: Partial<BodyLimits>;
  /** How many requests are worked on at a time. */
  readonly maxRequests?: number;
}

export type HttpHandler = (request: Request, peer?: Peer) => Promise<Response>;

/** Streamable HTTP behind core's guard: the SDK's handler looks at neither Host nor Origin nor token, so nothing reaches it unchecked. */
export function createHttpHandler(server: PdMcpServer, options: HttpHandlerOptions = {}): HttpHandler {
  const { path = "/mcp", body = {}, maxRequests = 256, ...guarding } = options;
  const guard = createGuard(guarding);
  const readBody = createBodyReader(body);
  const slots = createSlots(maxRequests);
  return async (request, peer) => {
    const admission = await guard.admit(request, peer);
    if ("refused" in admission) return refuse(admission.refused);
    if (new URL(request.url).pathname !== path) return problem({ status: 404, code: -32000, message: `Use ${path}` });
    if (request.method !== "POST") return server.answer(request, { caller: admission.caller });
    if (!isJson(request)) return problem({ status: 415, code: -32000, message: "Send application/json" });
    const leave = slots.take();
    if (leave === undefined) return problem({ status: 503, code: -32000, message: "Too many requests at a time" });
    try {
      const read = await readBody(request);
      if ("refused" in read) return refuse(read.refused);
      const parsed = parseJson(read.bytes);
      if ("refused" in parsed) return problem({ status: 400, code: -32700, ...worded(parsed.refused.error) });
      return await server.answer(bodiless(request), { caller: admission.caller, body: passable(parsed.value) });
    } finally {
      leave();
    }
  };
}

/** The body has been read; what is left is what the SDK looks at, and the signal that says that the client has gone. */
function bodiless({ url, headers, signal }: Request): Request {
  return new Request(url, { method: "POST", headers, signal });
}

const UTF_8 = /^charset\s*=\s*"?utf-?8"?$/;

function isJson({ headers }: Request): boolean {
  const [type, ...parameters] = (headers.get("content-type") ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  // In another alphabet the bytes would be another text to whoever reads them as they say.
  return type === "application/json" && parameters.every((one) => !one.startsWith("charset") || UTF_8.test(one));
}

interface Problem {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** As JSON-RPC words it: a client reads nothing else. */
function problem({ status, code, message, data, headers = {} }: Problem): Response {
  const error = data === undefined ? { code, message } : { code, message, data };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status, headers: { ...headers } });
}

export function refuse({
  error,
  status,
  headers,
}: {
  error: PdError;
  status: number;
  headers: Readonly<Record<string, string>>;
}) {
  return problem({ status, code: -32000, headers, ...worded(error) });
}

function worded(error: PdError): Pick<Problem, "message" | "data"> {
  return { message: error.fix === undefined ? error.message : `${error.message}. ${error.fix}`, data: error.toJSON() };
}
