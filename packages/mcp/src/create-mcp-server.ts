import type { Transport } from "@modelcontextprotocol/server";
import type { Caller, OnEvent } from "@pd/core";
import { type Connection, createConnection } from "./connection.js";
import type { ChangedList, FullProtocol } from "./full-protocol.js";
import { createParts, type McpServerOptions, type Parts } from "./parts.js";
import type { ListedTool } from "./tool-list.js";
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

/** The same from parts that are made already. */
export function serverOf(parts: Parts, { mounts, onError = () => undefined }: McpServerOptions): PdMcpServer {
  const watched = createWatched({ read: async (uri) => JSON.stringify(await parts.resources.read(uri, {})) });
  const connections = new Set<Connection>();
  let loaded: Promise<FullProtocol> | undefined;
  const stops = mounts.flatMap(({ skills, prompts }) => [
    skills?.onChange?.(() => tellLists("resources")),
    prompts?.onChange?.(() => tellLists("prompts")),
  ]);

  /** Not before somebody needs it: a client that only calls tools never does. */
  function fullProtocol(): Promise<FullProtocol> {
    loaded ??= import("./full-protocol.js").then(({ createFullProtocol }) =>
      createFullProtocol({ parts, watch: watched.add, onError }),
    );
    return loaded;
  }

  function tellLists(...lists: readonly ChangedList[]): void {
    told((protocol) => lists.forEach((list) => void protocol.tellList(list))).catch(onError);
  }

  async function told(tell: (protocol: FullProtocol) => void): Promise<void> {
    await Promise.all([...connections].map((connection) => connection.wake()));
    // Without it there is nobody to tell.
    if (loaded !== undefined) tell(await loaded);
  }

  async function changed(graphId: string): Promise<void> {
    tellLists("resources", "prompts");
    for (const uri of await watched.changedIn(graphId)) await told((protocol) => protocol.tellUpdated(uri));
  }

  return {
    tools: parts.tools,
    callMilliseconds: parts.callMilliseconds,
    async connect(transport) {
      const connection = createConnection(transport, {
        parts,
        serve: async (behind) => (await fullProtocol()).serve(behind),
        onError,
        onClose: () => void connections.delete(connection),
      });
      connections.add(connection);
    },
    async answer(request, from) {
      for (const uri of listenedUris(from.body)) watched.add(uri);
      return (await fullProtocol()).answer(request, from);
    },
    changed,
    onEvent(event) {
      if (event.kind === "vault-changed") changed(event.graphId).catch(onError);
    },
    async close() {
      for (const stop of stops) stop?.();
      await Promise.all([...connections].map((connection) => connection.close()));
      await (await loaded)?.close();
    },
  };
}
