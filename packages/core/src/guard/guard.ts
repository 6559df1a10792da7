import type { Caller } from "../ports/session.js";
import { createBearerCheck } from "./bearer.js";
import { createHostCheck, LOOPBACK_HOSTS } from "./host.js";
import { createOriginCheck, isEmbedded } from "./origin.js";
import { addressCaller, createRateLimit, type RateOptions } from "./rate.js";
import { type Refusal, refusal } from "./refusal.js";
import { isGuessable } from "./token-for-host.js";

export interface GuardOptions {
  /** Names this server answers to, on any port or on the one given. The loopback names if it is not given. */
  readonly hosts?: readonly string[];
  /** Takes requests for any IP address too, for a server that others reach by one. */
  readonly addresses?: boolean;
  /** Pages elsewhere that may ask, e.g. `https://example.org`. The server's own pages always may. */
  readonly origins?: readonly string[];
  /** With one or more, every request has to bring one of them as its bearer token. */
  readonly tokens?: readonly string[];
  /** Per token, else per address. `false` for no limit. */
  readonly rate?: RateOptions | false;
}

export const DEFAULT_RATE: RateOptions = { perSecond: 1000, burst: 2000 };

/** What a request's own bytes do not tell. */
export interface Peer {
  readonly remoteAddress?: string | undefined;
}

export type Admission = { readonly caller: Caller } | { readonly refused: Refusal };

export interface AdmitOptions {
  /** Asks for no token, for what tells nothing: whether the server lives, or a page that is the same for all. */
  readonly open?: boolean;
}

/** Looks at everything of a request but its body, and says who is asking or why not. */
export interface Guard {
  admit(request: Pick<Request, "headers" | "url">, peer?: Peer, options?: AdmitOptions): Promise<Admission>;
  readonly hasToken: boolean;
  readonly hasGuessableToken: boolean;
}

/** The caller of a server that asks for no token: who may reach it is who may use it. */
const ANYONE: Caller = "http";

/** In this order: the host meant, the page that asks, the token, the rate. The body is not touched. */
export function createGuard(options: GuardOptions = {}): Guard {
  const { hosts = LOOPBACK_HOSTS, addresses = false, origins = [], tokens = [], rate = DEFAULT_RATE } = options;
  const isHost = createHostCheck({ hosts, addresses });
  const isOrigin = createOriginCheck(origins);
  const callerOf = createBearerCheck(tokens);
  const waitFor = rate === false ? () => 0 : createRateLimit(rate);
  const hasToken = tokens.length > 0;

  async function identify(
    authorization: string | null,
    address: string,
    isOpen: boolean,
  ): Promise<{ readonly caller: Caller | undefined; readonly payer: string }> {
    if (!hasToken || isOpen) return { caller: ANYONE, payer: address };
    const caller = await callerOf(authorization);
    // Guessing is paid for by the address that guesses.
    return { caller, payer: caller ?? address };
  }

  return {
    hasToken,
    hasGuessableToken: tokens.some(isGuessable),
    async admit({ headers, url }, { remoteAddress } = {}, { open = false } = {}) {
      const given = headers.get("host");
      // The address is read apart only where it is not plainly the same host.
      const meant = given !== null && url.startsWith(`http://${given}/`) ? given : new URL(url).host;
      const host = given ?? meant;
      if (!isHost(host) || (meant !== host && !isHost(meant))) return { refused: wrongHost() };
      const origin = headers.get("origin");
      if (!isOrigin(origin, host) || (origin === null && isEmbedded(headers))) return { refused: wrongOrigin() };
      const { caller, payer } = await identify(headers.get("authorization"), addressCaller(remoteAddress), open);
      const wait = waitFor(payer);
      if (wait > 0) return { refused: tooOften(wait) };
      return caller === undefined ? { refused: wrongToken() } : { caller };
    },
  };
}

function wrongHost(): Refusal {
  return refusal("host-refused", {
    message: "This server does not answer to that host name",
    where: "host",
    fix: "Use the address it was started with, or allow the name where it is started.",
  });
}

function wrongOrigin(): Refusal {
  return refusal("origin-refused", {
    message: "A page at that origin may not use this server",
    where: "origin",
    fix: "Allow the origin where the server is started.",
  });
}

/** None and a wrong one read the same. */
function wrongToken(): Refusal {
  return refusal("token-refused", {
    message: "This server asks for a token",
    where: "authorization",
    fix: "Send the header Authorization: Bearer <token>.",
    headers: { "www-authenticate": 'Bearer realm="pd"' },
  });
}

function tooOften(milliseconds: number): Refusal {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return refusal("rate-exceeded", {
    message: "Too many requests in a short time",
    fix: `Try again in ${seconds} s.`,
    headers: { "retry-after": String(seconds) },
  });
}
