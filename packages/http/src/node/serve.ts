import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { PdError } from "@pd/core";
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  limitConnections,
  limitedServerOptions,
  limitsFrom,
  longerThanCalls,
  requireTokenFor,
} from "@pd/core/guard";
import type { HttpApp } from "../create-http-app.js";
import { onClientError } from "./client-error.js";
import { createListener } from "./listener.js";

export interface ServeOptions {
  /** 0 takes any that is free. */
  readonly port: number;
  /** The address to listen on. `127.0.0.1` if it is not given: this machine alone. */
  readonly host?: string | undefined;
  readonly limits?: Partial<ServerLimits> | undefined;
}

/** What connections may do, in milliseconds, bytes and numbers. */
export interface ServerLimits extends ConnectionLimits {
  /** How long what runs may go on when the server closes. */
  readonly closingMilliseconds: number;
}

export const SERVER_LIMITS: ServerLimits = { ...CONNECTION_LIMITS, closingMilliseconds: 10_000 };

export interface HttpServer {
  readonly url: string;
  readonly port: number;
  /** The server itself, for who needs more. */
  readonly server: Server;
  /** Takes no more, finishes what runs, and cuts off what does not end in time. */
  close(): Promise<void>;
}

/** Serves an app with `node:http`. Beyond this machine only an app that asks for a token. */
export async function serve(app: HttpApp, options: ServeOptions): Promise<HttpServer> {
  const { port, host = "127.0.0.1" } = options;
  const limits = limitsFrom({ ...SERVER_LIMITS, ...longEnough(app) }, options.limits);
  requireTokenFor(host, app);
  const server = serverOf(app, limits);
  const connections = connectionsOf(server);
  await listening(server, port, host);
  const { port: taken } = server.address() as AddressInfo;
  const name = host.includes(":") ? `[${host}]` : host;
  return { url: `http://${name}:${taken}`, port: taken, server, close };
  function close(): Promise<void> {
    app.hangUp();
    return closed(server, connections, limits);
  }
}

/** Those that are open at the moment. */
function connectionsOf(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return open;
}

/** Nobody is cut off by a server for what its app allows: to be silent while a call runs, to take time for a body. */
function longEnough({ limits }: HttpApp): Pick<ServerLimits, "silentMilliseconds" | "requestMilliseconds"> {
  const { requestMilliseconds, headersMilliseconds } = SERVER_LIMITS;
  return {
    ...longerThanCalls(limits.callMilliseconds),
    requestMilliseconds: Math.max(requestMilliseconds, headersMilliseconds + limits.bodyMilliseconds),
  };
}

function serverOf(app: HttpApp, limits: ServerLimits): Server {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const answer = createListener(app);
  const listener: typeof answer = (message, response) => {
    latest.set(message.socket, response);
    answer(message, response);
  };
  const server = createServer(limitedServerOptions(limits), listener);
  limitConnections(server, limits);
  // The guard decides before a client is told to go on and send its body.
  server.on("checkContinue", listener);
  server.on("clientError", (error, socket) => onClientError(error, socket, latest.get(socket)));
  return server;
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => reject(cannotListen(cause, port, host)));
    server.listen({ port, host, backlog: 1024 }, resolve);
  });
}

function closed(
  server: Server,
  connections: ReadonlySet<Socket>,
  { closingMilliseconds }: ServerLimits,
): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), closingMilliseconds);
    // A connection that is kept open closes after the answer that it waits for.
    server.keepAliveTimeout = 1;
    server.prependListener("request", (_, response) => response.setHeader("connection", "close"));
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
    // Browsers keep one in reserve that never said a word. Node does not count it as idle, and would wait for it.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  });
}

function cannotListen(cause: NodeJS.ErrnoException, port: number, host: string): PdError {
  const reasons = new Map([
    ["EADDRINUSE", [`Port ${port} on ${host} is in use`, "Choose another port, or 0 for any that is free."]],
    ["EACCES", [`Port ${port} may not be used by this user`, "Choose a port above 1023."]],
    [
      "EADDRNOTAVAIL",
      [`${host} is not an address of this machine`, "Listen on 127.0.0.1, or on 0.0.0.0 with a token."],
    ],
    ["ENOTFOUND", [`${host} is not an address of this machine`, "Listen on 127.0.0.1, or on 0.0.0.0 with a token."]],
  ]);
  const [message, fix] = reasons.get(cause.code ?? "") ?? [`Cannot listen on ${host}:${port}`, "See the cause."];
  return new PdError("configuration-invalid", message ?? "", { where: "port", fix: fix ?? "", cause });
}
