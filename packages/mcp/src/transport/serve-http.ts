import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { PdError } from "@pd/core";
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  createGuard,
  isLoopback,
  LOOPBACK_HOSTS,
  letLinger,
  limitConnections,
  limitedServerOptions,
  limitsFrom,
  longerThanCalls,
  requireTokenFor,
  tooManyHeaders,
} from "@pd/core/guard";
import type { PdMcpServer } from "../server/create-mcp-server.js";
import { createHttpHandler, type HttpHandler, type HttpHandlerOptions, refuse } from "./http-handler.js";
import { requestOf, send } from "./node-http.js";

export interface ServeHttpOptions extends HttpHandlerOptions {
  /** 0 takes one that is free. */
  readonly port?: number;
  /** The address to listen at. The loopback address if it is not given; another needs a token. */
  readonly host?: string;
  /** How many connections there may be, and how long each may take its time. */
  readonly limits?: Partial<ConnectionLimits>;
}

export interface HttpService {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Serves MCP over Streamable HTTP. Nothing beyond this machine can be reached without a token. */
export async function serveHttp(server: PdMcpServer, options: ServeHttpOptions = {}): Promise<HttpService> {
  const { port = 0, host = "127.0.0.1", path = "/mcp", limits: given, ...rest } = options;
  requireTokenFor(host, createGuard({ tokens: rest.tokens ?? [] }));
  const handle = createHttpHandler(server, {
    path,
    hosts: isLoopback(host) ? LOOPBACK_HOSTS : [...LOOPBACK_HOSTS, host],
    addresses: !isLoopback(host),
    ...rest,
  });
  const limits = limitsFrom({ ...CONNECTION_LIMITS, ...longerThanCalls(server.callMilliseconds) }, given);
  const listener = listenerOf(handle);
  const http = createServer(limitedServerOptions(limits), listener);
  limitConnections(http, limits);
  // The guard decides before a client is told to go on and send its body.
  http.on("checkContinue", listener);
  await new Promise<void>((resolve, reject) => {
    http.once("error", (error) => reject(cannotListen(error, port, host)));
    http.listen(port, host, resolve);
  });
  const address = http.address() as AddressInfo;
  const name = host.includes(":") ? `[${host}]` : host;
  return {
    url: `http://${name}:${address.port}${path}`,
    port: address.port,
    async close() {
      await server.close();
      await new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      });
    },
  };
}

function listenerOf(handle: HttpHandler): RequestListener {
  return (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.on("close", () => gone.abort());
    const onRead = () => {
      // HTTP/1.0 has no such answer: its client would take it for the last.
      if (incoming.headers.expect !== undefined && incoming.httpVersion === "1.1") outgoing.writeContinue();
    };
    const answered = async () => {
      const refused = tooManyHeaders(incoming.rawHeaders);
      if (refused !== undefined) return send(refuse(refused), outgoing);
      const request = requestOf(incoming, { signal: gone.signal, onRead });
      // Where one ends that can be read in several ways is not sure either, so nothing behind it is read.
      const response =
        request === undefined
          ? new Response(null, { status: 400, headers: { connection: "close" } })
          : await handle(request, { remoteAddress: incoming.socket.remoteAddress });
      return send(response, outgoing);
    };
    outgoing.once("finish", () => letLinger(incoming));
    answered().catch(() => outgoing.destroy());
  };
}

/** What a system says in capitals, for those who have to mend it. */
function cannotListen(cause: NodeJS.ErrnoException, port: number, host: string): PdError {
  const [message, fix] = cannotListenWords(cause.code, port, host);
  return new PdError("configuration-invalid", message, { where: "port", fix, cause });
}

function cannotListenWords(code: string | undefined, port: number, host: string): readonly [string, string] {
  switch (code) {
    case "EADDRINUSE":
      return [`Port ${port} is taken at ${host}`, "Take another port, or 0 for any that is free."];
    case "EACCES":
      return [`Port ${port} is not for this user`, "Take a port above 1023."];
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return [`${host} is not an address of this machine`, "Listen at 127.0.0.1, or with a token at 0.0.0.0."];
    default:
      return [`Nothing can listen at ${host}:${port}`, "Take another port or address."];
  }
}
