import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** A request as the web has it; nothing where its own words make none. */
export function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const { method = "GET", url = "/", headers } = incoming;
  try {
    const target = new URL(url, `http://${headers.host ?? "localhost"}`);
    const given = new Headers();
    for (const [name, value] of Object.entries(headers)) {
      for (const one of [value ?? []].flat()) given.append(name, one);
    }
    const hasBody = method !== "GET" && method !== "HEAD";
    return new Request(target, {
      method,
      headers: given,
      signal,
      ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" } : {}),
    } as RequestInit);
  } catch {
    return undefined;
  }
}

/** Writes a response as it comes, and stops where the client has gone or reads too slowly to be waited for in memory. */
export async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, [...response.headers].flat());
  if (response.body === null) {
    outgoing.end();
    return;
  }
  const reader = response.body.getReader();
  outgoing.on("close", () => void reader.cancel().catch(() => undefined));
  outgoing.flushHeaders();
  for (;;) {
    const { done, value } = await reader.read();
    if (done || outgoing.destroyed) break;
    if (!outgoing.write(value)) await new Promise<void>((resolve) => void drained(outgoing, resolve));
  }
  outgoing.end();
}

function drained(outgoing: ServerResponse, resolve: () => void): void {
  const done = () => {
    outgoing.off("drain", done);
    outgoing.off("close", done);
    resolve();
  };
  outgoing.once("drain", done);
  outgoing.once("close", done);
}
