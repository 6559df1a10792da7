import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PdError } from "@pd/core";
import { isLoopback, LOOPBACK_HOSTS } from "@pd/core/guard";
import type { PdMcpServer } from "./create-mcp-server.js";
import { createHttpHandler, type HttpHandlerOptions } from "./http-handler.js";
import { requestOf, send } from "./node-http.js";

export interface ServeHttpOptions extends HttpHandlerOptions {
  /** 0 takes one that is free. */
  readonly port?: number;
  /** The address to listen at. The loopback address if it is not given; another needs a token. */
  readonly host?: string;
}

export interface HttpService {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Serves MCP over Streamable HTTP. Nothing beyond this machine can be reached without a token. */
export async function serveHttp(server: PdMcpServer, options: ServeHttpOptions = {}): Promise<HttpService> {
  const { port = 0, host = "127.0.0.1", path = "/mcp", ...rest } = options;
  if (!isLoopback(host) && (rest.tokens ?? []).length === 0) throw openToAll(host);
  const handle = createHttpHandler(server, {
    path,
    hosts: isLoopback(host) ? LOOPBACK_HOSTS : [...LOOPBACK_HOSTS, host],
    addresses: !isLoopback(host),
    ...rest,
  });
  const http = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 5_000 },
    (incoming, outgoing) => {
      const gone = new AbortController();
      outgoing.on("close", () => gone.abort());
      const answered = async () => {
        const request = requestOf(incoming, gone.signal);
        const response =
          request === undefined
            ? new Response(null, { status: 400 })
            : await handle(request, { remoteAddress: incoming.socket.remoteAddress });
        await send(response, outgoing);
      };
      answered().catch(() => outgoing.destroy());
    },
  );
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
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

function openToAll(host: string): PdError {
  return new PdError("configuration-invalid", `Listening at ${host} without a token would let anyone read the notes`, {
    where: "host",
    fix: "Give a token (PD_TOKEN), or listen at 127.0.0.1.",
  });
}
