import type { Readable, Writable } from "node:stream";
import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { createLineReader } from "./line-reader.js";

export interface StdioTransportOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** How long answers may still take once the input has ended. */
  readonly lastMilliseconds?: number;
}

export interface StdioTransport extends Transport {
  /** Settles when nothing more will come in or go out. */
  readonly closed: Promise<void>;
}

/** A line that is larger than this is no message. */
const LARGEST = 10 * 2 ** 20;

/**
 * One message a line, in and out. A line that is no message is reported and passed over; where it says which request it would have been,
 * that one is answered with an error, so that nobody waits for it.
 * When the input ends, what was asked is still answered: `echo … | pd-mcp docs` is a client too.
 */
export function createStdioTransport(options: StdioTransportOptions): StdioTransport {
  const { input, output, lastMilliseconds = 1500 } = options;
  const take = createLineReader({
    largest: LARGEST,
    onLine,
    onTooLong: () => report(new Error(`Passed over a line of more than ${LARGEST} bytes`)),
  });
  const unanswered = new Set<string | number>();
  let tellClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    tellClosed = resolve;
  });
  let isOpen = true;
  let isEnding = false;
  let deadline: ReturnType<typeof setTimeout> | undefined;

  const transport: StdioTransport = { closed, start, send, close };
  return transport;

  async function start(): Promise<void> {
    input.on("data", take);
    input.on("error", report);
    input.once("end", end);
    input.once("close", end);
    output.on("error", fail);
    if (input.readableEnded || input.destroyed) setImmediate(end);
  }

  function onLine(line: string): void {
    if (!isOpen) return;
    let given: unknown;
    try {
      given = JSON.parse(line);
    } catch {
      report(new Error("Passed over a line that is no JSON"));
      return;
    }
    const message = messageIn(given);
    if (message === undefined) {
      report(new Error("Passed over a line that is no JSON-RPC message"));
      for (const id of requestIdsIn(given)) void send(invalidRequest(id));
      return;
    }
    if ("id" in message && "method" in message && message.method !== "subscriptions/listen") unanswered.add(message.id);
    if (isCancellation(message)) unanswered.delete(message.params.requestId);
    transport.onmessage?.(message);
  }

  async function send(message: JSONRPCMessage): Promise<void> {
    if (!isOpen) return;
    // Waiting for room keeps a slow reader from filling this process's memory.
    const hasRoom = output.write(serializeMessage(message));
    if ("id" in message && message.id !== undefined && !("method" in message)) unanswered.delete(message.id);
    if (!hasRoom) await new Promise<void>((resolve) => void waitForRoom(resolve));
    if (isEnding && unanswered.size === 0) await close();
  }

  function waitForRoom(resolve: () => void): void {
    const done = () => {
      output.off("drain", done);
      output.off("close", done);
      resolve();
    };
    output.once("drain", done);
    output.once("close", done);
  }

  function end(): void {
    if (isEnding) return;
    isEnding = true;
    if (unanswered.size === 0) void close();
    else deadline = setTimeout(() => void close(), lastMilliseconds);
  }

  async function close(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    clearTimeout(deadline);
    input.off("data", take);
    input.pause();
    transport.onclose?.();
    tellClosed();
  }

  function report(error: unknown): void {
    transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
  }

  function fail(error: unknown): void {
    report(error);
    void close();
  }
}

function messageIn(given: unknown): JSONRPCMessage | undefined {
  if (isPlainRequest(given)) return given;
  try {
    return parseJSONRPCMessage(given);
  } catch {
    return undefined;
  }
}

/** What nearly every line is, seen at a glance. The rest, and whatever is in doubt, is for the SDK's schemas to say, which takes longer. */
function isPlainRequest(given: unknown): given is JSONRPCRequest {
  if (!isObject(given) || given["jsonrpc"] !== "2.0" || typeof given["method"] !== "string" || !isId(given["id"]))
    return false;
  const { params } = given;
  if (!isObject(params) || Object.keys(given).length !== 4) return false;
  const { _meta: meta } = params;
  if (meta === undefined) return true;
  return isObject(meta) && meta["progressToken"] === undefined && !Object.hasOwn(meta, RELATED_TASK);
}

const RELATED_TASK = "io.modelcontextprotocol/related-task";

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** Of what would have been requests; several messages in a list, which the protocol had once, are refused one by one. */
function requestIdsIn(given: unknown): readonly (string | number)[] {
  return [given].flat().flatMap((one) => {
    const { id, method } = Object(one) as { readonly id?: unknown; readonly method?: unknown };
    return method !== undefined && isId(id) ? [id] : [];
  });
}

function invalidRequest(id: string | number): JSONRPCMessage {
  const message = "That is no JSON-RPC 2.0 request. Send one object a line, with method and, as an object, params.";
  return { jsonrpc: "2.0", id, error: { code: ProtocolErrorCode.InvalidRequest, message } };
}

function isCancellation(
  message: JSONRPCMessage,
): message is JSONRPCMessage & { params: { requestId: string | number } } {
  return (
    "method" in message && message.method === "notifications/cancelled" && message.params?.["requestId"] !== undefined
  );
}
