import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { INTERNAL_ERROR, type RequestId } from "./json-rpc.js";
import type { Parts } from "./parts.js";
import { createQuickAnswers } from "./quick-answers.js";

/** A transport that can also send what is written already. */
export interface WritingTransport extends Transport {
  /** `answers`: the request that this is the answer to. */
  sendWritten(json: string, answers?: RequestId): Promise<void>;
}

export interface ConnectionOptions {
  readonly parts: Parts;
  /** Serves a transport with all of the protocol. */
  readonly serve: (transport: Transport) => Promise<{ close(): Promise<void> }>;
  readonly onError: (error: Error) => void;
  readonly onClose: () => void;
}

/** One client. What it asks is answered at once where that can be done without the SDK, and handed to it otherwise. */
export interface Connection {
  /** Settles when the SDK knows of the client, so that it can tell it something; at once where there is nobody to tell. */
  wake(): Promise<void>;
  close(): Promise<void>;
}

export function createConnection(wire: Transport | WritingTransport, options: ConnectionOptions): Connection {
  const { parts, serve, onError, onClose } = options;
  const quick = createQuickAnswers({ parts, send: (json, answers) => void written(json, answers).catch(onError) });
  const behind = createBehind(wire);
  let handing: Promise<{ close(): Promise<void> }> | undefined;

  wire.onmessage = (message) => {
    if (quick.take(message)) return;
    // The SDK would do nothing about a notification that it has no use for, so it is not woken for one.
    const isIdle = handing === undefined && quick.opening.length > 0;
    if (isIdle && "method" in message && !("id" in message)) return;
    behind.queue(message);
    handOver();
  };
  wire.onerror = (error) => (handing === undefined ? onError(error) : behind.transport.onerror?.(error));
  wire.onclose = () => {
    quick.close();
    behind.transport.onclose?.();
    onClose();
  };
  wire.start().catch(onError);
  return {
    async wake() {
      if (quick.opening.length > 0) handOver();
      await handing;
    },
    async close() {
      const served = await handing?.catch(() => undefined);
      await (served ?? wire).close();
    },
  };

  function written(json: string, answers: RequestId | undefined): Promise<void> {
    return "sendWritten" in wire ? wire.sendWritten(json, answers) : wire.send(JSON.parse(json));
  }

  /** The SDK hears what it missed, then all that has come for it meanwhile. */
  function handOver(): void {
    if (handing !== undefined) return;
    handing = serve(behind.transport).then(async (served) => {
      await behind.deliver(quick.opening);
      return served;
    });
    handing.catch((error) => {
      onError(error);
      behind.refuse();
    });
  }
}

interface Behind {
  /** What the SDK takes for the connection. */
  readonly transport: Transport;
  /** For the SDK, when it has heard the opening. */
  queue(message: JSONRPCMessage): void;
  /** The opening, whose answer the client has already; then what is queued, and from now on everything at once. */
  deliver(opening: readonly JSONRPCMessage[]): Promise<void>;
  /** There is no SDK to be had: its files are gone, since a newer version was installed. Whoever asks for it hears that, and does not wait. */
  refuse(): void;
}

const UNAVAILABLE = "The part of this server that answers that could not be loaded. Start the server anew.";

function createBehind(wire: Transport): Behind {
  let queued: JSONRPCMessage[] | undefined = [];
  let repeated: { readonly id: RequestId; readonly answered: () => void } | undefined;
  const transport: Transport = {
    start: async () => undefined,
    async send(message, sending) {
      if (repeated !== undefined && "id" in message && message.id === repeated.id && !("method" in message)) {
        repeated.answered();
        repeated = undefined;
        return;
      }
      await wire.send(message, sending);
    },
    close: () => wire.close(),
  };
  return {
    transport,
    queue(message) {
      if (queued === undefined) transport.onmessage?.(message);
      else queued.push(message);
    },
    async deliver(opening) {
      for (const message of opening) {
        const answered = "id" in message && message.id !== undefined ? answerTo(message.id) : undefined;
        transport.onmessage?.(message);
        await answered;
      }
      flush();
    },
    refuse() {
      transport.onmessage = (message) => {
        if (!("method" in message) || !("id" in message)) return;
        const error = { code: INTERNAL_ERROR, message: UNAVAILABLE };
        wire.send({ jsonrpc: "2.0", id: message.id, error }).catch(() => undefined);
      };
      flush();
    },
  };

  function flush(): void {
    const waiting = queued ?? [];
    queued = undefined;
    for (const message of waiting) transport.onmessage?.(message);
  }

  function answerTo(id: RequestId): Promise<void> {
    return new Promise((answered) => {
      repeated = { id, answered };
    });
  }
}
