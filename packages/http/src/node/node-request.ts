import type { IncomingMessage } from "node:http";
import { PdError } from "@pd/core";
import { ambiguousHeader } from "@pd/core/guard";
import { HTTP_ERRORS } from "../routes/http-errors.js";
import type { HttpRequest } from "../runtime.js";

/**
 * A request as the app looks at it, without the cost of a real `Request`: its streams take longer than most answers.
 * Throws where the request is of a shape that servers read in different ways.
 */
export function nodeRequest(message: IncomingMessage): HttpRequest {
  const { method = "GET", headers } = message;
  const ambiguous = ambiguousHeader(message, ["pd-session"]);
  if (ambiguous === "transfer-encoding") throw malformed(ambiguous, "A body in a coding that is not taken");
  if (ambiguous !== undefined) throw malformed(ambiguous, "A header that may be there once is there twice");
  return {
    method,
    url: urlOf(message),
    headers: { get: (name: string) => headerOf(headers, name) } as Headers,
    // The server reads it, and notices that a client goes, by itself: see the listener.
    body: null,
    signal: NEVER,
  };
}

const NEVER = new AbortController().signal;

function headerOf(headers: IncomingMessage["headers"], name: string): string | null {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === "string" ? value : null;
}

/** A path, or a whole address as it is sent to proxies: then that one's host counts too. */
function urlOf({ url = "", headers: { host }, httpVersion }: IncomingMessage): string {
  if (host === undefined) throw malformed("host", `A request in HTTP/${httpVersion} without a host`);
  const address = url.startsWith("/") ? `http://${host}${url}` : url;
  if (url.startsWith("/") && PLAIN_HOST.test(host) && PLAIN_PATH.test(url)) return address;
  if (!(url.startsWith("/") || WHOLE.test(url)) || !URL.canParse(address))
    throw malformed("path", "The address cannot be read in one way only");
  return address;
}

/** A host, perhaps a port, and a path. With a user, or without a path, servers differ on what is the host or the path. */
const WHOLE = /^https?:\/\/[^/?#@\\]+\//i;

const PLAIN_HOST = /^[A-Za-z0-9.-]+(?::[0-9]{1,5})?$/;
const PLAIN_PATH = /^[A-Za-z0-9/_.~?=&%+:,-]*$/;

function malformed(where: string, message: string): PdError {
  return new PdError(HTTP_ERRORS["request-invalid"], message, {
    where,
    fix: "Send a plain HTTP/1.1 request with one Host header.",
  });
}
