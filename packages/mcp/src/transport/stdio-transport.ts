import type { Readable } from "node:stream";
import {
  INVALID_REQUEST,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import { hasTooManyValues } from "@pd/core/guard";
import { createLineReader } from "./line-reader.js";
import type { Output } from "./pure-stdout.js";

export interface StdioTransportOptions {
  readonly input: Readable;
  readonly output: Output;
  /** How long answers may still take once the input has ended. More than a call may take: each that was made is answered. */
  readonly answerMilliseconds?: number;
  /** How long whoever reads the last answers may take, once the input has ended and all are there. */
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
  const { input, output, answerMilliseconds = 65_000, lastMilliseconds = 1500 } = options;
  const lines = createLineReader({
    largest: LARGEST,
    onLine,
    onTooLong: () => report(new Error(`Passed over a line of more than ${LARGEST} bytes`)),
  });
  const unanswered = new Set<RequestId>();
  let tellClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    tellClosed = resolve;
  });
  let isOpen = true;
  let isEnding = false;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  /** How many messages still lie in this process: a pipe takes 64 KB, and the rest only when somebody reads. */
  let unwritten = 0;
  let room: Promise<void> | undefined;

  const transport: StdioTransport = { closed, start, send, close };
  return transport;

  async function start(): Promise<void> {
    input.on("data", lines.take);
    input.on("error", report);
    input.once("end", end);
    input.once("close", end);
    output.on("error", fail);
    if (input.readableEnded || input.destroyed) setImmediate(end);
  }

  function onLine(line: string): void {
    if (!isOpen) return;
    if (hasTooManyValues(line)) {
      report(new Error("Passed over a line with more values than any message has"));
      void write(invalidRequest(null));
      return;
    }
    let given: unknown;
    try {
      given = JSON.parse(line);
    } catch {
      report(new Error("Passed over a line that is not JSON"));
      return;
    }
    const message = messageIn(given);
    if (message === undefined) {
      report(new Error("Passed over a line that is not a JSON-RPC message"));
      for (const id of requestIdsIn(given)) void write(invalidRequest(id));
      return;
    }
    if ("id" in message && "method" in message && message.method !== "subscriptions/listen") unanswered.add(message.id);
    if (isCancellation(message)) unanswered.delete(message.params.requestId);
    transport.onmessage?.(message);
  }

  async function send(message: JSONRPCMessage): Promise<void> {
    if ("id" in message && !("method" in message) && message.id !== undefined) unanswered.delete(message.id);
    await write(message);
  }

  async function write(message: object): Promise<void> {
    if (!isOpen) return;
    unwritten += 1;
    closeIfDone();
    // Waiting for room keeps a slow reader from filling this process's memory.
    if (!output.write(`${JSON.stringify(message)}\n`, onWritten)) await hasRoom();
  }

  function onWritten(): void {
    unwritten -= 1;
    closeIfDone();
  }

  /** One wait for all: with a listener each, Node would warn of a leak. */
  function hasRoom(): Promise<void> {
    room ??= new Promise((resolve) => {
      const done = () => {
        output.off("drain", done);
        output.off("close", done);
        room = undefined;
        resolve();
      };
      output.once("drain", done);
      output.once("close", done);
    });
    return room;
  }

  function end(): void {
    if (isEnding) return;
    lines.end();
    isEnding = true;
    closeWithin(answerMilliseconds);
    closeIfDone();
  }

  function closeWithin(milliseconds: number): void {
    clearTimeout(deadline);
    deadline = setTimeout(() => void close(), milliseconds);
  }

  /** A slow machine may take its time to answer; a reader that has gone is not waited for. */
  function closeIfDone(): void {
    if (!isEnding || !isOpen || unanswered.size > 0) return;
    if (unwritten === 0) void close();
    else closeWithin(lastMilliseconds);
  }

  async function close(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    clearTimeout(deadline);
    input.off("data", lines.take);
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
  try {
    return parseJSONRPCMessage(given);
  } catch {
    return undefined;
  }
}

/**
 * Of what would have been requests; several messages in a list, which the protocol had once, are refused one by one. Null where the id is none:
 * so JSON-RPC has it, and so the SDK answers over HTTP.
 */
function requestIdsIn(given: unknown): readonly (RequestId | null)[] {
  return [given].flat().flatMap((one) => {
    const { id, method } = Object(one) as { readonly id?: unknown; readonly method?: unknown };
    if (method === undefined || id === undefined) return [];
    return [typeof id === "string" || Number.isSafeInteger(id) ? (id as RequestId) : null];
  });
}

function invalidRequest(id: RequestId | null): object {
  const message =
    "That is not a JSON-RPC 2.0 request. Send one object a line, with method, an id that is a text or a whole number, and params as an object.";
  return { jsonrpc: "2.0", id, error: { code: INVALID_REQUEST, message } };
}

function isCancellation(message: JSONRPCMessage): message is JSONRPCMessage & { params: { requestId: RequestId } } {
  return (
    "method" in message && message.method === "notifications/cancelled" && message.params?.["requestId"] !== undefined
  );
}
