import { createConnectionShare } from "./connection-share.js";
import { addressCaller } from "./rate.js";

/** What connections may do, in milliseconds, bytes and numbers. */
export interface ConnectionLimits {
  /** From connecting to the end of the request's head. Slow clients are cut off. */
  readonly headersMilliseconds: number;
  /** From connecting to the end of the request's body. */
  readonly requestMilliseconds: number;
  /** A connection that is kept open between requests. */
  readonly idleMilliseconds: number;
  /** Nothing sent and nothing received: a client that does not take its answer. */
  readonly silentMilliseconds: number;
  readonly headerBytes: number;
  readonly connections: number;
  /** Of one address. At either limit, the one that has been without a request longest makes room for a new one. */
  readonly connectionsPerAddress: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMilliseconds: 10_000,
  requestMilliseconds: 20_000,
  idleMilliseconds: 15_000,
  silentMilliseconds: 40_000,
  headerBytes: 16 * 1024,
  connections: 5000,
  connectionsPerAddress: 2500,
};

/** What `createServer` of `node:http` is given for them. */
export interface LimitedServerOptions {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  readonly connectionsCheckingInterval: number;
  readonly maxHeaderSize: number;
}

export function limitedServerOptions(limits: ConnectionLimits): LimitedServerOptions {
  return {
    headersTimeout: limits.headersMilliseconds,
    // The whole has at least the time of its head: Node refuses anything else.
    requestTimeout: Math.max(limits.requestMilliseconds, limits.headersMilliseconds),
    keepAliveTimeout: limits.idleMilliseconds,
    // How often the three above are looked at: Node's own 30 s would make them all at least that.
    connectionsCheckingInterval: 1000,
    maxHeaderSize: limits.headerBytes,
  };
}

/** A connection of `node:net`, as far as it is looked at here. */
export interface LimitedSocket {
  readonly remoteAddress?: string | undefined;
  destroy(): unknown;
  once(event: "close", listener: () => void): unknown;
}

/** A server of `node:http`, as far as it is limited here. */
export interface LimitedServer {
  maxConnections: number;
  timeout: number;
  on(event: "connection", listener: (socket: LimitedSocket) => void): unknown;
  on(
    event: "request" | "checkContinue",
    listener: (
      request: { readonly socket: LimitedSocket },
      response: { once(event: "close", listener: () => void): unknown },
    ) => void,
  ): unknown;
}

/** Connections that arrive before those that make room for them are gone: as many as wait to be accepted. */
const ARRIVING = 1024;

/** The rest, for a server that answers `checkContinue` itself. */
export function limitConnections(server: LimitedServer, limits: ConnectionLimits): void {
  const share = createConnectionShare<LimitedSocket>(limits);
  server.maxConnections = limits.connections + ARRIVING;
  server.timeout = limits.silentMilliseconds;
  server.on("connection", (socket) => {
    const goes = share.opened(socket, addressCaller(socket.remoteAddress));
    goes?.destroy();
    if (goes !== socket) socket.once("close", () => share.closed(socket));
  });
  for (const event of ["request", "checkContinue"] as const) {
    server.on(event, ({ socket }, response) => {
      share.began(socket);
      response.once("close", () => share.ended(socket));
    });
  }
}

/** Nobody is cut off for what is allowed: to be silent while a call runs. */
export function longerThanCalls(callMilliseconds: number): Pick<ConnectionLimits, "silentMilliseconds"> {
  return { silentMilliseconds: Math.max(CONNECTION_LIMITS.silentMilliseconds, callMilliseconds + 10_000) };
}

/** A request of `node:http`, as far as it is looked at here. */
export interface SentRequest {
  /** All of it has been read. */
  readonly complete: boolean;
  readonly socket: { destroy(): unknown };
  resume(): unknown;
  once(event: "end", listener: () => void): unknown;
}

/** How long a client may go on sending a body that nobody reads: long enough to see the refusal, too short to do harm. */
const LINGER_MILLISECONDS = 1000;

/** The reply is out and the client is still sending: it gets a moment to notice. Closing at once could take the reply with it. */
export function letLinger(request: SentRequest): void {
  if (request.complete) return;
  request.resume();
  const timer = setTimeout(() => request.socket.destroy(), LINGER_MILLISECONDS);
  timer.unref();
  request.once("end", () => clearTimeout(timer));
}
