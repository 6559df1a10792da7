import { PdError } from "@pd/core";

/** What the adapters over `fetch` have in common. */
export interface EndpointOptions {
  readonly model: string;
  /** Any server that speaks the format. */
  readonly baseUrl?: string;
  /** Sent in the header that the format has for it; none where a server needs none. */
  readonly apiKey?: string;
  /** Further headers, e.g. a gateway's. They win over the adapter's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further fields of the request body, e.g. `temperature`. They win over the adapter's own. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The most tokens of one reply. */
  readonly maxTokens?: number;
  /** For a whole answer; in a stream, for the next piece of it. Default 5 minutes. */
  readonly timeoutMilliseconds?: number;
  /** How often a request that may work later is sent again. Default 2. */
  readonly maxRetries?: number;
  /** The first wait before a retry; each further one is twice as long. Default 500. */
  readonly backoffMilliseconds?: number;
  /** A server that asks for a longer wait than this is not waited for. Default 60,000. */
  readonly maxWaitMilliseconds?: number;
  readonly fetch?: typeof globalThis.fetch;
}

/** Where and how requests are sent, checked. */
export interface Endpoint {
  readonly adapter: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What must not appear in a message. */
  readonly secrets: readonly string[];
  readonly timeoutMilliseconds: number;
  readonly maxRetries: number;
  readonly backoffMilliseconds: number;
  readonly maxWaitMilliseconds: number;
  readonly fetch: typeof globalThis.fetch;
}

interface Format {
  readonly adapter: string;
  readonly baseUrl: string;
  readonly path: (base: string) => string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A timer cannot wait longer. */
const LONGEST = 2 ** 31 - 1;

export function endpointOf(options: EndpointOptions, format: Format): Endpoint {
  const { timeoutMilliseconds = 300_000, maxRetries = 2, backoffMilliseconds = 500 } = options;
  const { maxWaitMilliseconds = 60_000, fetch = globalThis.fetch } = options;
  const limits = { timeoutMilliseconds, maxRetries, backoffMilliseconds, maxWaitMilliseconds };
  if (typeof options.model !== "string" || options.model === "") throw invalid("model", "the name of a model");
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isFinite(value) || value < 0 || value > LONGEST) throw invalid(name, `a number from 0 to ${LONGEST}`);
  }
  if (options.maxTokens !== undefined && !(Number.isSafeInteger(options.maxTokens) && options.maxTokens > 0)) {
    throw invalid("maxTokens", "a whole number from 1");
  }
  const headers = lowerCased({ "content-type": "application/json", ...format.headers, ...options.headers });
  const secrets = [options.apiKey ?? "", ...Object.values(options.headers ?? {})].filter(({ length }) => length >= 6);
  return {
    adapter: format.adapter,
    url: addressOf(options.baseUrl ?? format.baseUrl, format.path),
    headers,
    // The longest first, so that a key inside "Bearer key" leaves nothing behind.
    secrets: secrets.sort((a, b) => b.length - a.length),
    ...limits,
    fetch,
  };
}

function addressOf(baseUrl: string, path: (base: string) => string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const usable = url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  if (!usable) throw invalid("baseUrl", "an http or https address without a user name, e.g. http://localhost:8080/v1");
  url.pathname = path(url.pathname.replace(/\/+$/, ""));
  return url.href;
}

/** Header names have no case: a host's `Authorization` must replace the adapter's, not stand beside it. */
function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function invalid(where: string, wanted: string): PdError {
  return new PdError("input-invalid", `${where} should be ${wanted}`, { where, fix: `Give ${where} as ${wanted}.` });
}
