import { createMcpHandler, type Transport } from "@modelcontextprotocol/server";
import type { Caller, OnEvent } from "@pd/core";
// The events of a vault are declared there.
import type {} from "@pd/core/vault";
import type { ListedTool } from "../tools/tool-list.js";
import { createConnections } from "./connections.js";
import { createParts, type McpServerOptions, type Parts } from "./parts.js";
import { createProtocolServer } from "./protocol-server.js";
import { isShownOver, markedTextOnly } from "./shown-meta.js";
import { createWatched, listenedUris } from "./watched.js";

/** One set of mounts behind the Model Context Protocol, for any number of connections and HTTP requests. */
export interface PdMcpServer {
  /** What `tools/list` says. It never changes. */
  readonly tools: readonly ListedTool[];
  /** How long one call may take: who waits for an answer waits at least so long. */
  readonly callMilliseconds: number;
  /** Serves one connection, of a client of whichever era, until it closes. */
  connect(transport: Transport): Promise<void>;
  /** Answers one HTTP request that has been let in. `createHttpHandler` puts the guard before it. */
  answer(request: Request, from: { readonly caller: Caller; readonly body?: unknown }): Promise<Response>;
  /** Tells clients that a content has changed. Hand a vault's `onEvent` to `onEvent`, and it is called by itself. */
  changed(graphId: string): Promise<void>;
  /** For the `onEvent` of what is mounted: turns a changed vault into notifications. */
  readonly onEvent: OnEvent;
  close(): Promise<void>;
}

/** Makes a server from mounts. The bin `pd-mcp` is this with a vault behind it. */
export function createMcpServer(options: McpServerOptions): PdMcpServer {
  return serverOf(createParts(options), options);
}

/** Over HTTP a newer client listens on a stream of its own, which the SDK's handler keeps; an older one would need a session, and has none. */
const LISTENED = { subscribe: () => undefined, unsubscribe: () => undefined };

/** The same from parts that are made already. */
export function serverOf(parts: Parts, { mounts, onError = () => undefined }: McpServerOptions): PdMcpServer {
  const watched = createWatched({ read: async (uri) => JSON.stringify(await parts.resources.read(uri, {})) });
  const connections = createConnections({ parts, watch: watched.add, onError });
  const handler = createMcpHandler(
    ({ era }) => (era === "legacy" ? createProtocolServer(parts) : createProtocolServer(parts, LISTENED)),
    { onerror: onError, maxSubscriptions: 256 },
  );
  const stops = mounts.flatMap(({ skills, prompts }) => [
    skills?.onChange?.(resourcesChanged),
    prompts?.onChange?.(promptsChanged),
  ]);

  function resourcesChanged(): void {
    handler.notify.resourcesChanged();
    connections.tell((server) => server.sendResourceListChanged());
  }

  function promptsChanged(): void {
    handler.notify.promptsChanged();
    connections.tell((server) => server.sendPromptListChanged());
  }

  async function changed(graphId: string): Promise<void> {
    resourcesChanged();
    promptsChanged();
    for (const uri of await watched.changedIn(graphId)) {
      handler.notify.resourceUpdated(uri);
      connections.tell((server, subscribed) => (subscribed(uri) ? server.sendResourceUpdated({ uri }) : undefined));
    }
  }

  return {
    get tools() {
      return parts.tools();
    },
    callMilliseconds: parts.callMilliseconds,
    connect: async (transport) => connections.serve(transport),
    async answer(request, { caller, body }) {
      for (const uri of listenedUris(body)) watched.add(uri);
      const { isShown, isOpening } = isShownOver(request, body);
      const authInfo = { token: "", clientId: caller, scopes: [], extra: { isMetaShown: isShown } };
      const given = body === undefined ? { authInfo } : { authInfo, parsedBody: body };
      const response = await handler.fetch(request, given);
      return isOpening ? markedTextOnly(response) : response;
    },
    changed,
    onEvent(event) {
      if (event.kind === "vault-changed") changed(event.graphId).catch(onError);
    },
    async close() {
      for (const stop of stops) stop?.();
      await connections.close();
      await handler.close();
    },
  };
}
