import type { McpServerFactory, Server, Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { passable } from "../tools/passed-arguments.js";
import type { Parts } from "./parts.js";
import { createProtocolServer } from "./protocol-server.js";
import { listenedUris } from "./watched.js";

interface Connection {
  readonly server: Server;
  readonly isLegacy: boolean;
  readonly subscribed: ReadonlySet<string>;
}

export interface ConnectionsOptions {
  readonly parts: Parts;
  /** A client wants to hear of this resource. */
  readonly watch: (uri: string) => void;
  readonly onError: (error: Error) => void;
}

export interface Connections {
  serve(transport: Transport): void;
  /** Sends to each that is open; what it gives back is not waited for. */
  tell(send: (server: Server, isSubscribed: (uri: string) => boolean) => Promise<void> | undefined): void;
  close(): Promise<void>;
}

/** The connections that are open, each pinned to the era its client speaks. */
export function createConnections({ parts, watch, onError }: ConnectionsOptions): Connections {
  const open = new Set<Connection>();
  const handles = new Set<{ close(): Promise<void> }>();
  const factory: McpServerFactory = async ({ era }) => {
    const subscribed = new Set<string>();
    const product = await createProtocolServer(parts, {
      subscribe(uri) {
        subscribed.add(uri);
        watch(uri);
      },
      unsubscribe: (uri) => void subscribed.delete(uri),
    });
    const server = "server" in product ? product.server : product;
    const connection = { server, isLegacy: era === "legacy", subscribed };
    open.add(connection);
    server.onclose = () => void open.delete(connection);
    return product;
  };
  return {
    serve(transport) {
      const handle = serveStdio(factory, { transport: listening(transport, watch), onerror: onError });
      handles.add(handle);
      const { onclose } = transport;
      transport.onclose = () => {
        handles.delete(handle);
        onclose?.();
      };
    },
    tell(send) {
      for (const { server, isLegacy, subscribed } of open) {
        // Newer clients say what they listen to on a stream of their own, and the SDK filters by it.
        send(server, (uri) => !isLegacy || subscribed.has(uri))?.catch(() => undefined);
      }
    },
    close: async () => void (await Promise.all([...handles].map((handle) => handle.close()))),
  };
}

/** Hears what newer clients listen to before the SDK does. */
function listening(transport: Transport, watch: (uri: string) => void): Transport {
  let given: Transport["onmessage"];
  Object.defineProperty(transport, "onmessage", {
    configurable: true,
    get: () => given,
    set(handler: Transport["onmessage"]) {
      given = (message, extra) => {
        for (const uri of listenedUris(message)) watch(uri);
        handler?.(passable(message), extra);
      };
    },
  });
  return transport;
}
