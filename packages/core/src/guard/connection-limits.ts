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
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMilliseconds: 10_000,
  requestMilliseconds: 20_000,
  idleMilliseconds: 15_000,
  silentMilliseconds: 40_000,
  headerBytes: 16 * 1024,
  connections: 5000,
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

/** The rest, which a server of `node:http` takes only when it is made. */
export function limitConnections(
  server: { maxConnections: number; timeout: number },
  { connections, silentMilliseconds }: ConnectionLimits,
): void {
  server.maxConnections = connections;
  server.timeout = silentMilliseconds;
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
