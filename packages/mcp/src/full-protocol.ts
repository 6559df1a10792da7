import { createMcpHandler, type Transport } from "@modelcontextprotocol/server";
import type { Caller } from "@pd/core";
import { createConnections } from "./connections.js";
import type { Parts } from "./parts.js";
import { createProtocolServer } from "./protocol-server.js";

export interface FullProtocolOptions {
  readonly parts: Parts;
  /** A client wants to hear of this resource. */
  readonly watch: (uri: string) => void;
  readonly onError: (error: Error) => void;
}

export type ChangedList = "resources" | "prompts";

/** All of the protocol, by the SDK. Loading this loads it, so whoever can do without imports it only when it is needed. */
export interface FullProtocol {
  serve(transport: Transport): { close(): Promise<void> };
  answer(request: Request, from: { readonly caller: Caller; readonly body?: unknown }): Promise<Response>;
  tellList(list: ChangedList): void;
  tellUpdated(uri: string): void;
  close(): Promise<void>;
}

export function createFullProtocol({ parts, watch, onError }: FullProtocolOptions): FullProtocol {
  const connections = createConnections(parts, watch);
  const handler = createMcpHandler(
    ({ era }) => (era === "legacy" ? createProtocolServer(parts) : createProtocolServer(parts, LISTENED)),
    { onerror: onError, maxSubscriptions: 256 },
  );
  return {
    serve: (transport) => connections.serve(transport, onError),
    answer(request, { caller, body }) {
      const authInfo = { token: "", clientId: caller, scopes: [] };
      return handler.fetch(request, body === undefined ? { authInfo } : { authInfo, parsedBody: body });
    },
    tellList(list) {
      if (list === "resources") handler.notify.resourcesChanged();
      else handler.notify.promptsChanged();
      connections.tell((server) =>
        list === "resources" ? server.sendResourceListChanged() : server.sendPromptListChanged(),
      );
    },
    tellUpdated(uri) {
      handler.notify.resourceUpdated(uri);
      connections.tell((server, subscribed) => (subscribed(uri) ? server.sendResourceUpdated({ uri }) : undefined));
    },
    close: () => handler.close(),
  };
}

/** Over HTTP a newer client listens on a stream of its own, which the SDK's handler keeps; an older one would need a session, and has none. */
const LISTENED = { subscribe: () => undefined, unsubscribe: () => undefined };
