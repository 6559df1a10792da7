import type { IncomingMessage, ServerResponse } from "node:http";
import { ambiguousHeader } from "@pd/core/guard";

/** Those of MCP that say what a request is. */
const ONCE = ["mcp-session-id", "mcp-protocol-version", "mcp-method", "mcp-name"];

export interface RequestOptions {
  readonly signal: AbortSignal;
  /** Called before the first of the body is read: by then, whoever sends it has been let in. */
  readonly onRead: () => void;
}

/** A request as the web has it; nothing where its own words make none, or more than one. */
export function requestOf(incoming: IncomingMessage, { signal, onRead }: RequestOptions): Request | undefined {
  const { method = "GET", url = "/", headers } = incoming;
  if (ambiguousHeader(incoming, ONCE) !== undefined) return undefined;
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
      ...(hasBody ? { body: bodyOf(incoming, onRead), duplex: "half" } : {}),
    } as RequestInit);
  } catch {
    return undefined;
  }
}

/** Nothing of it is read before somebody wants it. */
function bodyOf(incoming: IncomingMessage, onRead: () => void): ReadableStream<Uint8Array> {
  const pieces = incoming.iterator({ destroyOnReturn: false });
  let isRead = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isRead) onRead();
        isRead = true;
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await pieces.return?.()),
    },
    { highWaterMark: 0 },
  );
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
