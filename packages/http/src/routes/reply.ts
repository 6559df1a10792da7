import type { PdErrorCode } from "@pd/core";

/** What goes back, before it is anybody's response object: a server that has its own way of writing needs no detour. */
export interface Reply {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null;
  /** Of a body that is still being made: ends when that is over, and says how it went. */
  readonly done?: Promise<About>;
  /** For the log, not for the client. */
  readonly about?: About;
}

export interface About {
  readonly tokensUsed?: number | undefined;
  readonly code?: PdErrorCode | undefined;
  /** Of that code: what failed while it was streamed was sent with another. */
  readonly status?: number | undefined;
  readonly cause?: unknown;
}

export const JSON_TYPE = "application/json; charset=utf-8";

export function jsonReply(text: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 200, headers: { "content-type": JSON_TYPE, ...headers }, body: text };
}

export function textReply(status: number, text: string): Reply {
  return { status, headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" }, body: text };
}

export function toResponse({ status, headers, body }: Reply): Response {
  // Where a page's types are in force too, bytes are told apart by what holds them; a response takes either.
  return new Response(body as ConstructorParameters<typeof Response>[0], { status, headers });
}
