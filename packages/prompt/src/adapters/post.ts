import { cancelled, throwIfCancelled } from "@pd/core";
import { pause } from "../render/cancellation.js";
import type { Endpoint } from "./endpoint.js";
import { fixForStatus, isModelError, ModelError, safeWords } from "./model-error.js";
import { type Arriving, broken, errorTextOf } from "./response-body.js";
import { retryAfter } from "./retry-after.js";
import { timeLimit } from "./time-limit.js";

export interface Post<Result> {
  readonly body: unknown;
  readonly signal: AbortSignal | undefined;
  read(arriving: Arriving): Promise<Result>;
  /** False once part of an answer has been passed on: saying it twice would be worse than failing. */
  mayRepeat(): boolean;
}

/** Sends a request until it is answered, the retries are used up or nothing would change by another try. */
export async function post<Result>(endpoint: Endpoint, request: Post<Result>): Promise<Result> {
  const json = JSON.stringify(request.body);
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt(endpoint, json, request);
    } catch (error) {
      throwIfCancelled(request.signal);
      const last = tried >= endpoint.maxRetries || !request.mayRepeat();
      if (last || !isModelError(error) || !error.retryable) throw error;
      const wait = error.retryAfterMilliseconds ?? backoff(endpoint, tried);
      if (wait > endpoint.maxWaitMilliseconds) throw error;
      await pause(wait, request.signal);
    }
  }
}

async function attempt<Result>(endpoint: Endpoint, body: string, { signal, read }: Post<Result>): Promise<Result> {
  throwIfCancelled(signal);
  const limit = timeLimit(signal, endpoint.timeoutMilliseconds);
  // Called by itself: a browser's fetch does not work as the method of another object.
  const { url, headers, fetch } = endpoint;
  try {
    // A redirect would carry the key to wherever it points.
    const init = { method: "POST", headers, body, redirect: "manual", signal: limit.signal } as const;
    const response = await fetch(url, init).catch((cause: unknown) => {
      throw signal?.aborted ? cancelled(signal.reason) : broken(endpoint, limit, cause);
    });
    const arriving = { response, endpoint, limit };
    if (!response.ok) throw await refusal(arriving);
    return await read(arriving);
  } finally {
    limit.end();
  }
}

/** Doubling, and spread out so that many callers do not come back at once. */
function backoff({ backoffMilliseconds, maxWaitMilliseconds }: Endpoint, tried: number): number {
  return Math.min(backoffMilliseconds * 2 ** tried * (0.75 + Math.random() / 2), maxWaitMilliseconds);
}

/** Errors that carry a status which otherwise means "later", and will be the same tomorrow. */
const FINAL: ReadonlySet<string> = new Set(["enforced_spend_limit_reached", "insufficient_quota"]);

async function refusal(arriving: Arriving): Promise<ModelError> {
  const { response, endpoint } = arriving;
  const { status, headers } = response;
  const { adapter, secrets } = endpoint;
  const { type, code, message } = errorIn(await errorTextOf(arriving));
  const kind = type === undefined ? "" : ` (${safeWords(type, secrets)})`;
  // Servers like to quote the key that they did not accept.
  const said = message === undefined || status === 401 || status === 403 ? "" : `: ${safeWords(message, secrets)}`;
  return new ModelError(`${adapter}: the server answered ${status}${kind}${said}`, {
    adapter,
    failure: "http",
    status,
    type,
    requestId: headers.get("request-id") ?? headers.get("x-request-id") ?? undefined,
    retryable: !FINAL.has(code ?? "") && mayWorkLater(status, headers.get("x-should-retry")),
    retryAfterMilliseconds: retryAfter(headers),
    fix: fixForStatus(status),
  });
}

function mayWorkLater(status: number, serverSays: string | null): boolean {
  if (serverSays === "true" || serverSays === "false") return serverSays === "true";
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

interface ErrorWords {
  readonly type?: string | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/** Both formats put an `error` object with `type` and `message` into the body; a proxy in between may send anything. */
function errorIn(body: string): ErrorWords {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return {};
  }
  const error = fieldOf(json, "error");
  return {
    type: text(fieldOf(error, "type")),
    code: text(fieldOf(error, "code")) ?? text(fieldOf(fieldOf(error, "details"), "error_code")),
    message: text(fieldOf(error, "message")),
  };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
