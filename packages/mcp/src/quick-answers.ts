import type { JSONRPCMessage, JSONRPCNotification, JSONRPCRequest } from "@modelcontextprotocol/server";
import { capabilitiesOf } from "./capabilities.js";
import { isId, isObject, PROTOCOL_PREFIX, type RequestId } from "./json-rpc.js";
import { OPERATION_TOOLS } from "./operation-tools.js";
import type { Parts } from "./parts.js";
import { plainVersionIn } from "./plain-initialize.js";
import { rpcErrorOf } from "./rpc-error.js";

export interface QuickAnswersOptions {
  readonly parts: Parts;
  /** Sends a message that is written already; with the id of the request that it answers, if it answers one. */
  readonly send: (json: string, answers?: RequestId) => void;
}

export interface QuickAnswers {
  /** Whether the message is dealt with here. */
  take(message: JSONRPCMessage): boolean;
  /** What has been dealt with here and whoever takes over has to know. */
  readonly opening: readonly JSONRPCMessage[];
  /** Nobody waits any more. */
  close(): void;
}

type Params = NonNullable<JSONRPCRequest["params"]>;

interface Call {
  readonly work: AbortController;
  /** Not the same as whether its work goes on: what has run out of time is answered, and with that. */
  isAwaited: boolean;
}

/**
 * Answers what nearly every message asks for without the SDK: `initialize` as clients before 2026-07-28 send it, `ping`, the list of tools, and
 * calls of operations. The answers are those that the SDK gives, to the byte, which tests check; loading it and its schemas would take twice as
 * long as everything else of a start. Whatever is in any way unusual is left to it.
 */
export function createQuickAnswers({ parts, send }: QuickAnswersOptions): QuickAnswers {
  const opening: JSONRPCMessage[] = [];
  const working = new Map<RequestId, Call>();
  const operations = new Set(quickTools(parts));
  let isFirst = true;

  return { take, opening, close: () => working.forEach(giveUp) };

  function take(message: JSONRPCMessage): boolean {
    const isOpening = isFirst;
    isFirst = false;
    // One whose id is none is no request, nor a notification: a transport that lets it through leaves it to the SDK.
    if (!("method" in message) || ("id" in message && !isId(message.id))) return false;
    const { params = {} } = message;
    if (!isPlainMeta(params["_meta"])) return false;
    if (isOpening) return "id" in message && initialize(message, params);
    if (opening.length === 0) return false;
    return "id" in message ? request(message, params) : notification(message, params);
  }

  function initialize(message: JSONRPCRequest, params: Params): boolean {
    const protocolVersion = message.method === "initialize" ? plainVersionIn(params) : undefined;
    if (protocolVersion === undefined) return false;
    const { info: serverInfo, instructions } = parts;
    const capabilities = capabilitiesOf(parts, { isTold: true });
    opening.push(message);
    answer(message.id, JSON.stringify({ protocolVersion, capabilities, serverInfo, instructions }));
    return true;
  }

  function request({ id, method }: JSONRPCRequest, params: Params): boolean {
    switch (method) {
      case "ping":
        if (!hasOnly(params, [])) return false;
        answer(id, "{}");
        return true;
      case "tools/list":
        if (!hasOnly(params, []) || operations.size !== parts.tools.length) return false;
        answer(id, JSON.stringify({ tools: parts.tools }));
        return true;
      case "tools/call":
        return callTool(id, params);
      default:
        return false;
    }
  }

  function callTool(id: RequestId, params: Params): boolean {
    const { name, arguments: given = {}, _meta } = params;
    if (typeof name !== "string" || !operations.has(name) || !hasOnly(params, ["name", "arguments"])) return false;
    // A field of that name would be the only one that the SDK leaves out.
    if (!isObject(given) || Object.hasOwn(given, "__proto__")) return false;
    const call: Call = { work: new AbortController(), isAwaited: true };
    working.set(id, call);
    const mcpReq = _meta === undefined ? { notify } : { notify, _meta };
    parts
      .callToolAsJson({ name, arguments: given }, { work: call.work, mcpReq })
      .then(
        (result) => {
          if (call.isAwaited) answer(id, result);
        },
        (error) => {
          if (call.isAwaited) fail(id, error);
        },
      )
      .finally(() => {
        if (working.get(id) === call) working.delete(id);
      });
    return true;
  }

  function notification(message: JSONRPCNotification, { requestId }: Params): boolean {
    switch (message.method) {
      case "notifications/initialized":
        if (opening.length > 1) return false;
        opening.push(message);
        return true;
      case "notifications/cancelled": {
        const call = isId(requestId) ? working.get(requestId) : undefined;
        if (call !== undefined) giveUp(call);
        return call !== undefined;
      }
      default:
        return false;
    }
  }

  /** In the order in which the SDK writes them. */
  function answer(id: RequestId, result: string): void {
    send(`{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`, id);
  }

  function fail(id: RequestId, error: unknown): void {
    send(JSON.stringify({ jsonrpc: "2.0", id, error: rpcErrorOf(error) }), id);
  }

  async function notify(notification: object): Promise<void> {
    send(JSON.stringify({ jsonrpc: "2.0", ...notification }));
  }
}

function giveUp(call: Call): void {
  call.isAwaited = false;
  call.work.abort();
}

/** The operations that are listed: a tool of a mount may say anything about what it gives back, and the SDK makes of that what the era allows. */
function quickTools({ tools }: Parts): readonly string[] {
  const names: ReadonlySet<string> = new Set(OPERATION_TOOLS.map(({ name }) => name));
  return tools.flatMap(({ name }) => (names.has(name) ? [name] : []));
}

/** Without any word of the protocol's own: those belong to another era. */
function isPlainMeta(meta: unknown): boolean {
  return meta === undefined || !Object.keys(Object(meta)).some((name) => name.startsWith(PROTOCOL_PREFIX));
}

function hasOnly(params: Params, names: readonly string[]): boolean {
  return Object.keys(params).every((name) => name === "_meta" || names.includes(name));
}
