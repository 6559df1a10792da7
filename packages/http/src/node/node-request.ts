import type { IncomingMessage } from "node:http";
import { PdError } from "@pd/core";
import type { HttpRequest } from "../runtime.js";

/** Node keeps the first of several and drops the rest: two who read the request could each believe another one. */
const ONCE: ReadonlySet<string> = new Set([
  "host",
  "authorization",
  "content-type",
  "content-length",
  "origin",
  "pd-session",
]);

/**
 * A request as the app looks at it, without the cost of a real `Request`: its streams take longer than most answers.
 * Throws where the request is of a shape that servers read in different ways.
 */
export function nodeRequest(message: IncomingMessage): HttpRequest {
  const { method = "GET", headers, httpVersion } = message;
  refuseDoubles(message.rawHeaders);
  const coding = headers["transfer-encoding"];
  // HTTP/1.0 has no chunks: whoever reads it to the letter sees another end of the body.
  if (coding !== undefined && (coding.toLowerCase() !== "chunked" || httpVersion !== "1.1")) {
    throw malformed("transfer-encoding", "A body in a coding that is not taken");
  }
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

function refuseDoubles(rawHeaders: readonly string[]): void {
  let seen = "";
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? "").toLowerCase();
    if (!ONCE.has(name)) continue;
    if (seen.includes(`${name};`)) throw malformed(name, "A header that may be there once is there twice");
    seen += `${name};`;
  }
}

function malformed(where: string, message: string): PdError {
  return new PdError("request-invalid", message, { where, fix: "Send a plain HTTP/1.1 request with one Host header." });
}
